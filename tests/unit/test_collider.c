/* SPDX-License-Identifier: MIT
 *
 * Distances from colliders: known values, the gradient property, equal bits, grids.
 */
#include "scene/collide.h"
#include "scene/wind.h"
#include "scene/world.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>
#include <wisp/rng.h>

static wisp_collider collider(uint32_t shape, float a, float b, float c) {
    wisp_collider k = {.struct_size = sizeof k, .shape = shape, .size = {a, b, c}};
    pose_identity(&k.pose);
    return k;
}

static const struct {
    uint32_t shape;
    float size[3], at[3], distance, normal[3];
} known[] = {
    {WISP_SHAPE_PLANE, {0, 0, 0}, {5, 2, -3}, 2.0f, {0, 1, 0}},
    {WISP_SHAPE_PLANE, {0, 0, 0}, {5, -2, -3}, -2.0f, {0, 1, 0}},
    {WISP_SHAPE_SPHERE, {2, 0, 0}, {0, 0, 5}, 3.0f, {0, 0, 1}},
    {WISP_SHAPE_SPHERE, {2, 0, 0}, {-1, 0, 0}, -1.0f, {-1, 0, 0}},
    {WISP_SHAPE_BOX, {1, 2, 3}, {4, 0, 0}, 3.0f, {1, 0, 0}},
    {WISP_SHAPE_BOX, {1, 2, 3}, {4, 6, 0}, 5.0f, {0.6f, 0.8f, 0}},
    {WISP_SHAPE_BOX, {1, 2, 3}, {0.75f, 0, 0}, -0.25f, {1, 0, 0}},
    {WISP_SHAPE_BOX, {1, 2, 3}, {0, -1.5f, 0}, -0.5f, {0, -1, 0}},
    {WISP_SHAPE_CYLINDER, {1, 2, 0}, {3, 0, 4}, 4.0f, {0.6f, 0, 0.8f}},
    {WISP_SHAPE_CYLINDER, {1, 2, 0}, {0.1f, 3, 0}, 1.0f, {0, 1, 0}},
    {WISP_SHAPE_CYLINDER, {1, 2, 0}, {4, 6, 0}, 5.0f, {0.6f, 0.8f, 0}},
    {WISP_SHAPE_CYLINDER, {1, 2, 0}, {0.5f, -1.9f, 0}, -0.1f, {0, -1, 0}},
    {WISP_SHAPE_CAPSULE, {1, 2, 0}, {4, 1, 0}, 3.0f, {1, 0, 0}},
    {WISP_SHAPE_CAPSULE, {1, 2, 0}, {3, 6, 0}, 4.0f, {0.6f, 0.8f, 0}},
};
enum { KNOWN = sizeof known / sizeof *known };

START_TEST(known_values) {
    wisp_collider c =
        collider(known[_i].shape, known[_i].size[0], known[_i].size[1], known[_i].size[2]);
    float n[3];
    ck_assert_float_eq_tol(collide_point(&c, known[_i].at, n), known[_i].distance, 1e-6f);
    for (int k = 0; k < 3; k++) ck_assert_float_eq_tol(n[k], known[_i].normal[k], 1e-6f);
}
END_TEST

START_TEST(a_pose_moves_the_field_with_it) {
    wisp_collider still =
        collider(known[_i].shape, known[_i].size[0], known[_i].size[1], known[_i].size[2]);
    wisp_collider c = still;
    const float angles[3] = {0.3f, -1.1f, 0.7f};
    float at[3], want[3], n[3], plain[3];
    pose_from_angles(c.pose.rotation, angles);
    for (int k = 0; k < 3; k++) c.pose.position[k] = (float)k - 5.0f;
    pose_rotate(c.pose.rotation, known[_i].at, at);
    for (int k = 0; k < 3; k++) at[k] += c.pose.position[k];
    collide_point(&still, known[_i].at, plain);
    pose_rotate(c.pose.rotation, plain, want);
    ck_assert_float_eq_tol(collide_point(&c, at, n), known[_i].distance, 1e-5f);
    for (int k = 0; k < 3; k++) ck_assert_float_eq_tol(n[k], want[k], 1e-4f);
}
END_TEST

enum { N = 1000 };
static const uint32_t shapes[] = {WISP_SHAPE_PLANE, WISP_SHAPE_BOX, WISP_SHAPE_SPHERE,
                                  WISP_SHAPE_CYLINDER, WISP_SHAPE_CAPSULE};

