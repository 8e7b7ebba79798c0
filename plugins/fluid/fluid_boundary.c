/* SPDX-License-Identifier: MIT
 *
 * fluid_boundary - see the header. Shapes give their contacts in local space; the rest of the
 * file turns contacts into what the solver wants.
 */
#include "fluid_boundary.h"

#include "fluid_kernel.h"

#include <math.h>
#include <stddef.h>

static float dot(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static float length(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }

static fluid_contact contact(float distance, float x, float y, float z, float curvature) {
    return (fluid_contact){distance, {x, y, z}, curvature};
}

/* A direction of unit length even where there is none. */
static fluid_contact away_from(float x, float y, float z, float surface, float curvature) {
    float r = length(x, y, z);
    float inv = r > 1e-6f ? 1.0f / r : 0.0f;
    return contact(r - surface, x * inv, r > 1e-6f ? y * inv : 1.0f, z * inv, curvature);
}

static float sign_of(float a) { return a < 0.0f ? -1.0f : 1.0f; }

static fluid_contact box_contact(const float size[3], const float p[3]) {
    float q[3], out[3] = {0}, outside = 0.0f;
    int face = 0;
    for (int k = 0; k < 3; k++) {
        q[k] = fabsf(p[k]) - size[k];
        if (q[k] > q[face]) face = k;
        float o = q[k] > 0.0f ? q[k] : 0.0f;
        out[k] = o * sign_of(p[k]);
        outside += o * o;
    }
    if (outside > 0.0f) return away_from(out[0], out[1], out[2], 0.0f, 0.0f);
    float n[3] = {0};
    n[face] = sign_of(p[face]);
    return contact(q[face], n[0], n[1], n[2], 0.0f);
}

/* Side and cap distances of a solid cylinder, with its rounded edge as seen from outside. */
static fluid_contact cylinder_contact(const float size[3], const float p[3]) {
    float r = length(p[0], 0.0f, p[2]), inv = r > 1e-6f ? 1.0f / r : 0.0f;
    float side = r - size[0], cap = fabsf(p[1]) - size[1];
    float nx = p[0] * inv, nz = r > 1e-6f ? p[2] * inv : 1.0f, ny = sign_of(p[1]);
    float k = 0.5f / (size[0] > 1e-3f ? size[0] : 1e-3f);
    if (side > 0.0f && cap > 0.0f) {
        float d = sqrtf(side * side + cap * cap);
        return contact(d, nx * side / d, ny * cap / d, nz * side / d, 0.0f);
    }
    return side > cap ? contact(side, nx, 0.0f, nz, k) : contact(cap, 0.0f, ny, 0.0f, 0.0f);
}

static fluid_contact capsule_contact(const float size[3], const float p[3]) {
    float y = p[1] < -size[1] ? -size[1] : p[1] > size[1] ? size[1] : p[1];
    float k = 1.0f / (size[0] > 1e-3f ? size[0] : 1e-3f);
    float on_side = fabsf(p[1]) < size[1] ? 0.5f : 1.0f;
    return away_from(p[0], p[1] - y, p[2], size[0], k * on_side);
}

static fluid_contact torus_contact(const float size[3], const float p[3]) {
    float r = length(p[0], 0.0f, p[2]), inv = r > 1e-6f ? 1.0f / r : 0.0f;
    float x = r - size[0], d = length(x, p[1], 0.0f), dinv = d > 1e-6f ? 1.0f / d : 0.0f;
    float radial = x * dinv;
    float k = 0.5f / size[1] + 0.5f * radial * inv;
    return contact(d - size[1], p[0] * inv * radial, p[1] * dinv, p[2] * inv * radial, k);
}

static float grid_at(const fluid_solid *s, const uint32_t c[3], const float f[3], float g[3]) {
    size_t nx = s->cells[0], slice = nx * s->cells[1];
    const float *d = s->distance + c[2] * slice + c[1] * nx + c[0];
    float a[8];
    for (size_t k = 0; k < 8; k++) {
        a[k] = d[(k & 1u) + (k >> 1u & 1u) * nx + (k >> 2u) * slice];
    }
    float x00 = a[0] + (a[1] - a[0]) * f[0], x10 = a[2] + (a[3] - a[2]) * f[0];
    float x01 = a[4] + (a[5] - a[4]) * f[0], x11 = a[6] + (a[7] - a[6]) * f[0];
    float y0 = x00 + (x10 - x00) * f[1], y1 = x01 + (x11 - x01) * f[1];
    float d0 = (a[1] - a[0]) + ((a[3] - a[2]) - (a[1] - a[0])) * f[1];
    float d1 = (a[5] - a[4]) + ((a[7] - a[6]) - (a[5] - a[4])) * f[1];
    g[0] = d0 + (d1 - d0) * f[2];
    g[1] = (x10 - x00) + ((x11 - x01) - (x10 - x00)) * f[2];
    g[2] = y1 - y0;
    return y0 + (y1 - y0) * f[2];
}

/* Trilinear distance; outside the grid the distance to its box is added. */
static fluid_contact grid_contact(const fluid_solid *s, const float p[3]) {
    uint32_t c[3];
    float f[3], g[3], beyond = 0.0f;
    for (int k = 0; k < 3; k++) {
        float top = (float)(s->cells[k] - 1);
        float u = (p[k] - s->grid_origin[k]) / s->grid_cell;
        float v = u < 0.0f ? 0.0f : u > top ? top : u;
        beyond += (u - v) * (u - v);
        float low = floorf(v);
        if (low > top - 1.0f) low = top - 1.0f;
        c[k] = (uint32_t)low;
        f[k] = v - low;
    }
    float d = grid_at(s, c, f, g) * s->grid_scale + sqrtf(beyond) * s->grid_cell;
    fluid_contact out = away_from(g[0], g[1], g[2], 0.0f, 0.0f);
    out.distance = d;
    return out;
}

static uint32_t hollow_cylinder(const float size[3], const float p[3], fluid_contact out[3]) {
    float r = length(p[0], 0.0f, p[2]), inv = r > 1e-6f ? 1.0f / r : 0.0f;
    out[0] = contact(size[0] - r, -p[0] * inv, 0.0f, -p[2] * inv, -0.5f / size[0]);
    out[1] = contact(p[1] + size[1], 0.0f, 1.0f, 0.0f, 0.0f);
    out[2] = contact(size[1] - p[1], 0.0f, -1.0f, 0.0f, 0.0f);
    return 3;
}

/* The nearer wall on each axis. */
static uint32_t hollow_box(const float size[3], const float p[3], fluid_contact out[3]) {
    for (int k = 0; k < 3; k++) {
        out[k] = (fluid_contact){.distance = size[k] - fabsf(p[k])};
        out[k].normal[k] = -sign_of(p[k]);
    }
    return 3;
}

static uint32_t local_contacts(const fluid_solid *s, const float p[3], fluid_contact out[3]) {
    if (s->hollow && s->shape == FLUID_CYLINDER) return hollow_cylinder(s->size, p, out);
    if (s->hollow && s->shape == FLUID_BOX) return hollow_box(s->size, p, out);
    switch (s->shape) {
    case FLUID_PLANE:
        out[0] = contact(p[1], 0.0f, 1.0f, 0.0f, 0.0f);
        break;
    case FLUID_BOX:
        out[0] = box_contact(s->size, p);
        break;
    case FLUID_SPHERE:
        out[0] = away_from(p[0], p[1], p[2], s->size[0],
                           1.0f / (s->size[0] > 1e-3f ? s->size[0] : 1e-3f));
        break;
    case FLUID_CYLINDER:
        out[0] = cylinder_contact(s->size, p);
        break;
    case FLUID_CAPSULE:
        out[0] = capsule_contact(s->size, p);
        break;
    case FLUID_TORUS:
        out[0] = torus_contact(s->size, p);
        break;
    case FLUID_GRID:
        out[0] = grid_contact(s, p);
        break;
    default:
        return 0;
    }
    if (s->hollow) {
        out[0].distance = -out[0].distance;
        out[0].curvature = -out[0].curvature;
        for (int k = 0; k < 3; k++) out[0].normal[k] = -out[0].normal[k];
    }
    return 1;
}

uint32_t fluid_solid_contacts(const fluid_solid *s, const float p[3], fluid_contact out[3]) {
    float d[3] = {p[0] - s->origin[0], p[1] - s->origin[1], p[2] - s->origin[2]};
    float local[3] = {dot(s->axes[0], d), dot(s->axes[1], d), dot(s->axes[2], d)};
    uint32_t n = local_contacts(s, local, out);
    for (uint32_t c = 0; c < n; c++) {
        float l[3] = {out[c].normal[0], out[c].normal[1], out[c].normal[2]};
        for (int k = 0; k < 3; k++) {
            out[c].normal[k] =
                l[0] * s->axes[0][k] + l[1] * s->axes[1][k] + l[2] * s->axes[2][k];
        }
    }
    return n;
}

static int within(const fluid_solid *s, const float p[3], float reach) {
    if (s->hollow) return 1;
    for (int k = 0; k < 3; k++) {
        if (p[k] < s->lo[k] - reach || p[k] > s->hi[k] + reach) return 0;
    }
    return 1;
}

int fluid_boundary_near(const fluid_boundary *b, const float p[3], float reach) {
    for (int k = 0; k < 3; k++) {
        if (p[k] - b->lo[k] < reach || b->hi[k] - p[k] < reach) return 1;
    }
    for (uint32_t i = 0; i < b->solid_count; i++) {
        fluid_contact c[3];
        if (!within(&b->solids[i], p, reach)) continue;
        uint32_t n = fluid_solid_contacts(&b->solids[i], p, c);
        for (uint32_t k = 0; k < n; k++) {
            if (c[k].distance < reach) return 1;
        }
    }
    return 0;
}

fluid_vec4 fluid_boundary_weigh(const fluid_boundary *b, const float p[3]) {
    float g[3] = {0.0f, 0.0f, 0.0f}, open = 1.0f;
    for (int k = 0; k < 3; k++) {
        float low = p[k] - b->lo[k], high = b->hi[k] - p[k];
        if (low < 1.0f) {
            open *= 1.0f - fluid_wall_fraction(low, 0.0f);
            g[k] -= fluid_wall_gradient(low, 0.0f);
        }
        if (high < 1.0f) {
            open *= 1.0f - fluid_wall_fraction(high, 0.0f);
            g[k] += fluid_wall_gradient(high, 0.0f);
        }
    }
    for (uint32_t i = 0; i < b->solid_count; i++) {
        fluid_contact c[3];
        if (!within(&b->solids[i], p, 1.0f)) continue;
        uint32_t n = fluid_solid_contacts(&b->solids[i], p, c);
        for (uint32_t j = 0; j < n; j++) {
            if (!(c[j].distance < 1.0f)) continue;
            open *= 1.0f - fluid_wall_fraction(c[j].distance, c[j].curvature);
            float slope = fluid_wall_gradient(c[j].distance, c[j].curvature);
            for (int k = 0; k < 3; k++) g[k] -= slope * c[j].normal[k];
        }
    }
    return (fluid_vec4){g[0], g[1], g[2], 1.0f - open};
}

static void add_push(const fluid_solid *s, const float p[3], const float j[3],
                     fluid_push *push) {
    float r[3] = {p[0] - s->origin[0], p[1] - s->origin[1], p[2] - s->origin[2]};
    fluid_push *slot = &push[s->pushed];
    for (int k = 0; k < 3; k++) slot->linear[k] += j[k];
    slot->angular[0] += r[1] * j[2] - r[2] * j[1];
    slot->angular[1] += r[2] * j[0] - r[0] * j[2];
    slot->angular[2] += r[0] * j[1] - r[1] * j[0];
}

static void clamp_to_room(const fluid_boundary *b, float p[3]) {
    for (int k = 0; k < 3; k++) {
        float low = b->lo[k] + b->pad, high = b->hi[k] - b->pad;
        if (p[k] > high) p[k] = high;
        if (p[k] < low) p[k] = low;
    }
}

static void push_out(const fluid_boundary *b, const fluid_solid *s, float p[3],
                     fluid_push *push) {
    fluid_contact c[3];
    uint32_t n = fluid_solid_contacts(s, p, c);
    for (uint32_t j = 0; j < n; j++) {
        float depth = b->pad - c[j].distance;
        if (!(depth > 0.0f)) continue;
        float move[3] = {depth * c[j].normal[0], depth * c[j].normal[1],
                         depth * c[j].normal[2]};
        if (push && s->pushed >= 0) {
            float j3[3] = {-move[0], -move[1], -move[2]};
            add_push(s, p, j3, push);
        }
        for (int k = 0; k < 3; k++) p[k] += move[k];
    }
}

void fluid_boundary_collide(const fluid_boundary *b, float p[3], fluid_push *push) {
    for (uint32_t i = 0; i < b->solid_count; i++) {
        if (within(&b->solids[i], p, b->pad)) push_out(b, &b->solids[i], p, push);
    }
    clamp_to_room(b, p);
}

void fluid_boundary_react(const fluid_boundary *b, const float p[3], float scale,
                          fluid_push *push) {
    for (uint32_t i = 0; i < b->solid_count; i++) {
        const fluid_solid *s = &b->solids[i];
        fluid_contact c[3];
        if (s->pushed < 0 || !within(s, p, 1.0f)) continue;
        uint32_t n = fluid_solid_contacts(s, p, c);
        for (uint32_t j = 0; j < n; j++) {
            if (!(c[j].distance < 1.0f)) continue;
            float f = scale * fluid_wall_gradient(c[j].distance, c[j].curvature);
            float j3[3] = {f * c[j].normal[0], f * c[j].normal[1], f * c[j].normal[2]};
            add_push(s, p, j3, push);
        }
    }
}

static void rub_one(const fluid_solid *s, const fluid_contact *c, const float p[3], float dt,
                    float v[3]) {
    float r[3] = {p[0] - s->origin[0], p[1] - s->origin[1], p[2] - s->origin[2]};
    float u[3] = {s->velocity[0] + s->spin[1] * r[2] - s->spin[2] * r[1],
                  s->velocity[1] + s->spin[2] * r[0] - s->spin[0] * r[2],
                  s->velocity[2] + s->spin[0] * r[1] - s->spin[1] * r[0]};
    float share = 20.0f * s->friction * dt;
    if (share > 1.0f) share = 1.0f;
    float d[3] = {u[0] - v[0], u[1] - v[1], u[2] - v[2]};
    float along = dot(d, c->normal);
    for (int k = 0; k < 3; k++) v[k] += share * (d[k] - along * c->normal[k]);
}

void fluid_boundary_rub(const fluid_boundary *b, const float p[3], float dt, float v[3]) {
    for (uint32_t i = 0; i < b->solid_count; i++) {
        const fluid_solid *s = &b->solids[i];
        fluid_contact c[3];
        if (s->friction <= 0.0f || !within(s, p, 2.0f * b->pad)) continue;
        uint32_t n = fluid_solid_contacts(s, p, c);
        for (uint32_t j = 0; j < n; j++) {
            if (c[j].distance < 1.5f * b->pad) rub_one(s, &c[j], p, dt, v);
        }
    }
}

void fluid_solid_bounds(fluid_solid *s) {
    float half[3] = {s->size[0], s->size[1], s->size[2]};
    if (s->shape == FLUID_SPHERE) half[1] = half[2] = half[0];
    if (s->shape == FLUID_CYLINDER) half[2] = half[0];
    if (s->shape == FLUID_CAPSULE) half[1] += half[0], half[2] = half[0];
    if (s->shape == FLUID_TORUS) {
        half[0] = half[2] = s->size[0] + s->size[1];
        half[1] = s->size[1];
    }
    for (int k = 0; k < 3; k++) {
        float reach = s->shape == FLUID_PLANE ? 1e9f : 0.0f;
        for (int a = 0; a < 3; a++) reach += fabsf(s->axes[a][k]) * half[a];
        s->lo[k] = s->origin[k] - reach;
        s->hi[k] = s->origin[k] + reach;
    }
}
