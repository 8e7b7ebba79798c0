/* SPDX-License-Identifier: MIT
 *
 * Snow that lies: a height per cell on whatever surface is highest there.
 *
 * A row of cells at a time is looked at again when bodies or wind have changed: straight down for
 * the surface and its slope, then from there up against the falling snow for shelter. What falls is
 * shared out by both. Snow steeper than 45 degrees slides to its neighbours, also off a roof; near
 * warm lights it melts; where the surface under it moves, it is gone: that leaves a track.
 * Source  Ohlsson and Seipel, Real-time Rendering of Accumulated Snow, 2004 (exposure); Foldes and
 *         Benes, Occlusion-based Snow Accumulation Simulation, 2007.
 */
#include "snow_own.h"

#include <math.h>
#include <string.h>

enum { ROWS_A_STEP = 4, DOWN_STEPS = 40, UP_STEPS = 14 };
static const float HIGHEST = 12.0f, DEEPEST = 0.6f, MARK = 0.04f; /* m */

/* One row of points that march through the bodies' distance field together. */
struct march {
    wisp_instance *self;
    const wisp_world *world;
    float at[3][SNOW_SIDE], distance[SNOW_SIDE], up[SNOW_SIDE]; /* up: y of the normal */
};

static float reach_along(const wisp_collider *c) {
    const float *h = c->size;
    return c->shape == WISP_SHAPE_PLANE ? HUGE_VALF : h[0] + h[1] + h[2];
}

/* Distance to the nearest body from each point, and how much its surface faces up there. */
static void look(struct march *m) {
    for (int i = 0; i < SNOW_SIDE; i++) m->distance[i] = 100.0f, m->up[i] = 1.0f;
    const float *const xyz[3] = {m->at[0], m->at[1], m->at[2]};
    for (uint32_t c = 0; c < m->world->collider_count; c++) {
        const wisp_collider *body = &m->world->colliders[c];
        float d[SNOW_SIDE], n[3][SNOW_SIDE];
        float *const normal[3] = {n[0], n[1], n[2]};
        /* Far to the side of the whole row: at least this far from each point. */
        float aside = fabsf(body->pose.position[2] - m->at[2][0]) - reach_along(body);
        if (aside > 6.0f) continue;
        m->self->host->world->distance(m->self, c, SNOW_SIDE, xyz, d, normal);
        for (int i = 0; i < SNOW_SIDE; i++) {
            bool nearer = d[i] < m->distance[i];
            m->distance[i] = nearer ? d[i] : m->distance[i];
            m->up[i] = nearer ? n[1][i] : m->up[i];
        }
    }
    for (int i = 0; i < SNOW_SIDE; i++)
        if (m->distance[i] > 6.0f) m->distance[i] = 6.0f;
}

/* Down to the first surface; ground is the floor where there is none. */
static void fall_row(struct march *m, float ground) {
    for (int k = 0; k < DOWN_STEPS; k++) {
        look(m);
        for (int i = 0; i < SNOW_SIDE; i++) {
            float way = m->distance[i] < 0.004f ? 0.0f : m->distance[i];
            float y = m->at[1][i] - way;
            m->at[1][i] = y < ground ? ground : y;
        }
    }
    look(m);
}

/* Up against the falling snow: 1 where nothing is in the way. */
static void shelter_row(struct march *m, const float against[3], float *open) {
    for (int i = 0; i < SNOW_SIDE; i++) {
        open[i] = 1.0f;
        m->at[1][i] += 0.06f;
    }
    for (int k = 0; k < UP_STEPS; k++) {
        for (int i = 0; i < SNOW_SIDE; i++) {
            float way = fmaxf(m->distance[i], 0.08f);
            for (int a = 0; a < 3; a++) m->at[a][i] += against[a] * way;
        }
        look(m);
        for (int i = 0; i < SNOW_SIDE; i++) {
            float free = m->distance[i] * 12.0f; /* a brush past leaves some */
            free = free < 0.0f ? 0.0f : free > 1.0f ? 1.0f : free;
            open[i] = free < open[i] ? free : open[i];
        }
    }
}

