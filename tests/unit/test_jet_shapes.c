/* SPDX-License-Identifier: MIT
 *
 * Half-tetrahedron, evolution curves, classic outline, spin, table 2 and the blackbody ramp.
 */
#include "jet_flame/jet_classic.h"
#include "jet_flame/jet_evolution.h"
#include "jet_flame/jet_modes.h"
#include "jet_flame/jet_spin.h"
#include "jet_flame/jet_tetra.h"
#include "kit/blackbody.h"
#include "simplex_fire/fire_noise.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

static float uniform(uint32_t n, uint32_t axis) {
    uint32_t h = fire_pcg(n + fire_pcg(axis + 31u));
    return (float)(h >> 8) / 8388608.0f - 1.0f;
}

START_TEST(tetra_has_four_faces_toward_the_eye) {
    static const float heights[3] = {1.5f, 2, 2.5f};
    static const double area[3] = {3.162278, 4.123106, 5.099020};
    static const double hole[3] = {18.4349, 14.0362, 11.3099};
    float h = heights[_i];
    ck_assert_double_eq_tol((double)jet_tetra_area(1, h), area[_i], 1e-6);
    ck_assert_double_eq_tol((double)jet_tetra_area(3, 3 * h), 9 * area[_i], 1e-5);
    ck_assert_double_eq_tol((double)jet_tetra_hole_angle(1, h), hole[_i], 1e-4);
    float sum = 0;
    for (int f = 0; f < JET_TETRA_TRIANGLES; f++) {
        float n[3];
        jet_tetra_normal(1, h, f, n);
        ck_assert(n[2] > 0);
        sum += .5f * sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    }
    ck_assert_double_eq_tol((double)sum, area[_i], 1e-6);
}
END_TEST

START_TEST(tetra_texture_runs_from_the_apex_to_the_corners) {
    float p[JET_TETRA_VERTICES][3], uv[JET_TETRA_VERTICES][2];
    jet_tetra_vertices(2, 3, p, uv);
    ck_assert(uv[4][0] == .5f && uv[4][1] == .5f && p[4][2] == 3);
    for (int i = 0; i < 4; i++) {
        ck_assert(fabsf(p[i][0]) == 1 && fabsf(p[i][1]) == 1 && p[i][2] == 0);
        ck_assert((uv[i][0] == 0 || uv[i][0] == 1) && (uv[i][1] == 0 || uv[i][1] == 1));
        int next = (i + 1) % 4; /* perimeter order: neighbours share an edge */
        ck_assert_float_eq_tol(hypotf(p[i][0] - p[next][0], p[i][1] - p[next][1]), 2, 1e-6f);
    }
}
END_TEST

/* Smallest dot of a face's outward normal with the direction from that face to the eye. */
static float least_facing(float a, float h, const float center[3], float axes[3][3],
                          const float eye[3]) {
    float least = INFINITY;
    for (int f = 0; f < JET_TETRA_TRIANGLES; f++) {
        float n[3], dot = 0;
        jet_tetra_normal(a, h, f, n);
        for (int k = 0; k < 3; k++) {
            float normal = n[0] * axes[0][k] + n[1] * axes[1][k] + n[2] * axes[2][k];
            float apex = center[k] + h * axes[2][k];
            dot += normal * (eye[k] - apex);
        }
        least = fminf(least, dot);
    }
    return least;
}

START_TEST(faces_stay_visible_when_the_base_looks_at_the_eye) {
    const float up[3] = {0, 1, 0}, eye[3] = {0, 0, 0};
    for (uint32_t n = 0; n < 300; n++) {
        const float center[3] = {6 * uniform(n, 0), 6 * uniform(n, 1), -4 - 3 * uniform(n, 2)};
        float axes[3][3];
        jet_tetra_orient(center, eye, up, axes);
        ck_assert(least_facing(.4f, 1, center, axes, eye) > 0);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                float dot =
                    axes[i][0] * axes[j][0] + axes[i][1] * axes[j][1] + axes[i][2] * axes[j][2];
                ck_assert_float_eq_tol(dot, i == j, 1e-5f);
            }
    }
}
END_TEST

