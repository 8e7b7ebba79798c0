/* SPDX-License-Identifier: MIT
 *
 * fluid_draw - the surface in screen space: depth of balls, thickness, smoothed depth, picture.
 *
 * Source     van der Laan, Green, Sainz 2009; Truong and Yuksel 2018. The passes are the files
 *            of shaders/fluid/, each of which says what it does.
 */
#include "fluid_effect.h"

#include <wisp/gfx.h>

#include <math.h>
#include <string.h>

#define BAND 10.0f     /* particle radii around a depth that belong to its surface */
#define PUSH_BACK 0.0f /* particle radii: what is far behind counts as level, so rims stay */
#define EDGE 5.0f      /* particle radii between neighbouring pixels that make an edge */
#define MOST_SAMPLES 16.0f /* a side, of a filter */
#define THICKNESS_SCALE 0.5f
#define CURVATURE_STEPS 20u /* per iteration asked for: each is a small one */

/* Block Effect of fluid.glsl. */
typedef struct uniforms {
    float sprite[4], smooth[4], amount[4], tint[4], absorb[4], foam[4];
} uniforms;

typedef struct drawing {
    wisp_instance *self;
    const fluid *f;
    const wisp_gfx_1 *gfx;
    const wisp_view *view;
    uniforms u;
    wisp_buffer particles;
    size_t offset[2]; /* of positions and velocities */
    float scale;      /* of the depth images */
} drawing;

static void fill_uniforms(drawing *d) {
    const fluid *f = d->f;
    float r = 0.5f * fluid_number(f, FLUID_P_SPRITE_SIZE) * f->spacing;
    float balls = 4.0f / 3.0f * 3.14159265f * r * r * r;
    uniforms *u = &d->u;
    const float *tint = fluid_vector(f, FLUID_P_COLOR);
    const float *absorb = fluid_vector(f, FLUID_P_ABSORPTION);
    memset(u, 0, sizeof *u);
    u->sprite[0] = r;
    u->sprite[1] = BAND * r;
    u->sprite[2] = PUSH_BACK * r;
    u->sprite[3] = EDGE * r;
    u->smooth[0] = fluid_number(f, FLUID_P_FILTER_RADIUS) * f->spacing * 0.5f *
                   fabsf(d->view->proj[5]) * (float)d->view->height * d->scale;
    u->smooth[1] = MOST_SAMPLES;
    u->amount[0] = f->spacing * f->spacing * f->spacing / balls;
    u->amount[1] = fluid_number(f, FLUID_P_REFRACTIVE_INDEX);
    u->amount[2] = fluid_number(f, FLUID_P_REFLECTION);
    u->amount[3] = fluid_number(f, FLUID_P_CAUSTICS);
    for (int k = 0; k < 3; k++) {
        u->tint[k] = tint[k];
        u->absorb[k] = absorb[k];
    }
    u->tint[3] = d->scale;
    u->absorb[3] = (float)fluid_choice(f, FLUID_P_VIEW);
    u->foam[0] = 0.12f * f->spacing;
    u->foam[1] = 0.8f;
    u->foam[2] = d->view->alpha * d->view->step_dt;
}

static int send_particles(drawing *d) {
    const fluid *f = d->f;
    size_t bytes = (size_t)*f->state.alive * 3 * sizeof(float);
    char *out = bytes ? d->gfx->stream(d->self, 2 * bytes, &d->particles, d->offset) : NULL;
    if (!out) return 0;
    memcpy(out, f->state.position, bytes);
    memcpy(out + bytes, f->state.velocity, bytes);
    d->offset[1] = d->offset[0] + bytes;
    return 1;
}

static void draw_balls(drawing *d, const char *fragment, uint32_t blend, uint32_t depth) {
    if (*d->f->state.alive == 0) return;
    wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .primitive = WISP_PRIMITIVE_TRIANGLE_STRIP,
        .shader = {sizeof pipeline.shader, 0, "fluid/sprite.vert", fragment, NULL},
        .attrs = {{WISP_ATTR_F32X3, 0, 0, 0}, {WISP_ATTR_F32X3, 1, 1, 0}},
        .strides = {12, 12},
        .per_instance = {1, 1},
        .blend = blend,
        .depth = depth};
    wisp_draw draw = {.struct_size = sizeof draw,
                      .pipeline = d->gfx->pipeline(d->self, &pipeline),
                      .buffers = {d->particles, d->particles},
                      .offsets = {d->offset[0], d->offset[1]},
                      .count = 4,
                      .instances = *d->f->state.alive,
                      .textures = {{"u_scene_depth", d->gfx->scene_depth(d->self)}},
                      .uniforms = &d->u,
                      .uniform_bytes = sizeof d->u};
    d->gfx->draw(d->self, &draw);
}

