/* SPDX-License-Identifier: MIT
 *
 * Steering and drives against the numbers of the specification.
 */
#include "flock/drive.h"
#include "flock/steer.h"
#include "support/suite.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <wisp/rng.h>

static const float target[3] = {10, 0, 0};
static const float dt = 1.0f / 60;

enum goal { SEEK, FLEE, ARRIVE };

static struct steer_agent runner(void) {
    return (struct steer_agent){
        .vel = {0, 4, 0}, .speed = 4, .acceleration = 5, .response = dt};
}

static void advance(struct steer_agent *a, const float pull[3]) {
    float square = 0;
    for (int c = 0; c < 3; c++) {
        a->vel[c] += pull[c] * dt;
        square += a->vel[c] * a->vel[c];
    }
    float speed = sqrtf(square);
    for (int c = 0; c < 3; c++) {
        if (speed > a->speed) a->vel[c] *= a->speed / speed;
        a->pos[c] += a->vel[c] * dt;
    }
}

static float distance(const struct steer_agent *a) {
    return hypotf(target[0] - a->pos[0], target[1] - a->pos[1]);
}

/* at: distance after each of 10 s. Returns the greatest x. */
static float run_goal(enum goal goal, float at[10], struct steer_agent *a) {
    float farthest = -INFINITY;
    *a = runner();
    for (int f = 0; f < 600; f++) {
        float pull[3];
        if (goal == SEEK)
            steer_seek(a, target, pull);
        else if (goal == FLEE)
            steer_flee(a, target, pull);
        else
            steer_arrive(a, target, 4, pull);
        advance(a, pull);
        farthest = fmaxf(farthest, a->pos[0]);
        if (f % 60 == 59) at[f / 60] = distance(a);
    }
    return farthest;
}

START_TEST(seeking_overshoots_and_circles) {
    float at[10];
    struct steer_agent a;
    float farthest = run_goal(SEEK, at, &a);
    ck_assert_float_eq_tol(at[0], 8.5859f, 1e-3f);
    ck_assert_float_eq_tol(at[1], 4.7094f, 1e-3f);
    ck_assert_float_eq_tol(at[2], 0.7094f, 1e-3f);
    ck_assert_float_eq_tol(farthest, 11.54f, 0.01f);
}
END_TEST

START_TEST(arriving_stops_there) {
    float at[10];
    struct steer_agent a;
    float farthest = run_goal(ARRIVE, at, &a);
    ck_assert_float_eq_tol(at[9], 0.0015f, 1e-4f);
    ck_assert_float_eq_tol(farthest, 9.9986f, 1e-3f);
    ck_assert_float_eq_tol(hypotf(a.vel[0], a.vel[1]), 0.0015f, 1e-4f);
}
END_TEST

START_TEST(fleeing_goes_away) {
    float at[10];
    struct steer_agent a;
    run_goal(FLEE, at, &a);
    ck_assert_float_eq_tol(at[9], 48.13f, 0.01f);
}
END_TEST

START_TEST(wandering_spreads_like_a_random_walk) {
    double sum = 0;
    enum { WALKS = 4000 };
    for (uint64_t w = 0; w < WALKS; w++) {
        float heading = 0;
        for (uint64_t k = 0; k < 60; k++)
            heading = steer_wander(heading, 15, wisp_rng_f01(5, 60 * w + k));
        sum += (double)heading * (double)heading;
    }
    ck_assert_double_eq_tol(sqrt(sum / WALKS), 67.1, 2.5);
}
END_TEST

static float pass_sphere(bool on) {
    const float centre[3] = {10, 0.1f, 0}, ahead[3] = {4, 0, 0};
    struct steer_agent a = {.vel = {4, 0, 0}, .speed = 4, .acceleration = 8, .response = 0.5f};
    float nearest = INFINITY;
    for (int f = 0; f < 360; f++) {
        float pull[3] = {0, 0, 0};
        if (on && !steer_avoid_sphere(&a, centre, 2.5f, 6 - 0.5f, pull))
            steer_toward(&a, ahead, pull);
        float square = 0;
        for (int c = 0; c < 3; c++) {
            a.vel[c] += pull[c] * dt;
            square += a.vel[c] * a.vel[c];
        }
        for (int c = 0; c < 3; c++) {
            a.vel[c] *= 4 / sqrtf(square);
            a.pos[c] += a.vel[c] * dt;
        }
        nearest = fminf(nearest, hypotf(10 - a.pos[0], 0.1f - a.pos[1]));
    }
    return nearest;
}

