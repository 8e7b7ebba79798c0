/* SPDX-License-Identifier: MIT */
#include "plugin/sdf.h"

#include <math.h>
#include <string.h>

struct grid {
    const wisp_mesh *mesh;
    int n[3];
    float origin[3], cell;
    float *distance;   /* unsigned until the end */
    uint32_t *nearest; /* triangle + 1; 0: none yet */
    int32_t *crossings;
};

static size_t cell_at(const struct grid *g, int x, int y, int z) {
    return ((size_t)z * (size_t)g->n[1] + (size_t)y) * (size_t)g->n[0] + (size_t)x;
}

static float dot(const float *a, const float *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void sub(const float *a, const float *b, float *out) {
    for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}

static const float *corner(const wisp_mesh *mesh, uint32_t triangle, uint32_t k) {
    return &mesh->positions[3 * (size_t)mesh->indices[3 * (size_t)triangle + k]];
}

/* Distance from p to a + s*u + t*v. */
static float distance_at(const float *p, const float *a, const float *u, const float *v,
                         float s, float t) {
    float d[3];
    for (int k = 0; k < 3; k++) d[k] = a[k] + s * u[k] + t * v[k] - p[k];
    return sqrtf(dot(d, d));
}

static float part(float over, float under) { return under > 0 ? over / under : 0.0f; }

/* Ericson 5.1.5: which of the seven regions of the triangle p lies over decides. */
static float triangle_distance(const struct grid *g, uint32_t triangle, const float p[3]) {
    const float *a = corner(g->mesh, triangle, 0), *b = corner(g->mesh, triangle, 1),
                *c = corner(g->mesh, triangle, 2);
    float u[3], v[3], ap[3], bp[3], cp[3];
    sub(b, a, u);
    sub(c, a, v);
    sub(p, a, ap);
    sub(p, b, bp);
    sub(p, c, cp);
    float d1 = dot(u, ap), d2 = dot(v, ap), d3 = dot(u, bp), d4 = dot(v, bp), d5 = dot(u, cp),
          d6 = dot(v, cp);
    if (d1 <= 0 && d2 <= 0) return distance_at(p, a, u, v, 0, 0);
    if (d3 >= 0 && d4 <= d3) return distance_at(p, a, u, v, 1, 0);
    if (d6 >= 0 && d5 <= d6) return distance_at(p, a, u, v, 0, 1);
    float vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return distance_at(p, a, u, v, part(d1, d1 - d3), 0);
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return distance_at(p, a, u, v, 0, part(d2, d2 - d6));
    if (va <= 0 && d4 >= d3 && d5 >= d6) {
        float w = part(d4 - d3, (d4 - d3) + (d5 - d6));
        return distance_at(p, a, u, v, 1 - w, w);
    }
    float sum = va + vb + vc;
    return distance_at(p, a, u, v, part(vb, sum), part(vc, sum));
}

static void place(const struct grid *g, int x, int y, int z, float out[3]) {
    out[0] = g->origin[0] + (float)x * g->cell;
    out[1] = g->origin[1] + (float)y * g->cell;
    out[2] = g->origin[2] + (float)z * g->cell;
}

static void try_triangle(struct grid *g, uint32_t triangle, int x, int y, int z) {
    float p[3];
    size_t i = cell_at(g, x, y, z);
    if (g->nearest[i] == triangle + 1) return;
    place(g, x, y, z, p);
    float d = triangle_distance(g, triangle, p);
    if (d >= g->distance[i]) return;
    g->distance[i] = d;
    g->nearest[i] = triangle + 1;
}

/* Cells [lo, hi] whose centres a triangle's box, `more` cells wider, holds along one axis. */
static void span(const struct grid *g, uint32_t triangle, int axis, int more, int *lo,
                 int *hi) {
    float low = HUGE_VALF, high = -HUGE_VALF;
    for (uint32_t k = 0; k < 3; k++) {
        float x = corner(g->mesh, triangle, k)[axis];
        low = fminf(low, x);
        high = fmaxf(high, x);
    }
    *lo = (int)ceilf((low - g->origin[axis]) / g->cell) - more;
    *hi = (int)floorf((high - g->origin[axis]) / g->cell) + more;
    if (*lo < 0) *lo = 0;
    if (*hi > g->n[axis] - 1) *hi = g->n[axis] - 1;
}

static void fill_near(struct grid *g, uint32_t triangle) {
    int lo[3], hi[3];
    for (int k = 0; k < 3; k++) span(g, triangle, k, 1, &lo[k], &hi[k]);
    for (int z = lo[2]; z <= hi[2]; z++)
        for (int y = lo[1]; y <= hi[1]; y++)
            for (int x = lo[0]; x <= hi[0]; x++) try_triangle(g, triangle, x, y, z);
}

/* Twice the signed area of (p, a, b) in the plane of y and z. Exactly opposite for (p, b, a),
 * and never 0 by the order of the points, so that a ray through an edge meets one side only. */
static double side_of(double py, double pz, const float *a, const float *b, int *sign) {
    double y1 = (double)a[1] - py, z1 = (double)a[2] - pz;
    double y2 = (double)b[1] - py, z2 = (double)b[2] - pz;
    double area = y2 * z1 - y1 * z2;
    if (area > 0)
        *sign = 1;
    else if (area < 0)
        *sign = -1;
    else if (z2 != z1)
        *sign = z2 > z1 ? 1 : -1;
    else
        *sign = y2 > y1 ? 1 : y2 < y1 ? -1 : 0;
    return area;
}

/* Note where the ray along x through (y, z) crosses a triangle, and in which sense. */
static void cross_row(struct grid *g, uint32_t triangle, int y, int z) {
    const float *a = corner(g->mesh, triangle, 0), *b = corner(g->mesh, triangle, 1),
                *c = corner(g->mesh, triangle, 2);
    float p[3];
    int s1, s2, s3;
    place(g, 0, y, z, p);
    double py = (double)p[1], pz = (double)p[2];
    double wa = side_of(py, pz, b, c, &s1), wb = side_of(py, pz, c, a, &s2),
           wc = side_of(py, pz, a, b, &s3);
    double sum = wa + wb + wc;
    if (s1 == 0 || s1 != s2 || s1 != s3 || sum == 0) return;
    double x = (wa * (double)a[0] + wb * (double)b[0] + wc * (double)c[0]) / sum;
    int i = (int)ceil((x - (double)g->origin[0]) / (double)g->cell);
    if (i < 0) i = 0;
    if (i < g->n[0]) g->crossings[cell_at(g, i, y, z)] += s1;
}

static void cross_rows(struct grid *g, uint32_t triangle) {
    int lo[3], hi[3];
    for (int k = 1; k < 3; k++) span(g, triangle, k, 0, &lo[k], &hi[k]);
    for (int z = lo[2]; z <= hi[2]; z++)
        for (int y = lo[1]; y <= hi[1]; y++) cross_row(g, triangle, y, z);
}

static void from_neighbours(struct grid *g, int x, int y, int z, const int step[3]) {
    int at[3] = {x, y, z};
    for (int k = 0; k < 3; k++) {
        int from[3] = {x, y, z};
        from[k] = at[k] - step[k];
        if (from[k] < 0 || from[k] >= g->n[k]) continue;
        uint32_t triangle = g->nearest[cell_at(g, from[0], from[1], from[2])];
        if (triangle) try_triangle(g, triangle - 1, x, y, z);
    }
}

static void sweep(struct grid *g, const int step[3]) {
    int first[3], last[3];
    for (int k = 0; k < 3; k++) {
        first[k] = step[k] > 0 ? 0 : g->n[k] - 1;
        last[k] = step[k] > 0 ? g->n[k] : -1;
    }
    for (int z = first[2]; z != last[2]; z += step[2])
        for (int y = first[1]; y != last[1]; y += step[1])
            for (int x = first[0]; x != last[0]; x += step[0])
                from_neighbours(g, x, y, z, step);
}

/* Add crossings up along rows; true when every row ends outside again. */
static bool rows_are_closed(struct grid *g) {
    bool closed = true;
    for (int z = 0; z < g->n[2]; z++)
        for (int y = 0; y < g->n[1]; y++) {
            int32_t inside = 0;
            for (int x = 0; x < g->n[0]; x++) {
                size_t i = cell_at(g, x, y, z);
                inside += g->crossings[i];
                g->crossings[i] = inside;
            }
            closed = closed && inside == 0;
        }
    return closed;
}

static void give_signs(struct grid *g, struct sdf *out) {
    out->open = !rows_are_closed(g);
    for (size_t i = 0; i < out->cells; i++) {
        if (out->open)
            g->distance[i] -= 0.5f * g->cell;
        else if (g->crossings[i] != 0)
            g->distance[i] = -g->distance[i];
    }
}

static void fill(struct grid *g, struct sdf *out) {
    uint32_t triangles = g->mesh->index_count / 3;
    for (size_t i = 0; i < out->cells; i++) g->distance[i] = HUGE_VALF;
    for (uint32_t t = 0; t < triangles; t++) {
        fill_near(g, t);
        cross_rows(g, t);
    }
    for (int round = 0; round < 2; round++)
        for (int k = 0; k < 8; k++) {
            int step[3] = {k & 1 ? -1 : 1, k & 2 ? -1 : 1, k & 4 ? -1 : 1};
            sweep(g, step);
        }
    give_signs(g, out);
}

static bool find_box(const wisp_mesh *mesh, float lo[3], float hi[3]) {
    if (mesh->index_count < 3 || mesh->vertex_count == 0) return false;
    for (int k = 0; k < 3; k++) {
        lo[k] = HUGE_VALF;
        hi[k] = -HUGE_VALF;
    }
    for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count; i++) {
        lo[i % 3] = fminf(lo[i % 3], mesh->positions[i]);
        hi[i % 3] = fmaxf(hi[i % 3], mesh->positions[i]);
    }
    for (int k = 0; k < 3; k++)
        if (!(hi[k] - lo[k] < 1e6f)) return false;
    return true;
}

