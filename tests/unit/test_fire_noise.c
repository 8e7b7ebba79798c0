/* SPDX-License-Identifier: MIT
 *
 * The fire's simplex noise against vectors computed in double precision by other code.
 */
#include "simplex_fire/fire_noise.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

static const float point[10][3] = {
    {.1f, .2f, .3f},        {.5f, .25f, -.75f},      {1.3f, -2.61f, .6f},
    {-3.2f, 4.4f, 1.9f},    {7.77f, .01f, -5.55f},   {12.5f, 13.25f, 14.125f},
    {-.49f, -.49f, .49f},   {100.3f, -50.2f, 25.1f}, {2.2f, -1.15f, 3.05f},
    {.333f, .667f, -.999f},
};
static const double tolerance = 2e-5;

/* Uniform in [-half, half), one value per (n, axis). */
static float uniform(uint32_t n, uint32_t axis, float half) {
    uint32_t h = fire_pcg(n + fire_pcg(axis + 99u));
    return ((float)(h >> 8) / 8388608.0f - 1.0f) * half;
}

START_TEST(hashes_are_the_published_permutation) {
    ck_assert_uint_eq(fire_pcg(0), 129708002u);
    ck_assert_uint_eq(fire_pcg(1), 2831084092u);
    ck_assert_uint_eq(fire_pcg(123456789), 4272394698u);
    ck_assert_uint_eq(fire_hash3(0, 0, 0, 0), 2145236065u);
    ck_assert_uint_eq(fire_hash3(-1, 2, -3, 7), 147674016u);
}
END_TEST

START_TEST(noise_in_3d_matches_the_reference) {
    static const double seed0[10] = {0.203888877,  0.253391144, 0.744314995, -0.294546830,
                                     -0.133935238, 0.184332826, 0.044567388, 0.156976124,
                                     0.447103407,  -0.117140890};
    static const double seed7[10] = {-0.531472473, -0.622528859, -0.578680633, 0.326360630,
                                     -0.107803252, -0.332422706, 0.044749482,  0.121354329,
                                     0.451482252,  0.115793337};
    ck_assert_double_eq_tol((double)fire_simplex3(point[_i], 0), seed0[_i], tolerance);
    ck_assert_double_eq_tol((double)fire_simplex3(point[_i], 7), seed7[_i], tolerance);
}
END_TEST

START_TEST(noise_in_2d_matches_the_reference) {
    static const double want[10] = {-0.803588673, 0.647264754, 0.346137362, -0.574170201,
                                    0.512665370,  0.945502597, 0.478450062, 0.534641199,
                                    -0.336218434, -0.325858255};
    ck_assert_double_eq_tol((double)fire_simplex2(point[_i][0], point[_i][1], 0), want[_i],
                            tolerance);
}
END_TEST

START_TEST(four_octaves_match_the_reference) {
    static const double want[6] = {0.548215806,  0.353496287,  0.815744781,
                                   -0.590020888, -0.334116690, 0.451479013};
    ck_assert_double_eq_tol((double)fire_fbm3(point[_i], 4, 0), want[_i], tolerance);
}
END_TEST

START_TEST(octave_sum_is_the_weighted_sum_of_its_octaves) {
    double sum = 0;
    for (int octaves = 1; octaves <= FIRE_OCTAVES_MAX; octaves++) {
        float f = (float)(1 << (octaves - 1));
        const float q[3] = {point[0][0] * f, point[0][1] * f, point[0][2] * f};
        sum += (double)fire_simplex3(q, 20u + (uint32_t)octaves) / (double)f;
        ck_assert_double_eq_tol((double)fire_fbm3(point[0], octaves, 21), sum, 1e-6);
    }
    ck_assert_float_eq(fire_fbm_bound(1), 1.0f);
    ck_assert_float_eq(fire_fbm_bound(4), 1.875f);
}
END_TEST

START_TEST(noise_is_zero_at_symmetric_points_only) {
    static const float zero[7][3] = {{0, 0, 0},  {1, 1, 1},       {2, -1, 2},       {1, 2, 0},
                                     {-5, 7, 1}, {.5f, .5f, .5f}, {1.5f, -.5f, .5f}};
    for (int i = 0; i < 7; i++)
        ck_assert_double_eq_tol((double)fire_simplex3(zero[i], 0), 0, 1e-5);
    const float one[3] = {1, 0, 0};
    ck_assert_double_eq_tol((double)fire_simplex3(one, 0), -0.811964, tolerance);
}
END_TEST

