/* SPDX-License-Identifier: MIT
 *
 * Bodies as instances of two meshes: a full one near the eye and a few triangles far away.
 */
#include <math.h>
#include <string.h>

#include "flock_mesh.h"
#include "flock_own.h"

/* One instance of shaders/flock/animal.vert. */
struct body {
    float pos[3], size;
    float forward[3], phase;
    float up[3], alarm;
    float color[4]; /* a: share of a pixel that it covers, at least */
};

/* Block Effect of shaders/flock/animal.*. */
struct uniforms {
    float look[4]; /* kind, gloss, 1 / full mesh up to this many px, 0 */
};

struct pack {
    wisp_instance *self;
    const struct flock *flock;
    const wisp_view *view;
    struct body *out; /* near ones from the front, far ones from the back */
    uint32_t near, far, most;
    float lag, px; /* s behind the newest state; px of a metre at one metre */
};

static void normalise(float v[3]) {
    float length = fmaxf(sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), 1e-9f);
    for (int c = 0; c < 3; c++) v[c] /= length;
}

/* Up of something that heads forward and leans by `roll`. */
static void lean(const float forward[3], float roll, float up[3]) {
    float right[3] = {forward[2], 0, -forward[0]}; /* level */
    if (right[0] * right[0] + right[2] * right[2] < 1e-6f) right[0] = 1;
    normalise(right);
    float level[3] = {forward[1] * right[2] - forward[2] * right[1],
                      forward[2] * right[0] - forward[0] * right[2],
                      forward[0] * right[1] - forward[1] * right[0]};
    float c = cosf(roll), s = sinf(roll);
    for (int k = 0; k < 3; k++) up[k] = c * level[k] + s * right[k];
}

static void put(struct pack *p, const struct body *b) {
    const float *eye = p->view->eye;
    float d[3] = {b->pos[0] - eye[0], b->pos[1] - eye[1], b->pos[2] - eye[2]};
    float along =
        d[0] * p->view->forward[0] + d[1] * p->view->forward[1] + d[2] * p->view->forward[2];
    if (along < -b->size || p->near + p->far == p->most) return;
    float px = b->size * p->px / fmaxf(along, 0.01f);
    uint32_t at = px > 14.0f ? p->near++ : p->most - ++p->far;
    p->out[at] = *b;
}

static void state_color(const struct flock *f, uint64_t i, float tint, float color[3]) {
    static const float shown[FLOCK_DRIVES][3] = {
        {0.9f, 0.42f, 0.05f}, {0.9f, 0.92f, 1.0f}, {0.85f, 0.12f, 0.3f}};
    const int threshold[FLOCK_DRIVES] = {FLOCK_HUNGER_THRESHOLD, FLOCK_FEAR_THRESHOLD,
                                         FLOCK_LIBIDO_THRESHOLD};
    for (int d = 0; d < FLOCK_DRIVES; d++) {
        /* Fear hides the others: it is asked last of the two that can be high for long. */
        int which = d == 0 ? FLOCK_LIBIDO : d == 1 ? FLOCK_HUNGER : FLOCK_FEAR;
        float low = f->values[threshold[which]].v[0];
        float w = tint * fminf(1.0f, fmaxf(0.0f, (f->drive[which][i] - low) / (1.0f - low)));
        for (int c = 0; c < 3; c++) color[c] += w * (shown[which][c] - color[c]);
    }
}

static void pack_bird(struct pack *p, uint64_t i) {
    const struct flock *f = p->flock;
    const wisp_value *v = p->view->values;
    uint64_t key = wisp_rng_key(p->self->seed, 3);
    struct body b = {.phase = f->phase[i], .alarm = f->drive[FLOCK_FEAR][i]};
    uint32_t colors = (uint32_t)v[FLOCK_COLORS].i;
    float own = wisp_rng_f01(key, i);
    for (int c = 0; c < 3; c++) {
        b.forward[c] = f->vel[c][i];
        b.pos[c] = f->pos[c][i] - p->lag * f->vel[c][i];
    }
    b.size = wisp_value_at(&v[FLOCK_SIZE], 0, own);
    normalise(b.forward);
    float roll = f->roll[i] * v[FLOCK_BANK].v[0] * (f->kind == FLOCK_FISH ? 0.5f : 1.0f);
    lean(b.forward, roll, b.up);
    float at = colors > 1 ? (float)(i % colors) / (float)(colors - 1) : 0.0f;
    wisp_color_at(&v[FLOCK_PALETTE], at, b.color);
    float shade = 0.8f + 0.4f * wisp_rng_f01(key, i + f->count);
    for (int c = 0; c < 3; c++) b.color[c] *= shade;
    if (v[FLOCK_TINT].v[0] > 0.0f) state_color(f, i, v[FLOCK_TINT].v[0], b.color);
    put(p, &b);
}

