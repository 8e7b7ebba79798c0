/* SPDX-License-Identifier: MIT
 *
 * Bodies turned on a lathe, wings and fins as thin sheets.
 */
#include "flock_mesh.h"

#include <math.h>

#include "flock_own.h"

struct ring {
    float z, y, wide, high;
};

struct mesh {
    struct flock_vertex *out;
    uint32_t count;
};

static void put(struct mesh *m, const struct flock_vertex *v) {
    if (m->count < FLOCK_MESH_MOST) m->out[m->count++] = *v;
}

static struct flock_vertex on_ring(const struct ring *r, float slope, float angle) {
    float c = cosf(angle), s = sinf(angle);
    struct flock_vertex v = {.pos = {c * r->wide, r->y + s * r->high, r->z}};
    float n[3] = {c / fmaxf(r->wide, 0.004f), s / fmaxf(r->high, 0.004f), 0};
    float flat = sqrtf(n[0] * n[0] + n[1] * n[1]);
    n[2] = -slope * flat;
    float length = sqrtf(flat * flat + n[2] * n[2]);
    for (int k = 0; k < 3; k++) v.normal[k] = n[k] / length;
    v.shade = 0.5f - 0.5f * s;
    return v;
}

static void lathe(struct mesh *m, const struct ring *rings, uint32_t n, uint32_t sides) {
    for (uint32_t k = 0; k + 1 < n; k++)
        for (uint32_t s = 0; s < sides; s++) {
            struct flock_vertex v[4];
            for (uint32_t j = 0; j < 4; j++) {
                uint32_t at = k + (j >> 1), before = at ? at - 1 : 0,
                         after = at + 1 < n ? at + 1 : at;
                float slope = 0.5f *
                              (rings[after].wide + rings[after].high - rings[before].wide -
                               rings[before].high) /
                              (rings[after].z - rings[before].z);
                float angle = 6.2831853f * (float)(s + (j & 1)) / (float)sides;
                v[j] = on_ring(&rings[at], slope, angle);
            }
            put(m, &v[0]), put(m, &v[1]), put(m, &v[2]);
            put(m, &v[2]), put(m, &v[1]), put(m, &v[3]);
        }
}

/* A thin sheet between two edges of n points each. */
static void sheet(struct mesh *m, const float (*front)[3], const float (*back)[3], uint32_t n,
                  const float normal[3], float half_span) {
    for (uint32_t k = 0; k + 1 < n; k++) {
        const float *corner[4] = {front[k], back[k], front[k + 1], back[k + 1]};
        const int order[6] = {0, 1, 2, 2, 1, 3};
        for (int j = 0; j < 6; j++) {
            struct flock_vertex v = {.shade = 3};
            for (int c = 0; c < 3; c++) {
                v.pos[c] = corner[order[j]][c];
                v.normal[c] = normal[c];
            }
            v.span = half_span > 0.0f ? v.pos[0] / half_span : 0.0f;
            put(m, &v);
        }
    }
}

static void wings(struct mesh *m, const float (*front)[3], const float (*back)[3], uint32_t n,
                  float half_span) {
    const float up[3] = {0, 1, 0};
    float a[8][3], b[8][3];
    sheet(m, front, back, n, up, half_span);
    for (uint32_t k = 0; k < n; k++)
        for (int c = 0; c < 3; c++) {
            a[k][c] = c == 0 ? -front[k][c] : front[k][c];
            b[k][c] = c == 0 ? -back[k][c] : back[k][c];
        }
    sheet(m, (const float(*)[3])a, (const float(*)[3])b, n, up, half_span);
}

static void bird(struct mesh *m) {
    static const struct ring body[] = {
        {-0.36f, 0.01f, 0.012f, 0.01f}, {-0.26f, 0, 0.06f, 0.045f},
        {-0.08f, -0.01f, 0.1f, 0.095f}, {0.1f, -0.01f, 0.11f, 0.11f},
        {0.24f, 0.01f, 0.08f, 0.08f},   {0.32f, 0.03f, 0.066f, 0.066f},
        {0.39f, 0.03f, 0.05f, 0.05f},   {0.43f, 0.02f, 0.018f, 0.018f},
        {0.52f, 0.005f, 0.002f, 0.002f}};
    static const float front[][3] = {{0.04f, 0.04f, 0.2f},  {0.22f, 0.05f, 0.27f},
                                     {0.42f, 0.05f, 0.29f}, {0.62f, 0.045f, 0.2f},
                                     {0.8f, 0.035f, 0.06f}, {0.95f, 0.03f, -0.1f}};
    static const float back[][3] = {{0.04f, 0.03f, -0.14f}, {0.22f, 0.035f, -0.13f},
                                    {0.42f, 0.035f, -0.1f}, {0.62f, 0.03f, -0.08f},
                                    {0.8f, 0.03f, -0.1f},   {0.95f, 0.03f, -0.14f}};
    static const float tail_front[][3] = {
        {-0.04f, 0.01f, -0.26f}, {0, 0.012f, -0.24f}, {0.04f, 0.01f, -0.26f}};
    static const float tail_back[][3] = {
        {-0.11f, 0.01f, -0.56f}, {0, 0.01f, -0.52f}, {0.11f, 0.01f, -0.56f}};
    static const float up[3] = {0, 1, 0};
    lathe(m, body, sizeof body / sizeof *body, 8);
    wings(m, front, back, 6, 0.95f);
    sheet(m, tail_front, tail_back, 3, up, 0);
}

