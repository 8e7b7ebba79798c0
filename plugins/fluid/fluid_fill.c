/* SPDX-License-Identifier: MIT
 *
 * fluid_fill - how fluid comes and goes: start shapes, balls, a tap, a drain, other spacings.
 *
 * New particles stand on a lattice, never nearer than half a spacing to a wall or body and
 * never where fluid already is, so nothing starts with an overlap that could explode.
 */
#include "fluid_effect.h"

#include "fluid_font.h"

#include <wisp/rng.h>

#include <math.h>
#include <string.h>

#define CALM_STEPS 10.0f /* substeps for what may overlap */
#define TOO_NEAR 0.8f    /* spacings between new and old particles */

/* What is filled: a box of world size `size` around `center`, and a test within it. */
typedef struct fill {
    int32_t shape; /* FLUID_FILL_ */
    float center[3], size[3];
    float axes[3][3]; /* columns of the effect's rotation: local x, y, z in the world */
    float velocity[3];
    const wisp_sdf *sdf;
    float sdf_scale;
    const char *text;
} fill;

/* The old particles that a new one could touch. */
typedef struct crowd {
    const float *position;
    uint32_t *index, count;
} crowd;

static int is_clear(const fluid *f, const float p[3], const crowd *old) {
    float q[3];
    for (int k = 0; k < 3; k++) {
        q[k] = (p[k] - f->origin[k]) / f->h;
        if (q[k] < 0.0f || q[k] > f->solver.boundary.extent[k]) return 0;
    }
    if (fluid_boundary_near(&f->solver.boundary, q, 0.98f * f->solver.boundary.pad)) return 0;
    float near = TOO_NEAR * f->spacing;
    for (uint32_t i = 0; i < old->count; i++) {
        const float *o = old->position + (size_t)3 * old->index[i];
        float x = o[0] - p[0], y = o[1] - p[1], z = o[2] - p[2];
        if (x * x + y * y + z * z < near * near) return 0;
    }
    return 1;
}

static int append(fluid *f, const float p[3], const float v[3], float calm) {
    uint32_t i = *f->state.alive;
    if (i >= *f->state.room || i >= f->most) return 0;
    memcpy(f->state.position + (size_t)3 * i, p, 3 * sizeof *p);
    memcpy(f->state.velocity + (size_t)3 * i, v, 3 * sizeof *v);
    f->state.calm[i] = calm;
    f->state.density[i] = 1.0f;
    f->state.id[i] = (*f->state.born)++;
    *f->state.alive = i + 1;
    return 1;
}

static float sdf_at(const fill *s, const float p[3]) {
    const wisp_sdf *g = s->sdf;
    const uint32_t n[3] = {g->nx, g->ny, g->nz};
    size_t at[3];
    for (int k = 0; k < 3; k++) {
        float u = (p[k] / s->sdf_scale - g->origin[k]) / g->cell + 0.5f;
        if (u < 0.0f || u >= (float)n[k]) return 1.0f;
        at[k] = (size_t)u;
    }
    return g->distance[(at[2] * n[1] + at[1]) * n[0] + at[0]];
}

static int in_text(const fill *s, const float u[3]) {
    size_t length = strlen(s->text);
    float x = u[0] * (float)(length * (FLUID_GLYPH_WIDTH + 1));
    size_t letter = (size_t)x / (FLUID_GLYPH_WIDTH + 1);
    uint32_t column = (uint32_t)x % (FLUID_GLYPH_WIDTH + 1);
    uint32_t row = (uint32_t)((1.0f - u[1]) * (float)FLUID_GLYPH_HEIGHT);
    if (letter >= length || column >= FLUID_GLYPH_WIDTH || row >= FLUID_GLYPH_HEIGHT) return 0;
    char c = s->text[letter];
    int glyph = c >= 'A' && c <= 'Z'   ? c - 'A'
                : c >= 'a' && c <= 'z' ? c - 'a'
                : c >= '0' && c <= '9' ? c - '0' + 26
                                       : -1;
    return glyph >= 0 && (fluid_glyphs[glyph][row] >> (FLUID_GLYPH_WIDTH - 1 - column) & 1);
}