static void pack_hunter(struct pack *p, const struct flock_hunter *h) {
    const wisp_value *v = p->view->values;
    struct body b = {.phase = h->phase, .alarm = 0};
    const wisp_value *size = &v[FLOCK_SIZE];
    b.size = 2.6f * size->v[size->kind == WISP_VALUE_RANGE ? 1 : 0];
    for (int c = 0; c < 3; c++) {
        b.forward[c] = h->vel[c];
        b.pos[c] = h->pos[c] - p->lag * h->vel[c];
    }
    normalise(b.forward);
    lean(b.forward, h->roll, b.up);
    memcpy(b.color, v[FLOCK_PREDATOR_COLOR].v, sizeof b.color);
    put(p, &b);
}

static wisp_buffer mesh_of(wisp_instance *self, enum flock_kind kind, int far,
                           uint32_t *count) {
    static const char *const keys[2][3] = {{"bird", "fish", "midge"},
                                           {"bird.far", "fish.far", "midge.far"}};
    struct flock_vertex *v = self->host->state->frame(self, FLOCK_MESH_MOST * sizeof *v);
    *count = v ? flock_mesh((int)kind, far, v) : 0;
    wisp_gfx_buffer_desc d = {.struct_size = sizeof d,
                              .key = keys[far][(int)kind - 1],
                              .bytes = *count * sizeof *v,
                              .data = v};
    return *count ? self->host->gfx->buffer(self, &d) : (wisp_buffer){0};
}

static wisp_pipeline pipeline_of(wisp_instance *self) {
    wisp_gfx_pipeline_desc d = {
        .struct_size = sizeof d,
        .primitive = WISP_PRIMITIVE_TRIANGLES,
        .shader = {sizeof d.shader, 0, "flock/animal.vert", "flock/animal.frag", NULL},
        .attrs = {{WISP_ATTR_F32X3, 0, 0, 0},
                  {WISP_ATTR_F32X3, 1, 0, 12},
                  {WISP_ATTR_F32X2, 2, 0, 24},
                  {WISP_ATTR_F32X4, 3, 1, 0},
                  {WISP_ATTR_F32X4, 4, 1, 16},
                  {WISP_ATTR_F32X4, 5, 1, 32},
                  {WISP_ATTR_F32X4, 6, 1, 48}},
        .strides = {sizeof(struct flock_vertex), sizeof(struct body)},
        .per_instance = {0, 1},
        .depth = WISP_DEPTH_TEST_WRITE};
    return self->host->gfx->pipeline(self, &d);
}

void flock_draw(wisp_instance *self, const wisp_view *view) {
    const struct flock *f = self->block;
    const wisp_gfx_1 *gfx = self->host->gfx;
    struct pack p = {.self = self,
                     .flock = f,
                     .view = view,
                     .most = (uint32_t)f->count + f->hunter_count,
                     .lag = view->step_dt * (1.0f - view->alpha)};
    wisp_draw draw = {.struct_size = sizeof draw};
    size_t start = 0;
    if (p.most == 0) return;
    struct flock look = *f;
    look.values = view->values;
    p.flock = &look;
    p.px = 0.5f * (float)view->height / tanf(0.5f * view->fov_y);
    uint32_t counts[2];
    wisp_buffer meshes[2];
    for (int far = 0; far < 2; far++) meshes[far] = mesh_of(self, f->kind, far, &counts[far]);
    p.out = gfx->stream(self, p.most * sizeof *p.out, &draw.buffers[1], &start);
    if (!p.out) return;
    for (uint64_t i = 0; i < f->count; i++) pack_bird(&p, i);
    for (uint32_t k = 0; k < f->hunter_count; k++) pack_hunter(&p, &f->hunters[k]);
    struct uniforms u = {{(float)f->kind, view->values[FLOCK_GLOSS].v[0]}};
    draw.pipeline = pipeline_of(self);
    draw.uniforms = &u;
    draw.uniform_bytes = sizeof u;
    for (int far = 0; far < 2; far++) {
        draw.instances = far ? p.far : p.near;
        draw.buffers[0] = meshes[far];
        draw.count = counts[far];
        draw.offsets[1] = start + (far ? (p.most - p.far) * sizeof *p.out : 0);
        if (draw.instances && draw.count) gfx->draw(self, &draw);
    }
}
