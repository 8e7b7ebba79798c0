/* SPDX-License-Identifier: MIT
 * Birth shapes and contacts against closed forms. */
#include "kit/contact.h"
#include "kit/shape.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <wisp/rng.h>

#define DRAWS 200000
#define DEG (3.14159265358979f / 180.0f)

static void uniform(uint64_t k, float u[4]) {
    for (uint64_t c = 0; c < 4; c++) u[c] = wisp_rng_f01(99, 4 * k + c);
}

static double length_of(const float *v) {
    return sqrt((double)v[0] * (double)v[0] + (double)v[1] * (double)v[1] +
                (double)v[2] * (double)v[2]);
}

struct moments {
    enum kit_shape_kind kind;
    double mean, square;
};
static const struct moments moments[] = {{KIT_SPHERE, 0.75, 0.6},
                                         {KIT_DISC, 2.0 / 3.0, 0.5},
                                         {KIT_CIRCLE, 2.0 / 3.0, 0.5},
                                         {KIT_SPHERE_SURFACE, 1, 1}};

START_TEST(radii_are_evenly_spread) {
    const struct kit_shape shape = {.kind = moments[_i].kind, .radius = 2.0f};
    double mean = 0, square = 0;
    for (uint64_t k = 0; k < DRAWS; k++) {
        float u[4], p[3], n[3];
        double r;
        uniform(k, u);
        kit_shape_sample(&shape, u, p, n);
        r = length_of(p) / 2.0;
        mean += r / DRAWS;
        square += r * r / DRAWS;
        ck_assert_double_le(r, 1.0 + 1e-6);
        ck_assert_double_eq_tol(length_of(n), 1.0, 1e-5);
    }
    ck_assert_double_eq_tol(mean, moments[_i].mean, 0.003);
    ck_assert_double_eq_tol(square, moments[_i].square, 0.003);
}
END_TEST

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

START_TEST(cone_is_even_over_the_solid_angle) {
    static const float angle[] = {15, 30, 60, 90};
    static const double cosine[] = {0.98296, 0.93301, 0.75, 0.5};
    static const double median[] = {10.591, 21.091, 41.410, 60.0};
    static const float axes[3][3] = {{0, 1, 0}, {0, 0, -1}, {0.6f, -0.8f, 0}};
    float *angles = malloc(DRAWS * sizeof *angles);
    for (int axis = 0; axis < 3; axis++) {
        double mean = 0;
        for (uint64_t k = 0; k < DRAWS; k++) {
            float u[4], d[3], c = 0;
            uniform(k, u);
            kit_cone_sample(axes[axis], angle[_i] * DEG, u, d);
            for (int j = 0; j < 3; j++) c += d[j] * axes[axis][j];
            mean += (double)c / DRAWS;
            angles[k] = acosf(fminf(1.0f, c)) / DEG;
            ck_assert_double_eq_tol(length_of(d), 1.0, 1e-5);
        }
        ck_assert_double_eq_tol(mean, cosine[_i], 0.002);
        qsort(angles, DRAWS, sizeof *angles, by_value);
        ck_assert_double_eq_tol((double)angles[DRAWS / 2], median[_i], 0.01 * median[_i]);
    }
    free(angles);
}
END_TEST

START_TEST(every_shape_stays_inside_itself) {
    for (int kind = KIT_POINT; kind < KIT_MESH; kind++) {
        struct kit_shape s = {.kind = (enum kit_shape_kind)kind,
                              .radius = 1.0f,
                              .inner = 0.5f,
                              .size = {1, 2, 3},
                              .a = {-1, 0, 0},
                              .b = {1, 0, 0}};
        for (uint64_t k = 0; k < 2000; k++) {
            float u[4], p[3], n[3];
            uniform(k, u);
            kit_shape_sample(&s, u, p, n);
            ck_assert(fabsf(p[0]) <= 1.00001f && fabsf(p[1]) <= 2.00001f &&
                      fabsf(p[2]) <= 3.00001f);
            if (kind == KIT_RING) ck_assert_double_ge(length_of(p), 0.49999);
        }
    }
}
END_TEST

START_TEST(bounces_are_the_worked_ones) {
    const float still[3] = {0}, lift[3] = {0, 2, 0}, up[3] = {0, 1, 0};
    float v[3] = {3, -4, 0}, w[3] = {3, -4, 0}, away[3] = {3, 4, 0};
    ck_assert(kit_contact_bounce(v, still, up, 0.5f, 0.2f));
    ck_assert_float_eq_tol(v[0], 2.4f, 1e-6f);
    ck_assert_float_eq_tol(v[1], 2.0f, 1e-6f);
    ck_assert(kit_contact_bounce(w, lift, up, 0.5f, 0.2f));
    ck_assert_float_eq_tol(w[0], 2.4f, 1e-6f);
    ck_assert_float_eq_tol(w[1], 5.0f, 1e-6f);
    ck_assert(!kit_contact_bounce(away, still, up, 0.5f, 0.2f));
    ck_assert_float_eq(away[1], 4.0f);
}
END_TEST

START_TEST(swept_sphere_meets_at_a_third) {
    const double p[3] = {-5, 0, 0}, v[3] = {10, 0, 0}, c[3] = {0}, u[3] = {-2, 0, 0};
    const double past[3] = {-5, 1.5, 0};
    ck_assert_double_eq_tol(kit_contact_sphere(p, v, c, u, 1, 1), 1.0 / 3.0, 1e-9);
    ck_assert_double_lt(kit_contact_sphere(past, v, c, u, 1, 1), 0);
    ck_assert_double_lt(kit_contact_sphere(p, v, c, u, 1, 0.3), 0);
    ck_assert_double_eq(kit_contact_sphere(c, v, c, u, 1, 1), 0);
}
END_TEST

START_TEST(bounce_apexes_fall_by_the_square) {
    static const float want[] = {0.72f, 0.2592f, 0.093312f};
    const float still[3] = {0}, up[3] = {0, 1, 0};
    float height = 2.0f;
    for (int k = 0; k < 3; k++) {
        float v[3] = {0, -sqrtf(2.0f * 9.81f * height), 0};
        kit_contact_bounce(v, still, up, 0.6f, 0.0f);
        height = v[1] * v[1] / (2.0f * 9.81f);
        ck_assert_float_eq_tol(height, want[k], 1e-5f);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("kit_shape");
    TCase *tc = tcase_create("shape");
    SRunner *runner;
    int failed;
    tcase_add_loop_test(tc, radii_are_evenly_spread, 0, 4);
    tcase_add_loop_test(tc, cone_is_even_over_the_solid_angle, 0, 4);
    tcase_add_test(tc, every_shape_stays_inside_itself);
    tcase_add_test(tc, bounces_are_the_worked_ones);
    tcase_add_test(tc, swept_sphere_meets_at_a_third);
    tcase_add_test(tc, bounce_apexes_fall_by_the_square);
    suite_add_tcase(suite, tc);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
