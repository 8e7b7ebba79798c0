/* SPDX-License-Identifier: MIT
 *
 * Marching cubes: closed, outward, and as large as the shape it goes around.
 */
#include "fluid/fluid_surface.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wisp/rng.h>

enum { N = 24, NODES = N * N * N };

struct mesh {
    float *position;
    uint32_t *index;
    uint32_t vertices, triangles;
};

static struct mesh build(const float field[NODES], float level) {
    static uint32_t edge[3 * NODES];
    fluid_mesh_grid g = {{N, N, N}, field, level, edge};
    struct mesh m = {.vertices = fluid_mesh_vertices(&g, NULL)};
    m.triangles = fluid_mesh_triangles(&g, NULL);
    m.position = malloc((3 * (size_t)m.vertices + 1) * sizeof *m.position);
    m.index = malloc((3 * (size_t)m.triangles + 1) * sizeof *m.index);
    ck_assert_uint_eq(fluid_mesh_vertices(&g, m.position), m.vertices);
    ck_assert_uint_eq(fluid_mesh_triangles(&g, m.index), m.triangles);
    return m;
}

static void drop(struct mesh *m) {
    free(m->position);
    free(m->index);
}

/* Signed volume: positive when triangles face outwards. */
static double volume(const struct mesh *m) {
    double sum = 0.0;
    for (uint32_t t = 0; t < m->triangles; t++) {
        const float *a = m->position + (size_t)3 * m->index[3 * t];
        const float *b = m->position + (size_t)3 * m->index[3 * t + 1];
        const float *c = m->position + (size_t)3 * m->index[3 * t + 2];
        sum +=
            (double)(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                     a[2] * (b[0] * c[1] - b[1] * c[0]));
    }
    return sum / 6.0;
}

static int by_pair(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Every directed edge has its opposite, once: no holes, no flipped triangle. */
static void check_closed(const struct mesh *m) {
    size_t n = 3 * (size_t)m->triangles;
    uint64_t *there = malloc((n + 1) * sizeof *there), *back = malloc((n + 1) * sizeof *back);
    for (uint32_t t = 0; t < m->triangles; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint64_t a = m->index[3 * t + k], b = m->index[3 * t + (k + 1) % 3];
            ck_assert_uint_lt(a, m->vertices);
            there[3 * t + k] = a << 32 | b;
            back[3 * t + k] = b << 32 | a;
        }
    }
    qsort(there, n, sizeof *there, by_pair);
    qsort(back, n, sizeof *back, by_pair);
    ck_assert_mem_eq(there, back, n * sizeof *there);
    free(there);
    free(back);
}

static float distance_from_middle(uint32_t k) {
    float x = (float)(k % N) - 11.3f, y = (float)(k / N % N) - 11.6f;
    float z = (float)(k / N / N) - 11.45f;
    return sqrtf(x * x + y * y + z * z);
}

START_TEST(a_ball_is_round_and_closed) {
    static float field[NODES];
    for (uint32_t k = 0; k < NODES; k++) field[k] = 8.0f - distance_from_middle(k);
    struct mesh m = build(field, 0.0f);
    check_closed(&m);
    ck_assert_double_eq_tol(volume(&m), 4.18879 * 512, 0.01 * 4.18879 * 512);
    for (uint32_t i = 0; i < m.vertices; i++) {
        const float *p = m.position + (size_t)3 * i;
        float x = p[0] - 11.3f, y = p[1] - 11.6f, z = p[2] - 11.45f;
        ck_assert_float_eq_tol(sqrtf(x * x + y * y + z * z), 8.0f, 0.05f);
    }
    drop(&m);
}
END_TEST

/* Noise has all cases, the ambiguous ones too. */
START_TEST(noise_is_closed) {
    static float field[NODES];
    for (uint32_t k = 0; k < NODES; k++) {
        int rim = k % N == 0 || k % N == N - 1 || k / N % N == 0 || k / N % N == N - 1 ||
                  k / N / N == 0 || k / N / N == N - 1;
        field[k] = rim ? 0.0f : wisp_rng_f01((uint64_t)_i, k);
    }
    struct mesh m = build(field, 0.5f);
    ck_assert_uint_gt(m.triangles, 5000);
    check_closed(&m);
    ck_assert_double_gt(volume(&m), 0.0);
    drop(&m);
}
END_TEST

START_TEST(nothing_inside_gives_nothing) {
    static float field[NODES];
    memset(field, 0, sizeof field);
    struct mesh m = build(field, 0.5f);
    ck_assert_uint_eq(m.vertices, 0);
    ck_assert_uint_eq(m.triangles, 0);
    drop(&m);
}
END_TEST

SUITE_MAIN("fluid_mesh", TEST(a_ball_is_round_and_closed), TEST_LOOP(noise_is_closed, 0, 4),
           TEST(nothing_inside_gives_nothing))