static void draw_screen(drawing *d, const char *fragment, uint32_t blend,
                        const wisp_texture *textures, uint32_t count) {
    wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .shader = {sizeof pipeline.shader, 0, "lib/fullscreen.vert", fragment, NULL},
        .blend = blend,
        .depth = WISP_DEPTH_OFF};
    wisp_draw draw = {.struct_size = sizeof draw,
                      .pipeline = d->gfx->pipeline(d->self, &pipeline),
                      .count = 3,
                      .uniforms = &d->u,
                      .uniform_bytes = sizeof d->u};
    memcpy(draw.textures, textures, count * sizeof *textures);
    d->gfx->draw(d->self, &draw);
}

static wisp_target target(drawing *d, const char *key, uint32_t format, float scale,
                          uint32_t depth) {
    wisp_gfx_target_desc desc = {.struct_size = sizeof desc,
                                 .key = key,
                                 .scale = scale,
                                 .depth = depth,
                                 .formats = {format},
                                 .filter = format == WISP_FORMAT_R32F ? WISP_FILTER_NEAREST
                                                                      : WISP_FILTER_LINEAR};
    return d->gfx->target(d->self, &desc);
}

static void begin(drawing *d, wisp_target to) {
    const wisp_pass pass = {
        .struct_size = sizeof pass, .target = to, .clear_color = 1, .clear_depth = 1};
    d->gfx->begin_pass(d->self, &pass);
}

static wisp_target draw_depth(drawing *d) {
    wisp_target to = target(d, "fluid.depth", WISP_FORMAT_R32F, d->scale, 1);
    begin(d, to);
    draw_balls(d, "fluid/depth.frag", WISP_BLEND_NONE, WISP_DEPTH_TEST_WRITE);
    d->gfx->end_pass(d->self);
    return to;
}

static wisp_target draw_thickness(drawing *d) {
    wisp_target to = target(d, "fluid.thickness", WISP_FORMAT_R16F, THICKNESS_SCALE, 0);
    d->u.tint[3] = THICKNESS_SCALE;
    begin(d, to);
    draw_balls(d, "fluid/thickness.frag", WISP_BLEND_ADD, WISP_DEPTH_OFF);
    d->gfx->end_pass(d->self);
    d->u.tint[3] = d->scale;
    return to;
}

/* One pass from one depth image to the other of two that take turns. */
static wisp_target filter_pass(drawing *d, wisp_target from, const char *fragment,
                               const float way[2], uint32_t turn) {
    wisp_target to =
        target(d, turn & 1u ? "fluid.smooth1" : "fluid.smooth0", WISP_FORMAT_R32F, d->scale, 0);
    const wisp_texture depth = {"u_depth", d->gfx->target_color(d->self, from, 0)};
    memcpy(d->u.smooth + 2, way, 2 * sizeof *way);
    begin(d, to);
    draw_screen(d, fragment, WISP_BLEND_NONE, &depth, 1);
    d->gfx->end_pass(d->self);
    return to;
}

static wisp_target smooth_depth(drawing *d, wisp_target depth) {
    static const float across[2] = {1.0f, 0.0f}, along[2] = {0.0f, 1.0f},
                       both[2] = {0.0f, 0.0f};
    uint32_t rounds = (uint32_t)fluid_choice(d->f, FLUID_P_FILTER_ITERATIONS), turn = 0;
    int32_t filter = fluid_choice(d->f, FLUID_P_FILTER);
    wisp_target at = depth;
    if (filter == FLUID_CURVATURE) {
        for (uint32_t k = 0; k < CURVATURE_STEPS * rounds; k++) {
            at = filter_pass(d, at, "fluid/curvature.frag", both, turn++);
        }
        return at;
    }
    const char *pass =
        filter == FLUID_BILATERAL ? "fluid/bilateral.frag" : "fluid/narrow_range.frag";
    for (uint32_t k = 0; k < rounds; k++) {
        at = filter_pass(d, at, pass, across, turn++);
        at = filter_pass(d, at, pass, along, turn++);
    }
    if (rounds > 0 && filter == FLUID_NARROW_RANGE) at = filter_pass(d, at, pass, both, turn);
    return at;
}

