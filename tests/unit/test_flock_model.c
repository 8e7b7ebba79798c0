/* SPDX-License-Identifier: MIT
 *
 * The flock against the numbers of the specification, for three seeds of ours.
 */
#include "support/flock_run.h"
#include "support/suite.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

START_TEST(birds_come_to_one_heading_and_keep_their_distance) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_STEER);
    ck_assert_float_lt(flock_run_look(r).order, 0.3f);
    flock_run_steps(r, 150);
    ck_assert_float_ge(flock_run_look(r).order, 0.99f);
    flock_run_steps(r, 150);
    struct flock_look look = flock_run_look(r);
    ck_assert_float_ge(look.order, 0.999f);
    ck_assert_float_eq_tol(look.gyration, 2.30f, 0.06f);
    ck_assert_float_eq_tol(look.nearest, 1.28f, 0.04f);
    ck_assert_float_ge(look.nearest_least, 0.98f);
    flock_run_close(r);
}
END_TEST

START_TEST(without_alignment_there_is_no_common_heading) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_STEER);
    r->rules.alignment = 0;
    for (int k = 0; k < 6; k++) {
        flock_run_steps(r, 150);
        ck_assert_float_le(flock_run_look(r).order, 0.25f);
    }
    flock_run_close(r);
}
END_TEST

START_TEST(without_cohesion_the_flock_drifts_apart) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_STEER);
    r->rules.cohesion = 0;
    flock_run_steps(r, 900);
    ck_assert_float_ge(flock_run_look(r).gyration, 4 * 2.30f);
    flock_run_close(r);
}
END_TEST

START_TEST(without_separation_birds_pile_up) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_STEER);
    r->rules.separation = 0;
    flock_run_steps(r, 300);
    ck_assert_float_lt(flock_run_look(r).nearest, 0.03f);
    flock_run_close(r);
}
END_TEST

START_TEST(with_separation_alone_all_fly_straight_away) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_STEER);
    r->rules.cohesion = r->rules.alignment = 0;
    flock_run_steps(r, 900);
    ck_assert_float_eq_tol(flock_run_look(r).gyration, 94, 4);
    flock_run_close(r);
}
END_TEST

START_TEST(document_mode_comes_to_one_heading) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_DOCUMENT);
    flock_run_steps(r, 150);
    struct flock_look look = flock_run_look(r);
    ck_assert_float_ge(look.order, 0.99f);
    flock_run_steps(r, 750);
    look = flock_run_look(r);
    ck_assert_float_ge(look.order, 0.997f);
    ck_assert(look.gyration > 1.7f && look.gyration < 3.2f);
    ck_assert(look.nearest > 0.78f && look.nearest < 0.95f);
    flock_run_close(r);
}
END_TEST

START_TEST(document_mode_without_alignment_has_no_order) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_DOCUMENT);
    r->rules.alignment = 0;
    flock_run_steps(r, 900);
    ck_assert_float_le(flock_run_look(r).order, 0.25f);
    flock_run_close(r);
}
END_TEST

START_TEST(document_mode_without_attraction_stays_as_wide_as_it_was) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_DOCUMENT);
    r->rules.cohesion = 0;
    flock_run_steps(r, 150);
    float early = flock_run_look(r).gyration;
    flock_run_steps(r, 750);
    struct flock_look look = flock_run_look(r);
    ck_assert_float_eq_tol(look.gyration, early, 0.15f);
    ck_assert(look.gyration > 3.9f && look.gyration < 5.0f);
    flock_run_close(r);
}
END_TEST

START_TEST(document_mode_without_repulsion_crowds) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_DOCUMENT);
    r->rules.separation = 0;
    flock_run_steps(r, 900);
    ck_assert_float_lt(flock_run_look(r).nearest, 0.3f);
    flock_run_close(r);
}
END_TEST

/* Away from the walls at 15, harder the farther in. */
static void push_off_walls(struct flock_run *r) {
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < FLOCK_RUN_BIRDS; i++) {
            float x = r->birds.pos[c][i], in = fabsf(x) - 15 + 4;
            r->planes[9 + c][i] = in > 0 ? -copysignf(0.75f * in, x) : 0;
        }
}

START_TEST(document_mode_turns_as_one_at_walls) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_DOCUMENT);
    for (int k = 0; k < 900; k++) {
        push_off_walls(r);
        flock_run_steps(r, 1);
        for (int c = 0; c < 3; c++)
            for (int i = 0; i < FLOCK_RUN_BIRDS; i++)
                ck_assert_float_lt(fabsf(r->birds.pos[c][i]), 16);
    }
    ck_assert_float_ge(flock_run_look(r).order, 0.98f);
    flock_run_close(r);
}
END_TEST