/* local: from the centre of the fill's box, m. */
static int in_shape(const fill *s, const float local[3]) {
    float u[3], x = 2.0f * local[0] / s->size[0], y = 2.0f * local[1] / s->size[1];
    float z = 2.0f * local[2] / s->size[2];
    switch (s->shape) {
    case FLUID_FILL_BALL:
        return x * x + y * y + z * z <= 1.0f;
    case FLUID_FILL_CYLINDER:
        return x * x + z * z <= 1.0f;
    case FLUID_FILL_TEXT:
        for (int k = 0; k < 3; k++) u[k] = local[k] / s->size[k] + 0.5f;
        return in_text(s, u);
    default:
        return 1;
    }
}

/* Sites of one fill: as many as fit, in order; -1 spacing of rounding so that whole sizes give
 * whole counts. */
static void site_counts(const fluid *f, const fill *s, uint32_t n[3]) {
    for (int k = 0; k < 3; k++) {
        float count = floorf(s->size[k] / f->spacing + 0.01f);
        n[k] = count < 1.0f ? 1u : count > 4096.0f ? 4096u : (uint32_t)count;
    }
}

static void site(const fluid *f, const fill *s, const uint32_t n[3], const uint32_t at[3],
                 float local[3], float world[3]) {
    for (int k = 0; k < 3; k++) {
        local[k] = ((float)at[k] + 0.5f - 0.5f * (float)n[k]) * f->spacing;
    }
    for (int k = 0; k < 3; k++) {
        world[k] = s->center[k] + s->axes[0][k] * local[0] + s->axes[1][k] * local[1] +
                   s->axes[2][k] * local[2];
    }
}

/* Old particles in the fill's box; none when there is no scratch memory, and then no fill. */
static int gather_crowd(wisp_instance *self, const fluid *f, const fill *s, crowd *old) {
    uint32_t alive = *f->state.alive;
    *old = (crowd){.position = f->state.position};
    if (alive == 0) return 1;
    old->index = self->host->state->frame(self, alive * sizeof *old->index);
    if (!old->index) return 0;
    float reach = 0.0f;
    for (int k = 0; k < 3; k++) reach += 0.25f * s->size[k] * s->size[k];
    reach = sqrtf(reach) + f->spacing;
    for (uint32_t i = 0; i < alive; i++) {
        const float *p = f->state.position + (size_t)3 * i;
        float x = p[0] - s->center[0], y = p[1] - s->center[1], z = p[2] - s->center[2];
        if (x * x + y * y + z * z <= reach * reach) old->index[old->count++] = i;
    }
    return 1;
}

static int wanted(const fill *s, const float local[3]) {
    if (s->shape != FLUID_FILL_MESH) return in_shape(s, local);
    return s->sdf && sdf_at(s, local) <= 0.0f;
}

/* Count first, so that buffers grow once; then place. */
static uint32_t run_fill(wisp_instance *self, fluid *f, const fill *s, float calm) {
    uint32_t n[3], placed = 0, count = 0;
    crowd old;
    if (!gather_crowd(self, f, s, &old)) return 0;
    site_counts(f, s, n);
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1 && fluid_reserve(self, f, *f->state.alive + count) != WISP_OK) break;
        old.position = f->state.position;
        for (uint64_t k = 0; k < (uint64_t)n[0] * n[1] * n[2]; k++) {
            const uint32_t at[3] = {(uint32_t)(k / n[2] / n[1]), (uint32_t)(k / n[2] % n[1]),
                                    (uint32_t)(k % n[2])};
            float local[3], world[3];
            site(f, s, n, at, local, world);
            if (!wanted(s, local)) continue;
            if (!is_clear(f, world, &old)) continue;
            if (pass == 0 && ++count > f->most) break;
            if (pass == 1 && !append(f, world, s->velocity, calm)) break;
            placed += (uint32_t)pass;
        }
    }
    if (placed < count) {
        fluid_say(self, f, FLUID_SAID_FULL,
                  "`max` particles are reached: a part of the fluid is left out");
    }
    return placed;
}

static void set_fill_axes(const fluid *f, fill *s) {
    const float zero[3] = {0.0f, 0.0f, 0.0f};
    float base[3];
    fluid_to_world(f, zero, base);
    for (int a = 0; a < 3; a++) {
        float unit[3] = {0.0f, 0.0f, 0.0f}, tip[3];
        unit[a] = 1.0f;
        fluid_to_world(f, unit, tip);
        for (int k = 0; k < 3; k++) s->axes[a][k] = tip[k] - base[k];
    }
}