static void draw_foam(drawing *d, wisp_target smooth) {
    const fluid_foam *m = &d->f->foam;
    size_t n = m->alive ? *m->alive : 0, offset;
    wisp_buffer buffer;
    char *out = n ? d->gfx->stream(d->self, n * 20, &buffer, &offset) : NULL;
    if (!out) return;
    memcpy(out, m->position, n * 12);
    memcpy(out + n * 12, m->life, n * 4);
    memcpy(out + n * 16, m->near, n * 4);
    wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .primitive = WISP_PRIMITIVE_TRIANGLE_STRIP,
        .shader = {sizeof pipeline.shader, 0, "fluid/foam.vert", "fluid/foam.frag", NULL},
        .attrs = {{WISP_ATTR_F32X3, 0, 0, 0},
                  {WISP_ATTR_F32, 1, 1, 0},
                  {WISP_ATTR_F32, 2, 2, 0}},
        .strides = {12, 4, 4},
        .per_instance = {1, 1, 1},
        .depth = WISP_DEPTH_OFF};
    wisp_draw draw = {.struct_size = sizeof draw,
                      .pipeline = d->gfx->pipeline(d->self, &pipeline),
                      .buffers = {buffer, buffer, buffer},
                      .offsets = {offset, offset + n * 12, offset + n * 16},
                      .count = 4,
                      .instances = (uint32_t)n,
                      .textures = {{"u_depth", d->gfx->target_color(d->self, smooth, 0)},
                                   {"u_scene_depth", d->gfx->scene_depth(d->self)}},
                      .uniforms = &d->u,
                      .uniform_bytes = sizeof d->u};
    d->gfx->draw(d->self, &draw);
}

/* Block Effect of glass.frag. */
typedef struct glass_uniforms {
    float center[4], half[4], axes[3][4], rim[4];
} glass_uniforms;

static void draw_glass(drawing *d, wisp_target depth) {
    const fluid *f = d->f;
    glass_uniforms u = {.rim = {0.012f, 0.55f, 0.0f, 0.0f}};
    float local[3] = {0.0f, 0.0f, 0.0f}, base[3];
    int32_t kind = fluid_choice(f, FLUID_P_CONTAINER);
    if (kind > FLUID_IN_CYLINDER) return;
    fluid_container_box(f, u.half, &local[1]);
    fluid_to_world(f, local, u.center);
    u.center[3] = (float)kind;
    fluid_to_world(f, (const float[3]){0.0f, 0.0f, 0.0f}, base);
    for (int a = 0; a < 3; a++) {
        float unit[3] = {0.0f, 0.0f, 0.0f};
        unit[a] = 1.0f;
        fluid_to_world(f, unit, u.axes[a]);
        for (int k = 0; k < 3; k++) u.axes[a][k] -= base[k];
    }
    wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .shader = {sizeof pipeline.shader, 0, "lib/fullscreen.vert", "fluid/glass.frag", NULL},
        .depth = WISP_DEPTH_OFF};
    wisp_draw draw = {.struct_size = sizeof draw,
                      .pipeline = d->gfx->pipeline(d->self, &pipeline),
                      .count = 3,
                      .textures = {{"u_depth", d->gfx->target_color(d->self, depth, 0)},
                                   {"u_scene_depth", d->gfx->scene_depth(d->self)}},
                      .uniforms = &u,
                      .uniform_bytes = sizeof u};
    d->gfx->draw(d->self, &draw);
}

static void draw_surface(drawing *d) {
    wisp_target raw = draw_depth(d);
    wisp_target thick = draw_thickness(d);
    wisp_target smooth = smooth_depth(d, raw);
    const wisp_texture textures[] = {
        {"u_depth", d->gfx->target_color(d->self, smooth, 0)},
        {"u_raw_depth", d->gfx->target_color(d->self, raw, 0)},
        {"u_thickness", d->gfx->target_color(d->self, thick, 0)},
        {"u_scene_color", d->gfx->scene_color(d->self)},
        {"u_scene_depth", d->gfx->scene_depth(d->self)},
    };
    draw_screen(d, "fluid/surface.frag", WISP_BLEND_PREMULTIPLIED, textures,
                sizeof textures / sizeof *textures);
    if (fluid_choice(d->f, FLUID_P_VIEW) != FLUID_VIEW_FINAL) return;
    draw_foam(d, smooth);
    if (d->f->values[FLUID_P_SHOW_CONTAINER].i) draw_glass(d, smooth);
}

void fluid_draw(wisp_instance *self, const wisp_view *view) {
    fluid *f = self->block;
    drawing d = {.self = self, .f = f, .gfx = self->host->gfx, .view = view};
    f->values = view->values;
    if (f->spacing <= 0.0f) return; /* before the first step */
    d.scale = fluid_number(f, FLUID_P_FILTER_SCALE);
    fill_uniforms(&d);
    int some = send_particles(&d);
    if (!some && !f->values[FLUID_P_SHOW_CONTAINER].i) return;
    if (fluid_choice(f, FLUID_P_VIEW) == FLUID_VIEW_PARTICLES) {
        draw_balls(&d, "fluid/particle.frag", WISP_BLEND_NONE, WISP_DEPTH_TEST_WRITE);
        return;
    }
    draw_surface(&d);
}