/* Cells along each axis; the cell grows until all fit. */
static size_t choose_size(struct grid *g, const float lo[3], const float hi[3]) {
    for (;; g->cell *= 1.25f) {
        double cells = 1;
        for (int k = 0; k < 3; k++) {
            double n = ceil((double)(hi[k] - lo[k]) / (double)g->cell) + 1 + 2 * SDF_MARGIN;
            cells *= n;
            g->n[k] = n < 1e6 ? (int)n : 1000000;
        }
        if (cells <= SDF_CELLS_MOST) return (size_t)cells;
    }
}

wisp_status sdf_build(const struct allocator *allocator, const wisp_mesh *mesh, float cell,
                      struct sdf *out) {
    struct grid g = {.mesh = mesh, .cell = cell};
    float lo[3], hi[3];
    memset(out, 0, sizeof *out);
    if (!(cell > 0) || !isfinite(cell) || !find_box(mesh, lo, hi)) return WISP_E_BAD_PARAM;
    out->allocator = allocator;
    out->cells = choose_size(&g, lo, hi);
    for (int k = 0; k < 3; k++) {
        float slack = (float)(g.n[k] - 1) * g.cell - (hi[k] - lo[k]);
        g.origin[k] = lo[k] - 0.5f * slack;
    }
    out->distance = g.distance = alloc_array(allocator, out->cells, sizeof(float));
    g.nearest = alloc_array(allocator, out->cells, sizeof *g.nearest);
    g.crossings = alloc_array(allocator, out->cells, sizeof *g.crossings);
    bool fine = g.distance && g.nearest && g.crossings;
    if (fine) fill(&g, out);
    alloc_free(allocator, g.nearest, g.nearest ? out->cells * sizeof *g.nearest : 0);
    alloc_free(allocator, g.crossings, g.crossings ? out->cells * sizeof *g.crossings : 0);
    if (!fine) {
        sdf_free(out);
        return WISP_E_NOMEM;
    }
    out->view = (wisp_sdf){.nx = (uint32_t)g.n[0],
                           .ny = (uint32_t)g.n[1],
                           .nz = (uint32_t)g.n[2],
                           .origin = {g.origin[0], g.origin[1], g.origin[2]},
                           .cell = g.cell,
                           .distance = out->distance};
    return WISP_OK;
}

void sdf_free(struct sdf *sdf) {
    if (sdf->allocator && sdf->distance)
        alloc_free(sdf->allocator, sdf->distance, sdf->cells * sizeof(float));
    memset(sdf, 0, sizeof *sdf);
}