static void look_at_row(wisp_instance *self, struct snow *s, uint32_t row,
                        const wisp_step *step) {
    struct snow_cover *c = &s->cover;
    struct march m = {.self = self, .world = self->host->world->snapshot(self)};
    float ground = step->pose.position[1], up[SNOW_SIDE], open[SNOW_SIDE];
    for (uint32_t i = 0; i < SNOW_SIDE; i++) {
        m.at[0][i] = c->corner[0] + ((float)i + 0.5f) * c->cell;
        m.at[1][i] = ground + HIGHEST;
        m.at[2][i] = c->corner[1] + ((float)row + 0.5f) * c->cell;
    }
    fall_row(&m, ground);
    float *base = c->base + (size_t)row * SNOW_SIDE,
          *height = c->height + (size_t)row * SNOW_SIDE;
    for (uint32_t i = 0; i < SNOW_SIDE; i++) {
        if (fabsf(m.at[1][i] - base[i]) > MARK) height[i] = 0.0f;
        base[i] = m.at[1][i];
        up[i] = snow_slope_factor(m.up[i]);
    }
    float against[3] = {-m.world->wind[0], s->preset.speed, -m.world->wind[2]};
    float l =
        sqrtf(against[0] * against[0] + against[1] * against[1] + against[2] * against[2]);
    for (int k = 0; k < 3; k++) against[k] /= l > 1e-6f ? l : 1.0f;
    shelter_row(&m, against, open);
    for (uint32_t i = 0; i < SNOW_SIDE; i++)
        c->hold[(size_t)row * SNOW_SIDE + i] = up[i] * open[i];
}

/* Where bodies stand and how the wind blows, as a number. */
static uint64_t fingerprint(wisp_instance *self, const struct snow *s) {
    const wisp_world *w = self->host->world->snapshot(self);
    uint64_t sum = w->collider_count;
    const float wind[3] = {floorf(w->wind[0] * 2.0f), floorf(w->wind[2] * 2.0f),
                           s->preset.speed};
    for (uint32_t c = 0; c <= w->collider_count; c++) {
        const float *v = c ? w->colliders[c - 1].pose.position : wind;
        for (int k = 0; k < (c ? 7 : 3); k++) { /* position and rotation lie together */
            uint32_t bits;
            memcpy(&bits, v + k, sizeof bits);
            sum = wisp_rng_u64(sum, bits);
        }
    }
    return sum;
}

static void look_again(wisp_instance *self, struct snow *s, const wisp_step *step) {
    struct snow_look *look = s->cover.look;
    uint64_t now = fingerprint(self, s) | 1;
    uint64_t rows = look->seen == 0 ? SNOW_SIDE : ROWS_A_STEP; /* at first all of them */
    if (now != look->seen && (look->row >= SNOW_SIDE || look->seen == 0)) look->row = 0;
    if (look->row == 0) look->seen = now;
    for (; rows > 0 && look->row < SNOW_SIDE; rows--)
        look_at_row(self, s, (uint32_t)look->row++, step);
}

/* ---- Growth, sliding, melting */

static void grow(struct snow *s, const wisp_step *step) {
    struct snow_cover *c = &s->cover;
    float d = s->preset.size, flake = 0.5236f * d * d * d;
    float area = s->box.size[0] * s->box.size[2];
    float layer = step->values[SNOW_ACCUMULATE].v[0] * s->preset.rate * flake / area * step->dt;
    for (uint32_t i = 0; i < SNOW_CELLS; i++) {
        float h = c->height[i] + layer * c->hold[i];
        c->height[i] = h < DEEPEST ? h : DEEPEST;
    }
}

/* From a to b what is too steep between them. */
static void slide(struct snow_cover *c, uint32_t a, uint32_t b) {
    float step = c->base[a] + c->height[a] - c->base[b] - c->height[b];
    float over = fabsf(step) - c->cell;
    if (over <= 0.0f) return;
    uint32_t from = step > 0.0f ? a : b, to = step > 0.0f ? b : a;
    float moved = fminf(0.2f * over, 0.25f * c->height[from]);
    c->height[from] -= moved;
    c->height[to] = fminf(c->height[to] + moved, DEEPEST);
}

/* Some rows a step: snow takes its time. */
static void settle(struct snow_cover *c, uint64_t index) {
    for (uint32_t row = (uint32_t)(index % 8); row < SNOW_SIDE; row += 8)
        for (uint32_t i = 0; i < SNOW_SIDE; i++) {
            uint32_t at = row * SNOW_SIDE + i;
            if (i + 1 < SNOW_SIDE) slide(c, at, at + 1);
            if (row + 1 < SNOW_SIDE) slide(c, at, at + SNOW_SIDE);
        }
}