START_TEST(levels_give_the_same_bits) {
    static float p[3][N], d[2][N], n[2][3][N];
    for (uint32_t i = 0; i < N; i++)
        for (uint64_t k = 0; k < 3; k++) p[k][i] = wisp_rng_range(k, i, -4.0f, 4.0f);
    wisp_collider c = collider(shapes[_i], 1.0f, 0.7f, 1.9f);
    const float angles[3] = {1.0f, 2.0f, 3.0f};
    pose_from_angles(c.pose.rotation, angles);
    const float *const in[3] = {p[0], p[1], p[2]};
    float *const first[3] = {n[0][0], n[0][1], n[0][2]};
    float *const second[3] = {n[1][0], n[1][1], n[1][2]};
    collide_distance_level(&c, 0, N, in, d[0], first);
    for (int level = 1; level <= wind_level(); level++) {
        collide_distance_level(&c, level, N, in, d[1], second);
        ck_assert_mem_eq(d[0], d[1], sizeof d[0]);
        ck_assert_mem_eq(n[0], n[1], sizeof n[0]);
        memset(d[1], 0, sizeof d[1]);
        collide_distance_level(&c, level, N, in, d[1], NULL);
        ck_assert_mem_eq(d[0], d[1], sizeof d[0]);
    }
}
END_TEST

START_TEST(stepping_back_along_the_normal_lands_on_the_surface) {
    wisp_collider c = collider(shapes[_i], 1.0f, 0.7f, 1.9f);
    for (uint32_t i = 0; i < 500; i++) {
        float p[3], n[3];
        for (uint64_t k = 0; k < 3; k++) p[k] = wisp_rng_range(k + 5, i, -4.0f, 4.0f);
        float d = collide_point(&c, p, n);
        ck_assert_float_eq_tol(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1.0f, 1e-5f);
        for (int k = 0; k < 3; k++) p[k] -= d * n[k];
        ck_assert_float_eq_tol(collide_point(&c, p, NULL), 0.0f, 1e-5f);
    }
}
END_TEST

START_TEST(
    a_grid_is_read_as_its_shape) { /* A ball of 1 m as a grid: distances agree to a cell. */
    enum { G = 32 };
    static float values[G * G * G];
    const float cell = 3.0f / (float)(G - 1);
    wisp_sdf grid = {.nx = G,
                     .ny = G,
                     .nz = G,
                     .origin = {-1.5f, -1.5f, -1.5f},
                     .cell = cell,
                     .distance = values};
    for (int z = 0; z < G; z++)
        for (int y = 0; y < G; y++)
            for (int x = 0; x < G; x++) {
                float px = -1.5f + (float)x * cell, py = -1.5f + (float)y * cell;
                float pz = -1.5f + (float)z * cell;
                values[(z * G + y) * G + x] = sqrtf(px * px + py * py + pz * pz) - 1.0f;
            }
    wisp_collider mesh = collider(WISP_SHAPE_MESH, 1, 1, 1);
    mesh.sdf = &grid;
    mesh.pose.scale = 2.0f;
    mesh.pose.position[1] = 3.0f;
    wisp_collider ball = collider(WISP_SHAPE_SPHERE, 2, 0, 0);
    ball.pose.position[1] = 3.0f;
    for (uint32_t i = 0; i < 300; i++) {
        float p[3], n[3], m[3];
        for (uint64_t k = 0; k < 3; k++) p[k] = wisp_rng_range(k + 50, i, -2.0f, 2.0f);
        p[1] += 3.0f;
        float want = collide_point(&ball, p, m), got = collide_point(&mesh, p, n);
        ck_assert_float_eq_tol(got, want, cell);
        if (want > -1.0f && want < 0.5f) /* away from the centre, where it is not smooth */
            ck_assert_float_gt(n[0] * m[0] + n[1] * m[1] + n[2] * m[2], 0.97f);
    }
    float far[3] = {40.0f, 3.0f, 0.0f};
    ck_assert_float_eq_tol(collide_point(&mesh, far, NULL), 38.0f, 0.2f);
}
END_TEST

SUITE_MAIN("collider", TEST_LOOP(known_values, 0, KNOWN),
           TEST_LOOP(a_pose_moves_the_field_with_it, 0, KNOWN),
           TEST_LOOP(levels_give_the_same_bits, 0, 5),
           TEST_LOOP(stepping_back_along_the_normal_lands_on_the_surface, 0, 5),
           TEST(a_grid_is_read_as_its_shape))