START_TEST(statistics_over_many_points) {
    enum { N = 200000 };
    double sum = 0, square = 0;
    int large = 0;
    for (uint32_t n = 0; n < N; n++) {
        const float p[3] = {uniform(n, 0, 64), uniform(n, 1, 64), uniform(n, 2, 64)};
        double s = (double)fire_simplex3(p, 0);
        ck_assert(fabs(s) <= 1.0);
        sum += s;
        square += s * s;
        large += fabs(s) > 0.9;
    }
    double mean = sum / N;
    ck_assert(fabs(mean) < 0.005);
    ck_assert_double_eq_tol(square / N - mean * mean, 0.1539, 0.004);
    ck_assert_double_eq_tol((double)large / N, 0.014, 0.002);
}
END_TEST

START_TEST(statistics_of_four_octaves) {
    enum { N = 50000 };
    double sum = 0, square = 0, magnitude = 0;
    for (uint32_t n = 0; n < N; n++) {
        const float p[3] = {uniform(n, 0, 64), uniform(n, 1, 64), uniform(n, 2, 64)};
        double s = (double)fire_fbm3(p, 4, 0);
        ck_assert(fabs(s) <= 1.875);
        sum += s;
        square += s * s;
        magnitude += fabs(s);
    }
    ck_assert_double_eq_tol(sqrt(square / N - sum / N * (sum / N)), 0.454, 0.006);
    ck_assert_double_eq_tol(magnitude / N, 0.365, 0.006);
}
END_TEST

START_TEST(gradient_stays_under_the_largest_seen) {
    const float e = 1e-2f;
    double largest = 0;
    for (uint32_t n = 0; n < 20000; n++) {
        const float p[3] = {uniform(n, 0, 16), uniform(n, 1, 16), uniform(n, 2, 16)};
        double length2 = 0;
        for (int a = 0; a < 3; a++) {
            float q[3] = {p[0], p[1], p[2]}, r[3] = {p[0], p[1], p[2]};
            q[a] += e;
            r[a] -= e;
            double slope =
                (double)(fire_simplex3(q, 0) - fire_simplex3(r, 0)) / (2.0 * (double)e);
            length2 += slope * slope;
        }
        largest = fmax(largest, sqrt(length2));
    }
    ck_assert(largest > 5.5 && largest < 7.0);
}
END_TEST

START_TEST(noise_forgets_itself_over_one_cell) {
    static const float lag[4] = {.25f, .5f, 1, 2};
    static const double want[4] = {.50, -.01, -.01, .00};
    double product = 0, square = 0;
    for (uint32_t n = 0; n < 60000; n++) {
        const float p[3] = {uniform(n, 0, 64), uniform(n, 1, 64), uniform(n, 2, 64)};
        const float q[3] = {p[0] + lag[_i], p[1], p[2]};
        double s = (double)fire_simplex3(p, 0);
        product += s * (double)fire_simplex3(q, 0);
        square += s * s;
    }
    ck_assert_double_eq_tol(product / square, want[_i], 0.015);
}
END_TEST

/* Largest change over a 2e-6 move across the plane x = y, where a cell's tetrahedra meet. */
static double face_jump(float radius2, float scale) {
    double worst = 0;
    for (uint32_t n = 0; n < 20000; n++) {
        float a = uniform(n, 0, .5f), b = uniform(n, 2, 2);
        const float p[3] = {a + 1e-6f, a - 1e-6f, b}, q[3] = {a - 1e-6f, a + 1e-6f, b};
        float jump =
            scale * (fire_simplex3_kernel(p, 0, radius2) - fire_simplex3_kernel(q, 0, radius2));
        worst = fmax(worst, fabs((double)jump));
    }
    return worst;
}

START_TEST(noise_is_continuous_across_cell_faces) {
    ck_assert(face_jump(.5f, FIRE_NOISE_SCALE_3D) < 1e-4);
    ck_assert_msg(face_jump(.6f, 32.695886f) > 1e-3,
                  "the test does not see the old kernel's jump");
}
END_TEST

static Suite *noise_suite(void) {
    Suite *s = suite_create("fire_noise");
    TCase *c = tcase_create("noise");
    tcase_add_test(c, hashes_are_the_published_permutation);
    tcase_add_loop_test(c, noise_in_3d_matches_the_reference, 0, 10);
    tcase_add_loop_test(c, noise_in_2d_matches_the_reference, 0, 10);
    tcase_add_loop_test(c, four_octaves_match_the_reference, 0, 6);
    tcase_add_test(c, octave_sum_is_the_weighted_sum_of_its_octaves);
    tcase_add_test(c, noise_is_zero_at_symmetric_points_only);
    tcase_add_test(c, statistics_over_many_points);
    tcase_add_test(c, statistics_of_four_octaves);
    tcase_add_test(c, gradient_stays_under_the_largest_seen);
    tcase_add_loop_test(c, noise_forgets_itself_over_one_cell, 0, 4);
    tcase_add_test(c, noise_is_continuous_across_cell_faces);
    suite_add_tcase(s, c);
    return s;
}

int main(void) {
    SRunner *r = srunner_create(noise_suite());
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