START_TEST(a_sphere_in_the_way_is_passed) {
    ck_assert_float_ge(pass_sphere(true), 2.48f);
    ck_assert_float_eq_tol(pass_sphere(false), 0.10f, 1e-3f);
}
END_TEST

START_TEST(dead_ahead_means_to_one_side) {
    const float centre[3] = {0, 0, 5};
    struct steer_agent a = {.vel = {0, 0, 4}, .speed = 4, .acceleration = 8, .response = 0.5f};
    float pull[3];
    ck_assert_int_eq(steer_avoid_sphere(&a, centre, 2, 6, pull), 1);
    ck_assert_float_eq_tol(sqrtf(pull[0] * pull[0] + pull[1] * pull[1]), 8, 1e-3f);
    a.vel[2] = -4;
    ck_assert_int_eq(steer_avoid_sphere(&a, centre, 2, 6, pull), 0);
}
END_TEST

START_TEST(pursuit_catches_what_seeking_trails) {
    struct steer_agent seek = runner(), pursue = runner();
    float prey[3] = {10, 0, 0}, vel[3] = {0, 3, 0}, pull[3], caught[2] = {INFINITY, INFINITY};
    for (int f = 0; f < 240; f++) {
        steer_seek(&seek, prey, pull);
        advance(&seek, pull);
        steer_pursue(&pursue, prey, vel, pull);
        advance(&pursue, pull);
        prey[1] += vel[1] * dt;
        caught[0] = fminf(caught[0], hypotf(prey[0] - seek.pos[0], prey[1] - seek.pos[1]));
        caught[1] = fminf(caught[1], hypotf(prey[0] - pursue.pos[0], prey[1] - pursue.pos[1]));
    }
    ck_assert_float_lt(caught[1], 0.5f * caught[0]);
}
END_TEST

START_TEST(evading_leads_off_the_hunter_s_way) {
    struct steer_agent a = runner();
    const float hunter[3] = {0, -4, 0}, chase[3] = {0, 4, 0};
    float pull[3];
    a.vel[1] = 0;
    steer_evade(&a, hunter, chase, pull);
    ck_assert_float_gt(fabsf(pull[0]) + fabsf(pull[1]), 1);
}
END_TEST

START_TEST(a_path_is_followed_and_a_box_kept) {
    const float path[] = {0, 0, 0, 20, 0, 0}, low[3] = {-5, -5, -5}, high[3] = {5, 5, 5};
    const float wide[2] = {0.5f, 0.5f};
    struct steer_agent a = {
        .pos = {0, 3, 0}, .vel = {2, 0, 0}, .speed = 3, .acceleration = 6, .response = 0.3f};
    float pull[3];
    for (int f = 0; f < 300; f++) {
        steer_follow_path(&a, path, 2, wide, pull);
        advance(&a, pull);
    }
    ck_assert_float_lt(fabsf(a.pos[1]), 0.8f);
    ck_assert_float_gt(a.pos[0], 8);
    struct steer_agent b = {
        .vel = {3, 1, 0.5f}, .speed = 3, .acceleration = 6, .response = 0.3f};
    for (int f = 0; f < 1200; f++) {
        steer_contain(&b, low, high, 2, pull);
        advance(&b, pull);
        for (int c = 0; c < 3; c++) ck_assert_float_lt(fabsf(b.pos[c]), 5.2f);
    }
}
END_TEST

START_TEST(a_follower_stays_behind_its_leader) {
    struct steer_agent a = {.pos = {-8, 1, 0}, .speed = 4, .acceleration = 6, .response = 0.2f};
    float leader[3] = {0, 0, 0};
    const float vel[3] = {2, 0, 0};
    for (int f = 0; f < 900; f++) {
        float pull[3];
        steer_follow_leader(&a, leader, vel, 2, pull);
        advance(&a, pull);
        leader[0] += vel[0] * dt;
    }
    /* It slows toward a place that moves, so it trails that by the speed's share of `slow`. */
    ck_assert(leader[0] - a.pos[0] > 1.9f && leader[0] - a.pos[0] < 3.5f);
    ck_assert_float_lt(fabsf(a.pos[1]), 0.1f);
}
END_TEST