START_TEST(a_screen_parallel_base_opens_a_hole_off_axis) {
    static const float heights[3] = {1.5f, 2, 2.5f};
    float h = heights[_i], a = .01f, limit = jet_tetra_hole_angle(1, h) * .01745329f;
    float axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const float eye[3] = {0, 0, 0};
    for (int side = -1; side <= 1; side += 2) {
        float angle = limit * (1 + .03f * (float)side);
        const float center[3] = {10 * tanf(angle), 0, -10};
        float facing = least_facing(a, h * a, center, axes, eye);
        ck_assert(side < 0 ? facing > 0 : facing < 0);
    }
}
END_TEST

START_TEST(orientation_survives_an_eye_overhead) {
    const float up[3] = {0, 1, 0}, center[3] = {0, 0, 0}, eye[3] = {0, 5, 0};
    float axes[3][3];
    jet_tetra_orient(center, eye, up, axes);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) ck_assert(isfinite(axes[i][k]));
    jet_tetra_orient(center, center, up, axes);
    ck_assert_float_eq_tol(axes[2][2], 1, 1e-6f);
}
END_TEST

START_TEST(perspective_magnifies_the_centre) {
    static const double want[5] = {0, .2, .428571, .692308, 1};
    for (int k = 0; k < 5; k++) {
        double tau = (double)jet_tetra_texture_radius((float)k / 4, 8, 2);
        ck_assert_double_eq_tol(tau, want[k], 1e-6);
    }
    ck_assert_double_eq_tol((double)jet_tetra_apex_shift(1, 2, 8, 2), .083333, 1e-6);
}
END_TEST

START_TEST(controllable_height_grows_then_flattens) {
    ck_assert_float_eq_tol(jet_tetra_height(2, 0, .02f, .31f), 3, 1e-6f);
    ck_assert_float_eq_tol(jet_tetra_height(2, .165f, .02f, .31f), 4, 1e-4f);
    ck_assert_float_eq_tol(jet_tetra_height(2, .31f, .02f, .31f), 5, 1e-5f);
    ck_assert_float_eq_tol(jet_tetra_height(2, 1, .02f, .31f), 0, 1e-6f);
}
END_TEST

START_TEST(evolution_recipes) {
    static const struct {
        enum jet_recipe recipe;
        double size[6]; /* at 0, .1, .25, .5, .75, 1 */
    } row[] = {
        {JET_RECIPE_JET, {.23330, .34999, .93436, .97346, .85768, .65}},
        {JET_RECIPE_EXPLOSION, {.05, .354, 1, 1.01667, 1.06667, 1.15}},
        {JET_RECIPE_CANDLE, {.35, .37031, .675, .99174, .70248, 0}},
        {JET_RECIPE_BURNING, {.6, .61633, .85306, .98056, .76181, .3}},
        {JET_RECIPE_TORNADO, {.15, .15, .20977, .575, .94023, 1}},
        {JET_RECIPE_FOUNTAIN, {.1, .12222, .45556, 1, 1, 1}},
        {JET_RECIPE_FIREWORK, {.01, .01, .01, .92080, 1.01975, 1.1}},
        {JET_RECIPE_FLOWER, {.12, .12, .20082, .67673, .99102, 1}},
    };
    static const float at[6] = {0, .1f, .25f, .5f, .75f, 1};
    struct jet_evolution e = jet_recipe_curve(row[_i].recipe);
    for (int k = 0; k < 6; k++)
        ck_assert_double_eq_tol((double)jet_evolve(&e, at[k]), row[_i].size[k], 6e-6);
    ck_assert_float_eq(jet_evolve(&e, -1), jet_evolve(&e, 0));
    ck_assert_float_eq(jet_evolve(&e, 2), jet_evolve(&e, 1));
}
END_TEST

START_TEST(flames_puff_slower_when_wide) {
    static const float d[4] = {.01f, .1f, .3f, 1};
    static const double want[4] = {15, 4.743, 2.739, 1.5};
    for (int k = 0; k < 4; k++)
        ck_assert_double_eq_tol((double)jet_puffing(d[k]), want[k], 1e-3);
}
END_TEST