static void fish(struct mesh *m) {
    static const struct ring body[] = {
        {-0.34f, 0, 0.012f, 0.045f},    {-0.22f, 0, 0.03f, 0.07f},
        {-0.08f, 0, 0.055f, 0.12f},     {0.08f, 0, 0.075f, 0.16f},
        {0.22f, 0, 0.08f, 0.165f},      {0.34f, 0, 0.07f, 0.13f},
        {0.43f, -0.005f, 0.05f, 0.08f}, {0.5f, -0.01f, 0.012f, 0.02f}};
    static const float fork_front[][3] = {{0, 0.17f, -0.52f},
                                          {0, 0.08f, -0.41f},
                                          {0, 0, -0.32f},
                                          {0, -0.08f, -0.41f},
                                          {0, -0.17f, -0.52f}};
    static const float fork_back[][3] = {{0, 0.17f, -0.55f},
                                         {0, 0.06f, -0.49f},
                                         {0, 0, -0.45f},
                                         {0, -0.06f, -0.49f},
                                         {0, -0.17f, -0.55f}};
    static const float fin_front[][3] = {
        {0, 0.14f, 0.2f}, {0, 0.24f, 0.08f}, {0, 0.2f, -0.06f}};
    static const float fin_back[][3] = {
        {0, 0.13f, 0.19f}, {0, 0.14f, 0.04f}, {0, 0.12f, -0.08f}};
    static const float low_front[][3] = {
        {0, -0.12f, 0.0f}, {0, -0.2f, -0.08f}, {0, -0.16f, -0.16f}};
    static const float low_back[][3] = {
        {0, -0.11f, -0.02f}, {0, -0.11f, -0.09f}, {0, -0.08f, -0.18f}};
    static const float side[3] = {1, 0, 0};
    static const float pec_front[][3] = {{0.06f, -0.05f, 0.24f}, {0.16f, -0.1f, 0.16f}};
    static const float pec_back[][3] = {{0.06f, -0.07f, 0.18f}, {0.15f, -0.11f, 0.09f}};
    lathe(m, body, sizeof body / sizeof *body, 10);
    sheet(m, fork_front, fork_back, 5, side, 0);
    sheet(m, fin_front, fin_back, 3, side, 0);
    sheet(m, low_front, low_back, 3, side, 0);
    wings(m, pec_front, pec_back, 2, 0);
}

static void midge(struct mesh *m) {
    static const struct ring body[] = {
        {-0.5f, -0.02f, 0.01f, 0.01f}, {-0.2f, 0, 0.06f, 0.06f},     {0.05f, 0, 0.06f, 0.06f},
        {0.2f, 0.03f, 0.12f, 0.13f},   {0.36f, 0.01f, 0.07f, 0.07f}, {0.46f, 0, 0.05f, 0.05f}};
    static const float front[][3] = {
        {0.04f, 0.1f, 0.22f}, {0.3f, 0.12f, 0.24f}, {0.6f, 0.12f, 0.1f}};
    static const float back[][3] = {
        {0.04f, 0.1f, 0.12f}, {0.3f, 0.11f, -0.06f}, {0.6f, 0.11f, 0.02f}};
    lathe(m, body, sizeof body / sizeof *body, 6);
    wings(m, front, back, 3, 0.6f);
}

/* A spindle of four sides and, but for fish, two wings of two parts. */
static void distant(struct mesh *m, int kind) {
    static const struct ring flying[] = {
        {-0.55f, 0, 0.06f, 0.01f}, {0.1f, 0, 0.1f, 0.1f}, {0.5f, 0, 0.005f, 0.005f}};
    static const struct ring swimming[] = {{-0.55f, 0, 0.005f, 0.14f},
                                           {-0.33f, 0, 0.01f, 0.03f},
                                           {0.15f, 0, 0.08f, 0.17f},
                                           {0.5f, 0, 0.01f, 0.01f}};
    static const float front[][3] = {
        {0.04f, 0.04f, 0.2f}, {0.42f, 0.05f, 0.29f}, {0.95f, 0.03f, -0.1f}};
    static const float back[][3] = {
        {0.04f, 0.03f, -0.14f}, {0.42f, 0.035f, -0.1f}, {0.95f, 0.03f, -0.14f}};
    if (kind == FLOCK_FISH) {
        lathe(m, swimming, 4, 4);
        return;
    }
    lathe(m, flying, 3, 4);
    wings(m, front, back, 3, 0.95f);
}

uint32_t flock_mesh(int kind, int far, struct flock_vertex *out) {
    struct mesh m = {out, 0};
    if (far)
        distant(&m, kind);
    else if (kind == FLOCK_FISH)
        fish(&m);
    else if (kind == FLOCK_MIDGE)
        midge(&m);
    else
        bird(&m);
    return m.count;
}
