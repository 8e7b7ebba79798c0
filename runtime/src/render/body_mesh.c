/* SPDX-License-Identifier: MIT
 *
 * body_mesh - see body_mesh.h.
 */
#include "render/body_mesh.h"

#include <assert.h>
#include <math.h>

enum { AROUND = 40, RINGS = 20 };
static const float pi = 3.14159265f;

static uint16_t add(struct body_mesh *m, const float p[3], const float n[3], float stretch,
                    const float uv[2]) {
    assert(m->vertex_count < BODY_VERTICES_MOST);
    m->vertices[m->vertex_count] = (struct body_vertex){
        {p[0], p[1], p[2]}, stretch, {n[0], n[1], n[2]}, 0.0f, {uv[0], uv[1]}};
    return (uint16_t)m->vertex_count++;
}

static void triangle(struct body_mesh *m, uint32_t a, uint32_t b, uint32_t c) {
    assert(m->index_count + 3 <= BODY_INDICES_MOST);
    m->indices[m->index_count++] = (uint16_t)a;
    m->indices[m->index_count++] = (uint16_t)b;
    m->indices[m->index_count++] = (uint16_t)c;
}

/* A square at distance 1 along n, with edges u and v = n x u. */
static void face(struct body_mesh *m, const float n[3], const float u[3]) {
    const float v[3] = {n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2],
                        n[0] * u[1] - n[1] * u[0]};
    uint32_t first = m->vertex_count;
    for (int i = 0; i < 4; i++) {
        float s = i & 1 ? 1.0f : -1.0f, t = i & 2 ? 1.0f : -1.0f;
        const float p[3] = {n[0] + s * u[0] + t * v[0], n[1] + s * u[1] + t * v[1],
                            n[2] + s * u[2] + t * v[2]};
        add(m, p, n, 0.0f, (const float[]){0.5f + 0.5f * s, 0.5f + 0.5f * t});
    }
    triangle(m, first, first + 1, first + 3);
    triangle(m, first, first + 3, first + 2);
}

static void make_box(struct body_mesh *m) {
    static const float axes[6][2][3] = {{{1, 0, 0}, {0, 0, -1}}, {{-1, 0, 0}, {0, 0, 1}},
                                        {{0, 1, 0}, {1, 0, 0}},  {{0, -1, 0}, {1, 0, 0}},
                                        {{0, 0, 1}, {1, 0, 0}},  {{0, 0, -1}, {-1, 0, 0}}};
    for (int i = 0; i < 6; i++) face(m, axes[i][0], axes[i][1]);
}

/* Rings of AROUND + 1 vertices joined to quads; row r is the r-th ring, from the top. */
static void join_rings(struct body_mesh *m, uint32_t first, uint32_t rings) {
    for (uint32_t r = 0; r + 1 < rings; r++)
        for (uint32_t i = 0; i < AROUND; i++) {
            uint32_t a = first + r * (AROUND + 1) + i, b = a + AROUND + 1;
            triangle(m, a, b, b + 1);
            triangle(m, a, b + 1, a + 1);
        }
}

static void ring(struct body_mesh *m, float radius, float y, const float normal[2],
                 const float stretch_and_v[2]) {
    for (int i = 0; i <= AROUND; i++) {
        float angle = 2.0f * pi * (float)i / AROUND, c = cosf(angle), s = -sinf(angle);
        add(m, (const float[]){radius * c, y, radius * s},
            (const float[]){normal[0] * c, normal[1], normal[0] * s}, stretch_and_v[0],
            (const float[]){(float)i / AROUND, stretch_and_v[1]});
    }
}

/* A ball; with a seam at the equator when its halves shall move apart. */
static void make_ball(struct body_mesh *m, int seam) {
    uint32_t rings = 0;
    for (int r = 0; r <= RINGS; r++) {
        float angle = pi * (float)r / RINGS, y = cosf(angle), radius = sinf(angle);
        float v = 1.0f - (float)r / RINGS;
        for (int half = 0; half < (seam && 2 * r == RINGS ? 2 : 1); half++) {
            float stretch = 2 * r < RINGS || (2 * r == RINGS && half == 0) ? 1.0f : -1.0f;
            ring(m, radius, y, (const float[]){radius, y},
                 (const float[]){seam ? stretch : 0.0f, v});
            rings++;
        }
    }
    join_rings(m, 0, rings);
}

static void cap(struct body_mesh *m, float y) {
    const float up[3] = {0.0f, y, 0.0f};
    uint32_t middle = add(m, up, up, 0.0f, (const float[]){0.5f, 0.5f});
    for (int i = 0; i <= AROUND; i++) {
        float angle = 2.0f * pi * (float)i / AROUND, c = cosf(angle), s = -sinf(angle);
        add(m, (const float[]){c, y, s}, up, 0.0f,
            (const float[]){0.5f + 0.5f * c, 0.5f + 0.5f * s});
    }
    for (uint32_t i = 1; i <= AROUND; i++)
        triangle(m, middle, middle + (y > 0.0f ? i : i + 1), middle + (y > 0.0f ? i + 1 : i));
}

static void make_cylinder(struct body_mesh *m) {
    ring(m, 1.0f, 1.0f, (const float[]){1.0f, 0.0f}, (const float[]){0.0f, 1.0f});
    ring(m, 1.0f, -1.0f, (const float[]){1.0f, 0.0f}, (const float[]){0.0f, 0.0f});
    join_rings(m, 0, 2);
    cap(m, 1.0f);
    cap(m, -1.0f);
}

/* A grid whose cells grow outwards, so that depth and fog are smooth near and far. */
static void make_plane(struct body_mesh *m) {
    enum { SIDE = 16 };
    const float up[3] = {0.0f, 1.0f, 0.0f};
    for (int z = 0; z <= SIDE; z++)
        for (int x = 0; x <= SIDE; x++) {
            float u = 2.0f * (float)x / SIDE - 1.0f, v = 2.0f * (float)z / SIDE - 1.0f;
            add(m, (const float[]){u * u * u, 0.0f, v * v * v}, up, 0.0f,
                (const float[]){u, v});
        }
    for (uint32_t z = 0; z < SIDE; z++)
        for (uint32_t x = 0; x < SIDE; x++) {
            uint32_t a = z * (SIDE + 1) + x, b = a + SIDE + 1;
            triangle(m, a, b, b + 1);
            triangle(m, a, b + 1, a + 1);
        }
}

void body_mesh_make(struct body_mesh *mesh, uint32_t shape) {
    mesh->vertex_count = mesh->index_count = 0;
    switch (shape) {
    case WISP_SHAPE_PLANE:
        make_plane(mesh);
        break;
    case WISP_SHAPE_BOX:
        make_box(mesh);
        break;
    case WISP_SHAPE_CYLINDER:
        make_cylinder(mesh);
        break;
    case WISP_SHAPE_CAPSULE:
        make_ball(mesh, 1);
        break;
    default:
        make_ball(mesh, 0);
        break;
    }
}