START_TEST(the_urgent_request_goes_first) {
    float sum[3] = {0}, left = 5;
    const float first[3] = {4, 0, 0}, second[3] = {0, 3, 0}, third[3] = {0, 0, 9};
    ck_assert_int_eq(steer_spend(sum, &left, first), 1);
    ck_assert_int_eq(steer_spend(sum, &left, second), 0);
    ck_assert_int_eq(steer_spend(sum, &left, third), 0);
    ck_assert_float_eq(sum[0], 4);
    ck_assert_float_eq_tol(sum[1], 1, 1e-6f);
    ck_assert_float_eq(sum[2], 0);
}
END_TEST

START_TEST(hunger_grows_into_a_weight) {
    const float want[] = {0, 0, 0.0741f, 0.5f, 0.9259f, 1};
    float hunger = 0.1f;
    for (int t = 0; t <= 50; t++) {
        if (t % 10 == 0)
            ck_assert_float_eq_tol(drive_weight(0.4f, hunger), want[t / 10], 1e-4f);
        hunger = drive_grow(hunger, 0.02f, 1);
    }
    ck_assert_float_eq(drive_grow(0.99f, 1, 1), 1);
}
END_TEST

START_TEST(fear_fades) {
    ck_assert_float_eq_tol(drive_fade(1.5f, 1), 0.5134f, 1e-4f);
    ck_assert_float_eq_tol(drive_fade(1.5f, 2), 0.2636f, 1e-4f);
    ck_assert_float_eq_tol(drive_fade(1.5f, 4), 0.0695f, 1e-4f);
    float fear = 1;
    for (int k = 0; k < 60; k++) fear *= drive_fade(1.5f, dt);
    ck_assert_float_eq_tol(fear, 0.5134f, 1e-4f);
}
END_TEST

/* Food behind a weak threat: who starves goes through, who does not stays away. */
static float walk_to_food(float hunger) {
    const float food[3] = {10, 0, 0}, threat[3] = {5, 0, 0};
    struct steer_agent a = {.speed = 2, .acceleration = 8, .response = 0.1f};
    for (int f = 0; f < 1200; f++) {
        float goals[6], pull[3], fear = 0.6f * fmaxf(0, 1 - fabsf(a.pos[0] - threat[0]) / 3);
        float weights[2] = {drive_weight(0.4f, hunger), drive_weight(0.2f, fear)};
        steer_arrive(&a, food, 1, goals);
        steer_flee(&a, threat, goals + 3);
        drive_blend(weights, goals, 2, pull);
        if (drive_choose(weights, 2) < 2) advance(&a, pull);
    }
    return a.pos[0];
}

START_TEST(the_starving_cross_a_weak_threat) {
    ck_assert_float_eq_tol(walk_to_food(1), 10, 0.2f);
    ck_assert_float_lt(walk_to_food(0.55f), 5);
}
END_TEST

START_TEST(no_goal_is_no_choice) {
    const float none[2] = {0, 0}, goals[6] = {1, 2, 3, 4, 5, 6};
    float out[3];
    ck_assert_uint_eq(drive_choose(none, 2), 2);
    drive_blend(none, goals, 2, out);
    ck_assert_float_eq(out[0], 0);
}
END_TEST

SUITE_MAIN("flock_steer", TEST(seeking_overshoots_and_circles), TEST(arriving_stops_there),
           TEST(fleeing_goes_away), TEST(wandering_spreads_like_a_random_walk),
           TEST(a_sphere_in_the_way_is_passed), TEST(dead_ahead_means_to_one_side),
           TEST(pursuit_catches_what_seeking_trails), TEST(evading_leads_off_the_hunter_s_way),
           TEST(a_path_is_followed_and_a_box_kept), TEST(a_follower_stays_behind_its_leader),
           TEST(the_urgent_request_goes_first), TEST(hunger_grows_into_a_weight),
           TEST(fear_fades), TEST(the_starving_cross_a_weak_threat), TEST(no_goal_is_no_choice))