void fluid_fill_shape(wisp_instance *self, fluid *f) {
    fill s = {.shape = fluid_choice(f, FLUID_P_SHAPE),
              .text = f->values[FLUID_P_FILL_TEXT].text};
    float local[3];
    if (s.shape == FLUID_FILL_NONE) return;
    memcpy(local, fluid_vector(f, FLUID_P_FILL_POSITION), sizeof local);
    memcpy(s.size, fluid_vector(f, FLUID_P_FILL), sizeof s.size);
    memcpy(s.velocity, fluid_vector(f, FLUID_P_FILL_VELOCITY), sizeof s.velocity);
    if (s.shape == FLUID_FILL_BALL || s.shape == FLUID_FILL_CYLINDER) s.size[2] = s.size[0];
    local[1] += 0.5f * s.size[1];
    if (s.shape == FLUID_FILL_MESH) {
        const char *path = f->values[FLUID_P_FILL_MESH].text;
        s.sdf = path[0] ? self->host->assets->sdf(self, path, f->spacing, NULL) : NULL;
        s.sdf_scale = f->pose.scale > 0.0f ? f->pose.scale : 1.0f;
        if (!s.sdf) {
            fluid_say(self, f, FLUID_SAID_MESH, "fill_mesh is missing: there is no fluid");
            return;
        }
        memcpy(local, fluid_vector(f, FLUID_P_FILL_POSITION), sizeof local);
        const uint32_t n[3] = {s.sdf->nx, s.sdf->ny, s.sdf->nz};
        for (int k = 0; k < 3; k++) {
            float far = fabsf(s.sdf->origin[k] + (float)n[k] * s.sdf->cell);
            s.size[k] = 2.0f * fmaxf(fabsf(s.sdf->origin[k]), far) * s.sdf_scale;
        }
    }
    for (int k = 0; k < 3; k++) {
        if (!(s.size[k] > 0.0f)) return;
    }
    fluid_to_world(f, local, s.center);
    set_fill_axes(f, &s);
    run_fill(self, f, &s, 0.0f);
}

uint32_t fluid_fill_ball(wisp_instance *self, fluid *f, const float center[3], float radius,
                         const float velocity[3]) {
    fill s = {.shape = FLUID_FILL_BALL};
    if (!(radius > 0.0f)) return 0;
    for (int k = 0; k < 3; k++) {
        s.center[k] = center[k];
        s.size[k] = 2.0f * radius;
        s.velocity[k] = velocity[k];
        s.axes[k][k] = 1.0f;
    }
    return run_fill(self, f, &s, 0.0f);
}

/* Two directions across a third. */
static void across(const float n[3], float u[3], float v[3]) {
    int least = fabsf(n[0]) < fabsf(n[1]) ? 0 : 1;
    if (fabsf(n[2]) < fabsf(n[least])) least = 2;
    float e[3] = {0.0f, 0.0f, 0.0f};
    e[least] = 1.0f;
    float d = n[least], length = 0.0f;
    for (int k = 0; k < 3; k++) u[k] = e[k] - d * n[k];
    for (int k = 0; k < 3; k++) length += u[k] * u[k];
    for (int k = 0; k < 3; k++) u[k] /= sqrtf(length);
    v[0] = n[1] * u[2] - n[2] * u[1];
    v[1] = n[2] * u[0] - n[0] * u[2];
    v[2] = n[0] * u[1] - n[1] * u[0];
}

/* One layer of the jet is one thin cylinder across its direction. */
static void tap_layer(wisp_instance *self, fluid *f, const float center[3],
                      const float direction[3], float speed) {
    fill s = {.shape = FLUID_FILL_CYLINDER};
    float radius = fluid_number(f, FLUID_P_SOURCE_RADIUS);
    float across_size = fmaxf(2.0f * radius, f->spacing);
    memcpy(s.axes[1], direction, sizeof s.axes[1]);
    across(direction, s.axes[2], s.axes[0]);
    for (int k = 0; k < 3; k++) {
        s.center[k] = center[k];
        s.size[k] = k == 1 ? f->spacing : across_size;
        s.velocity[k] = speed * direction[k];
    }
    run_fill(self, f, &s, 0.0f);
}