START_TEST(classic_envelope_and_outline) {
    static const double want[11] = {0,       .029,    .048491, .062910, .073176, .079556,
                                    .081955, .079896, .072222, .055831, 0};
    float r[JET_OUTLINE_POINTS];
    jet_classic_outline(10, r);
    for (int k = 0; k <= 10; k++) {
        ck_assert_double_eq_tol((double)jet_classic_envelope((float)k / 10), want[k], 1e-6);
        if (k > 0) ck_assert_double_eq_tol((double)r[k - 1], 10 * want[k], 1e-5);
    }
    double top = (double)jet_classic_envelope(expf(-.5f));
    ck_assert_double_eq_tol(top, .081965, 1e-6);
    for (int k = 0; k <= 1000; k++)
        ck_assert((double)jet_classic_envelope((float)k / 1000) <= top + 1e-7);
    ck_assert_double_eq_tol((double)jet_classic_radius(r, 10, 2.5f), 5 * (want[2] + want[3]),
                            1e-5);
    ck_assert_double_eq_tol((double)jet_classic_radius(r, 10, .5f), 5 * want[1], 1e-5);
    ck_assert_float_eq(jet_classic_radius(r, 10, 11), 0);
    ck_assert_float_eq(jet_classic_radius(r, 10, -1), 0);
}
END_TEST

START_TEST(classic_speed_keeps_momentum) {
    const struct jet_classic_ratios same = {1, 1, 1, 1};
    ck_assert_float_eq(jet_classic_speed(40, &same, jet_classic_exponents), 40);
    float before = INFINITY;
    for (int k = 1; k < 30; k++) {
        const struct jet_classic_ratios r = {3, 20, 1 / (float)k, .5f};
        float u = jet_classic_speed(40, &r, jet_classic_exponents);
        ck_assert(u < before);
        before = u;
        /* rho_f d0^2 u0^2 = rho_m d^2 u^2 */
        ck_assert_float_eq_tol(u * u * (float)(k * k) / (3 * 40 * 40), 1, 1e-5f);
    }
    const float all[4] = {1, 2, 3, 4};
    const struct jet_classic_ratios two = {2, 2, 2, 2};
    ck_assert_float_eq_tol(jet_classic_speed(1, &two, all), 1024, 1e-2f);
}
END_TEST

START_TEST(fill_times_of_table_2) {
    static const double want[4] = {.7, .555556, .571429, .571429};
    struct jet_mode_record r = jet_mode_record((enum jet_mode)(_i + 1));
    double fill =
        (double)jet_fill_time((float)r.particles, r.births_per_frame, r.frames_per_second);
    ck_assert_double_eq_tol(fill, want[_i], 1e-6);
    /* The printed time agrees within one frame. */
    ck_assert(fabs(fill - (double)r.fill_time) < 1 / (double)r.frames_per_second);
    double births = (double)(r.births_per_frame * r.frames_per_second);
    ck_assert_double_eq_tol((double)jet_steady_count((float)births, (float)fill), r.particles,
                            1e-2);
}
END_TEST

START_TEST(coverage_picks_the_smallest_count) {
    ck_assert_int_eq(jet_coverage_count(10, 4, .5f, .25f), 320);
    ck_assert_int_eq(jet_coverage_count(10.01f, 4, .5f, .25f), 321);
    ck_assert_int_eq(jet_coverage_count(10, 4, 0, 1), 0);
    ck_assert_float_eq_tol(jet_cone_radius(.1f, 90, 2), 2.05f, 1e-5f);
}
END_TEST

/* Standard deviation of the angle after `steps` steps, over many particles. Degrees. */
static double walk_sd(int steps, float dt, int document) {
    enum { N = 20000 };
    const float rate = 720 * .01745329252f;
    double square = 0;
    for (uint32_t n = 0; n < N; n++) {
        float a = 0;
        for (int k = 0; k < steps; k++) {
            float xi = uniform(n, 100u + (uint32_t)k);
            a = document ? jet_spin_document(a, rate, xi, dt)
                         : jet_spin_walk(a, rate, xi, dt, 1.0f / 35);
        }
        square += (double)(a * a);
    }
    return sqrt(square / N) * 57.29578;
}

