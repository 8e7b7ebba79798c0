/* SPDX-License-Identifier: MIT
 *
 * Flakes as sprites, drawn out along their way.
 */
#include "snow_own.h"

#include <string.h>

/* One instance of shaders/snow/flake.vert. */
struct sprite {
    float pos[3], diameter;
    float vel[3], phase;
    float opacity;
};

/* Block Effect of shaders/snow/flake.*: std140, vec4s. */
struct uniforms {
    float color[4];
    float low[4];       /* w: 1 when the box follows the camera */
    float size[4];      /* w: lens, m */
    float look[4];      /* shutter s, flutter m at 1 m/s, hardness 0..1, 0 */
    float eye_speed[4]; /* m/s */
};

struct pack_work {
    const struct snow *snow;
    struct sprite *out;
    float time;
};

static void pack_block(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    const struct pack_work *w = context;
    const struct snow *s = w->snow;
    (void)chunk;
    for (uint64_t i = begin; i < end; i++) {
        struct sprite *o = &w->out[i];
        for (int k = 0; k < 3; k++) {
            o->pos[k] = s->pos[k][i];
            o->vel[k] = s->vel[k][i];
        }
        o->diameter = s->trait[SNOW_DIAMETER][i];
        o->phase = s->trait[SNOW_PHASE][i];
        float age = w->time - s->trait[SNOW_BIRTH][i];
        o->opacity = age >= 2.0f ? 1.0f : age > 0.0f ? 0.5f * age : 0.0f;
    }
}

static wisp_pipeline pipeline_of(wisp_instance *self) {
    wisp_gfx_pipeline_desc d = {
        .struct_size = sizeof d,
        .primitive = WISP_PRIMITIVE_TRIANGLE_STRIP,
        .shader = {sizeof d.shader, 0, "snow/flake.vert", "snow/flake.frag", NULL},
        .attrs = {{WISP_ATTR_F32X4, 0, 0, 0},
                  {WISP_ATTR_F32X4, 1, 0, 16},
                  {WISP_ATTR_F32, 2, 0, 32}},
        .strides = {sizeof(struct sprite)},
        .per_instance = {1}};
    return self->host->gfx->pipeline(self, &d);
}

static struct uniforms uniforms_of(const struct snow *s, const wisp_value *v) {
    struct uniforms u = {.look = {v[SNOW_SHUTTER].v[0],
                                  v[SNOW_FLUTTER].v[0] * s->preset.flutter, s->preset.solid}};
    memcpy(u.color, v[SNOW_COLOR].v, sizeof u.color);
    memcpy(u.low, s->box.low, sizeof s->box.low);
    memcpy(u.size, s->box.size, sizeof s->box.size);
    memcpy(u.eye_speed, s->eye_speed, sizeof s->eye_speed);
    u.low[3] = s->follows ? 1.0f : 0.0f;
    u.size[3] = v[SNOW_LENS].v[0];
    return u;
}

void snow_draw(wisp_instance *self, const wisp_view *view) {
    const struct snow *s = self->block;
    const wisp_gfx_1 *gfx = self->host->gfx;
    if (view->pass == WISP_PASS_OPAQUE) {
        snow_cover_draw(self, s);
        return;
    }
    if (!s->alive) return;
    wisp_draw draw = {.struct_size = sizeof draw, .count = 4, .instances = (uint32_t)s->alive};
    struct pack_work w = {.snow = s, .time = (float)s->core->time};
    w.out =
        gfx->stream(self, (size_t)s->alive * sizeof *w.out, &draw.buffers[0], &draw.offsets[0]);
    if (!w.out) return;
    self->host->jobs->parallel(self, s->alive, SNOW_GRAIN, pack_block, &w);
    struct uniforms u = uniforms_of(s, view->values);
    draw.pipeline = pipeline_of(self);
    draw.uniforms = &u;
    draw.uniform_bytes = sizeof u;
    gfx->draw(self, &draw);
}