void fluid_run_tap(wisp_instance *self, fluid *f, float dt) {
    float speed = fluid_number(f, FLUID_P_SOURCE_SPEED);
    const float *way = fluid_vector(f, FLUID_P_SOURCE_DIRECTION);
    float length = sqrtf(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    if (fluid_number(f, FLUID_P_SOURCE_RADIUS) <= 0.0f || speed <= 0.0f || length < 1e-3f) {
        f->state.stream[0] = 0.0f;
        return;
    }
    float local[3], nozzle[3], tip[3], direction[3];
    memcpy(local, fluid_vector(f, FLUID_P_SOURCE_POSITION), sizeof local);
    fluid_to_world(f, local, nozzle);
    for (int k = 0; k < 3; k++) local[k] += way[k] / length;
    fluid_to_world(f, local, tip);
    for (int k = 0; k < 3; k++) direction[k] = tip[k] - nozzle[k];
    float run = f->state.stream[0] + speed * dt;
    for (int layer = 0; layer < 64 && run >= f->spacing; layer++) {
        run -= f->spacing;
        float center[3];
        for (int k = 0; k < 3; k++) center[k] = nozzle[k] + direction[k] * run;
        tap_layer(self, f, center, direction, speed);
    }
    f->state.stream[0] = fminf(run, f->spacing);
}

static void move_particle(fluid *f, uint32_t to, uint32_t from) {
    memcpy(f->state.position + (size_t)3 * to, f->state.position + (size_t)3 * from,
           3 * sizeof(float));
    memcpy(f->state.velocity + (size_t)3 * to, f->state.velocity + (size_t)3 * from,
           3 * sizeof(float));
    f->state.calm[to] = f->state.calm[from];
    f->state.density[to] = f->state.density[from];
    f->state.id[to] = f->state.id[from];
}

void fluid_run_drain(fluid *f) {
    float radius = fluid_number(f, FLUID_P_DRAIN_RADIUS), center[3];
    if (radius <= 0.0f) return;
    uint32_t kept = 0;
    fluid_to_world(f, fluid_vector(f, FLUID_P_DRAIN_POSITION), center);
    for (uint32_t i = 0; i < *f->state.alive; i++) {
        const float *p = f->state.position + (size_t)3 * i;
        float x = p[0] - center[0], y = p[1] - center[1], z = p[2] - center[2];
        if (x * x + y * y + z * z < radius * radius) continue;
        if (kept != i) move_particle(f, kept, i);
        kept++;
    }
    *f->state.alive = kept;
}

void fluid_resample(wisp_instance *self, fluid *f) {
    float old = *f->state.spacing;
    uint32_t count = *f->state.alive;
    *f->state.spacing = f->spacing;
    if (old <= 0.0f || count == 0 || old == f->spacing) return;
    double per = pow((double)(old / f->spacing), 3.0);
    double total = per * (double)count;
    uint32_t target = total > (double)f->most ? f->most : (uint32_t)(total + 0.5);
    if (target < (uint32_t)(total + 0.5)) {
        fluid_say(self, f, FLUID_SAID_FULL, "`max` particles are too few for this spacing");
    }
    float *copy = self->host->state->frame(self, (size_t)count * 6 * sizeof *copy);
    if (!copy || fluid_reserve(self, f, target) != WISP_OK) {
        fluid_say(self, f, FLUID_SAID_MEMORY,
                  "no memory to resample: fluid is lost or thinned");
        return;
    }
    memcpy(copy, f->state.position, (size_t)count * 3 * sizeof *copy);
    memcpy(copy + (size_t)3 * count, f->state.velocity, (size_t)count * 3 * sizeof *copy);
    *f->state.alive = 0;
    uint64_t key = wisp_rng_key(self->seed, 1);
    for (uint32_t k = 0; k < target; k++) {
        uint32_t from = (uint32_t)((uint64_t)k * count / target);
        float p[3];
        memcpy(p, copy + (size_t)3 * from, sizeof p);
        for (uint32_t c = 0; target > count && c < 3; c++) {
            p[c] += wisp_rng_range(key, (uint64_t)3 * k + c, -0.5f, 0.5f) * old;
        }
        append(f, p, copy + (size_t)3 * (count + from), CALM_STEPS);
    }
}