static void melt(wisp_instance *self, struct snow_cover *c, const wisp_step *step) {
    const wisp_world *w = self->host->world->snapshot(self);
    float radius = step->values[SNOW_MELT_RADIUS].v[0];
    float share = 1.0f - 0.2f * step->values[SNOW_MELT_RATE].v[0] * step->dt;
    for (uint32_t k = 0; k < w->light_count; k++) {
        const float *p = w->lights[k].position;
        if (!(w->lights[k].heat > 0.0f)) continue;
        for (uint32_t i = 0; i < SNOW_CELLS; i++) {
            float x = c->corner[0] + ((float)(i % SNOW_SIDE) + 0.5f) * c->cell - p[0];
            float z = c->corner[1] + ((float)(i / SNOW_SIDE) + 0.5f) * c->cell - p[2];
            float y = c->base[i] - p[1];
            if (x * x + y * y + z * z < radius * radius) c->height[i] *= fmaxf(share, 0.0f);
        }
    }
}

wisp_status snow_cover_step(wisp_instance *self, struct snow *s, const wisp_step *step) {
    struct snow_cover *c = &s->cover;
    c->shown = step->values[SNOW_ACCUMULATE].v[0] > 0.0f;
    if (!c->shown) return WISP_OK;
    c->height = wisp_take(self, "cover", WISP_TYPE_F32, SNOW_CELLS, 1, 0);
    c->base = wisp_take(self, "cover_base", WISP_TYPE_F32, SNOW_CELLS, 1, 0);
    c->hold = wisp_take(self, "cover_hold", WISP_TYPE_F32, SNOW_CELLS, 1, 0);
    c->look = wisp_take(self, "cover_look", WISP_TYPE_U64, 2, 1, 0);
    if (!c->height || !c->base || !c->hold || !c->look) return WISP_E_NOMEM;
    float side = step->values[SNOW_COVER].v[0];
    c->cell = side / (float)SNOW_SIDE;
    c->corner[0] = step->pose.position[0] - 0.5f * side;
    c->corner[1] = step->pose.position[2] - 0.5f * side;
    look_again(self, s, step);
    grow(s, step);
    settle(c, step->index);
    if (step->values[SNOW_MELT_RADIUS].v[0] > 0.0f) melt(self, c, step);
    c->revision++;
    return WISP_OK;
}

/* ---- Drawing */

struct cover_uniforms {
    float place[4]; /* lowest x and z, cell, cells a side */
    float color[4];
};

void snow_cover_draw(wisp_instance *self, const struct snow *s) {
    const struct snow_cover *c = &s->cover;
    const wisp_gfx_1 *gfx = self->host->gfx;
    if (!c->shown || !c->height) return;
    float *texels = self->host->state->frame(self, SNOW_CELLS * 4 * sizeof *texels);
    if (!texels) return;
    for (uint32_t i = 0; i < SNOW_CELLS; i++) {
        texels[4 * i] = c->base[i];
        texels[4 * i + 1] = c->height[i];
        texels[4 * i + 2] = c->hold[i];
        texels[4 * i + 3] = 0.0f;
    }
    const wisp_gfx_image_desc image = {.struct_size = sizeof image,
                                       .format = WISP_FORMAT_RGBA32F,
                                       .key = "cover",
                                       .width = SNOW_SIDE,
                                       .height = SNOW_SIDE,
                                       .filter = WISP_FILTER_NEAREST,
                                       .data = texels,
                                       .revision = c->revision};
    wisp_gfx_pipeline_desc d = {
        .struct_size = sizeof d,
        .primitive = WISP_PRIMITIVE_TRIANGLES,
        .shader = {sizeof d.shader, 0, "snow/cover.vert", "snow/cover.frag", NULL},
        .blend = WISP_BLEND_NONE,
        .depth = WISP_DEPTH_TEST_WRITE};
    const struct cover_uniforms u = {{c->corner[0], c->corner[1], c->cell, (float)SNOW_SIDE},
                                     {0.86f, 0.90f, 0.96f, 1.0f}};
    wisp_draw draw = {.struct_size = sizeof draw,
                      .pipeline = gfx->pipeline(self, &d),
                      .count = (SNOW_SIDE - 1) * (SNOW_SIDE - 1) * 6,
                      .textures = {{"u_cover", gfx->image(self, &image)}},
                      .uniforms = &u,
                      .uniform_bytes = sizeof u};
    gfx->draw(self, &draw);
}