/* One second of a predator at the centre; afterwards all look three times as far. */
START_TEST(an_attack_scatters_and_the_flock_closes_again) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_STEER);
    flock_run_steps(r, 300);
    for (int k = 0; k < 30; k++) {
        float centre[3];
        flock_gyration(&r->birds, centre);
        for (int i = 0; i < FLOCK_RUN_BIRDS; i++) {
            float d[3], square = 0;
            for (int c = 0; c < 3; c++) {
                d[c] = r->birds.pos[c][i] - centre[c];
                square += d[c] * d[c];
            }
            for (int c = 0; c < 3; c++) r->planes[9 + c][i] = 16 * d[c] / sqrtf(square);
            r->panic[i] = 1;
        }
        flock_run_steps(r, 1);
    }
    ck_assert_float_lt(flock_run_look(r).order, 0.1f);
    memset(r->planes[9], 0, 3 * sizeof r->planes[9]);
    memset(r->panic, 0, sizeof r->panic);
    for (int i = 0; i < FLOCK_RUN_BIRDS; i++) r->reach[i] = 3;
    flock_run_steps(r, 30);
    ck_assert_float_eq_tol(flock_run_look(r).gyration, 7.6f, 0.4f);
    flock_run_steps(r, 90);
    ck_assert_float_gt(flock_run_look(r).order, 0.8f);
    ck_assert_float_eq_tol(flock_run_look(r).gyration, 2.35f, 0.15f);
    flock_run_steps(r, 150);
    ck_assert_float_gt(flock_run_look(r).order, 0.99f);
    flock_run_close(r);
}
END_TEST

START_TEST(two_colours_part) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_STEER);
    for (int i = 0; i < FLOCK_RUN_BIRDS; i++) r->color[i] = i & 1;
    flock_run_steps(r, 300);
    float sum[2] = {0, 0};
    for (int i = 0; i < FLOCK_RUN_BIRDS; i++) {
        float best[2] = {INFINITY, INFINITY};
        for (int j = 0; j < FLOCK_RUN_BIRDS; j++) {
            float square = 0;
            for (int c = 0; c < 3; c++) {
                float d = r->birds.pos[c][i] - r->birds.pos[c][j];
                square += d * d;
            }
            int other = (i ^ j) & 1;
            if (i != j) best[other] = fminf(best[other], sqrtf(square));
        }
        for (int k = 0; k < 2; k++) sum[k] += best[k];
    }
    ck_assert_float_gt(sum[1] / sum[0], 10);
    flock_run_close(r);
}
END_TEST

/* What the grid finds, against looking at everybody. */
START_TEST(the_grid_finds_the_nearest_seven) {
    struct flock_run *r = flock_run_open((uint64_t)_i, FLOCK_STEER);
    r->rules.neighbours = 7;
    r->rules.cohesion = 1;
    r->rules.alignment = r->rules.separation = 0;
    r->rules.acceleration = 1e6f;
    flock_grid_build(&r->grid, r->memory, &r->birds, flock_cell(&r->rules));
    flock_think(&r->rules, &r->grid, &r->birds, 0, FLOCK_RUN_BIRDS);
    for (int i = 0; i < FLOCK_RUN_BIRDS; i++) {
        float sum[3] = {0};
        bool used[FLOCK_RUN_BIRDS] = {0};
        int n = 0;
        for (; n < 7; n++) {
            int best = -1;
            float least = 36;
            for (int j = 0; j < FLOCK_RUN_BIRDS; j++) {
                float square = 0;
                for (int c = 0; c < 3; c++) {
                    float d = r->birds.pos[c][j] - r->birds.pos[c][i];
                    square += d * d;
                }
                if (j == i || used[j] || square > least) continue;
                least = square;
                best = j;
            }
            if (best < 0) break;
            used[best] = true;
            for (int c = 0; c < 3; c++) sum[c] += r->birds.pos[c][best] - r->birds.pos[c][i];
        }
        for (int c = 0; c < 3 && n; c++)
            ck_assert_float_eq_tol(r->birds.want[c][i], sum[c] / (float)n, 1e-4f);
    }
    flock_run_close(r);
}
END_TEST

START_TEST(who_is_behind_is_not_seen) {
    struct flock_run *r = flock_run_open(1, FLOCK_STEER);
    r->rules.cos_view = -0.8660254f; /* 300 degrees */
    r->birds.count = 2;
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < 2; i++) r->birds.pos[c][i] = r->birds.vel[c][i] = 0;
    r->birds.vel[2][0] = r->birds.vel[2][1] = 3;
    r->birds.pos[2][1] = -3; /* the second follows the first */
    flock_grid_build(&r->grid, r->memory, &r->birds, flock_cell(&r->rules));
    flock_think(&r->rules, &r->grid, &r->birds, 0, 2);
    ck_assert_float_eq(r->birds.want[2][0], 0);
    ck_assert_float_eq_tol(r->birds.want[2][1], 3, 1e-5f);
    flock_run_close(r);
}
END_TEST

SUITE_MAIN("flock_model", TEST_LOOP(birds_come_to_one_heading_and_keep_their_distance, 1, 4),
           TEST_LOOP(without_alignment_there_is_no_common_heading, 1, 4),
           TEST_LOOP(without_cohesion_the_flock_drifts_apart, 1, 4),
           TEST_LOOP(without_separation_birds_pile_up, 1, 4),
           TEST_LOOP(with_separation_alone_all_fly_straight_away, 1, 4),
           TEST_LOOP(document_mode_comes_to_one_heading, 1, 4),
           TEST_LOOP(document_mode_without_alignment_has_no_order, 1, 4),
           TEST_LOOP(document_mode_without_attraction_stays_as_wide_as_it_was, 1, 4),
           TEST_LOOP(document_mode_without_repulsion_crowds, 1, 4),
           TEST_LOOP(document_mode_turns_as_one_at_walls, 1, 4),
           TEST_LOOP(an_attack_scatters_and_the_flock_closes_again, 1, 3),
           TEST_LOOP(two_colours_part, 1, 3), TEST_LOOP(the_grid_finds_the_nearest_seven, 1, 4),
           TEST(who_is_behind_is_not_seen))