START_TEST(rotation_spreads_as_a_random_walk) {
    ck_assert_double_eq_tol(walk_sd(20, 1.0f / 35, 1), 53.115, 1);
    ck_assert_double_eq_tol(walk_sd(20, 1.0f / 35, 0), 53.115, 1);
    /* Twice the rate over the same time: only the scaled walk keeps its spread. */
    ck_assert_double_eq_tol(walk_sd(40, 1.0f / 70, 0), 53.115, 1);
    ck_assert_double_eq_tol(walk_sd(40, 1.0f / 70, 1), 53.115 / sqrt(2), 1);
}
END_TEST

START_TEST(steady_spin_is_bounded_and_smooth) {
    for (int k = 0; k < 1000; k++) {
        float t = .01f * (float)k, xi = uniform((uint32_t)k, 0);
        float step = jet_spin_steady(3, xi, .3f, t + 1e-3f) - jet_spin_steady(3, xi, .3f, t);
        ck_assert(fabsf(step) < 1e-3f * (1.5f + .3f * 6.2832f * 1.7f) + 1e-5f);
    }
    ck_assert_float_eq_tol(jet_spin_steady(3, 1, 0, 0), 0, 1e-6f);
}
END_TEST

START_TEST(blackbody_colours) {
    static const double want[9][4] = {
        {1000, 1, .029, 0},    {1200, 1, .074, 0},    {1500, 1, .146, 0},
        {1800, 1, .219, 0},    {2000, 1, .267, .008}, {2200, 1, .314, .028},
        {2500, 1, .381, .068}, {3000, 1, .485, .155}, {6500, 1, .947, .994},
    };
    float rgb[3];
    kit_blackbody_color((float)want[_i][0], rgb);
    for (int k = 0; k < 3; k++) ck_assert_double_eq_tol((double)rgb[k], want[_i][k + 1], 3e-3);
}
END_TEST

START_TEST(kit_blackbody_luminance_spans_decades) {
    static const double want[5][2] = {
        {1200, .018}, {1500, 1}, {1800, 15.2}, {2000, 59.8}, {2500, 725}};
    for (int k = 0; k < 5; k++) {
        double y = (double)kit_blackbody_luminance((float)want[k][0]);
        ck_assert_double_eq_tol(y / want[k][1], 1, .13);
    }
    float before = 0;
    for (float t = 800; t < 6500; t += 50) {
        ck_assert(kit_blackbody_luminance(t) > before);
        before = kit_blackbody_luminance(t);
    }
    ck_assert_float_eq(kit_blackbody_luminance(-5), kit_blackbody_luminance(800));
}
END_TEST

static Suite *shape_suite(void) {
    Suite *s = suite_create("jet_shapes");
    TCase *c = tcase_create("shapes");
    tcase_add_loop_test(c, tetra_has_four_faces_toward_the_eye, 0, 3);
    tcase_add_test(c, tetra_texture_runs_from_the_apex_to_the_corners);
    tcase_add_test(c, faces_stay_visible_when_the_base_looks_at_the_eye);
    tcase_add_loop_test(c, a_screen_parallel_base_opens_a_hole_off_axis, 0, 3);
    tcase_add_test(c, orientation_survives_an_eye_overhead);
    tcase_add_test(c, perspective_magnifies_the_centre);
    tcase_add_test(c, controllable_height_grows_then_flattens);
    tcase_add_loop_test(c, evolution_recipes, 0, 8);
    tcase_add_test(c, flames_puff_slower_when_wide);
    tcase_add_test(c, classic_envelope_and_outline);
    tcase_add_test(c, classic_speed_keeps_momentum);
    tcase_add_loop_test(c, fill_times_of_table_2, 0, 4);
    tcase_add_test(c, coverage_picks_the_smallest_count);
    tcase_add_test(c, rotation_spreads_as_a_random_walk);
    tcase_add_test(c, steady_spin_is_bounded_and_smooth);
    tcase_add_loop_test(c, blackbody_colours, 0, 9);
    tcase_add_test(c, kit_blackbody_luminance_spans_decades);
    suite_add_tcase(s, c);
    return s;
}

int main(void) {
    SRunner *r = srunner_create(shape_suite());
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
