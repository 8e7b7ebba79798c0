/* SPDX-License-Identifier: MIT
 *
 * Drawing the jet: one instanced mesh of four triangles per particle, flat or drawn out to a
 * half-tetrahedron, with the flip-book textures of its stage. The textures are rendered once.
 */
#include "jet_flame/jet_effect.h"
#include "jet_flame/jet_tetra.h"

#include <stddef.h>
#include <wisp/gfx.h>

enum { ATLAS_CELL = 96, ATLAS_GRID = 4, ATLAS_SHEETS = 3 };

struct jet_vertex {
    float u, v, apex;
};

/* One particle as its shader wants it. */
struct jet_record {
    float pos[3], size;
    float age, along, radius, random; /* share of life; m; m; 0..1 */
    float dir[3], ignition;           /* x in cores */
};

/* Block Effect of shaders/jet_flame/jet.glsl. */
struct jet_uniforms {
    float stage[4]; /* te / T, tm / T, cross-fade share, 1: three textures */
    float shape[4]; /* height in sides, 1: controllable, spin rad/s, life s */
    float glow[4];  /* K, K, brightness, opacity */
    float look[4];  /* smoke, soft m, ignition gap 0/1, turbulence */
    float flow[4];  /* time s, reach m, haze, core m */
};

static wisp_buffer mesh_vertices(wisp_instance *self) {
    struct jet_vertex vertex[JET_TETRA_VERTICES];
    float p[JET_TETRA_VERTICES][3], uv[JET_TETRA_VERTICES][2];
    jet_tetra_vertices(1.0f, 1.0f, p, uv);
    for (int k = 0; k < JET_TETRA_VERTICES; k++)
        vertex[k] = (struct jet_vertex){uv[k][0], uv[k][1], p[k][2]};
    const wisp_gfx_buffer_desc desc = {
        .struct_size = sizeof desc, .key = "tetra", .bytes = sizeof vertex, .data = vertex};
    return self->host->gfx->buffer(self, &desc);
}

static wisp_buffer mesh_indices(wisp_instance *self) {
    const wisp_gfx_buffer_desc desc = {.struct_size = sizeof desc,
                                       .key = "tetra_faces",
                                       .bytes = sizeof jet_tetra_faces,
                                       .data = jet_tetra_faces,
                                       .is_index = 1};
    return self->host->gfx->buffer(self, &desc);
}

/* Three sheets of 4 x 4 frames side by side: strips, tongues, piling puffs. */
static wisp_image atlas(wisp_instance *self) {
    const wisp_gfx_1 *gfx = self->host->gfx;
    struct jet_block *b = self->block;
    const wisp_gfx_target_desc desc = {.struct_size = sizeof desc,
                                       .key = "atlas",
                                       .width = ATLAS_CELL * ATLAS_GRID * ATLAS_SHEETS,
                                       .height = ATLAS_CELL * ATLAS_GRID,
                                       .color_count = 1,
                                       .formats = {WISP_FORMAT_RGBA16F}};
    wisp_target target = gfx->target(self, &desc);
    if (!b->atlas_made) {
        const wisp_gfx_pipeline_desc pipeline = {.struct_size = sizeof pipeline,
                                                 .shader = {sizeof pipeline.shader, 0,
                                                            "lib/fullscreen.vert",
                                                            "jet_flame/atlas.frag", NULL},
                                                 .blend = WISP_BLEND_NONE,
                                                 .depth = WISP_DEPTH_OFF};
        const wisp_draw draw = {
            .struct_size = sizeof draw, .pipeline = gfx->pipeline(self, &pipeline), .count = 3};
        const wisp_pass pass = {.struct_size = sizeof pass, .target = target, .clear_color = 1};
        gfx->begin_pass(self, &pass);
        gfx->draw(self, &draw);
        gfx->end_pass(self);
        b->atlas_made = gfx->pipeline_state(self, draw.pipeline) == WISP_GFX_READY;
    }
    return gfx->target_color(self, target, 0);
}

static void fill_records(const struct jet_block *b, float ahead, struct jet_record *out) {
    const struct jet_particles *p = &b->particles;
    const struct jet_model *m = &b->setup.model;
    const int staged = b->setup.mode == JET_MODE_STAGED || b->setup.mode == JET_MODE_TETRA;
    const uint64_t c = p->capacity;
    for (uint64_t i = 0; i < p->count; i++) {
        struct jet_record *r = &out[i];
        float t = p->age[i] * p->pace[i];
        float step = ahead * jet_speed(m, p->along[i]) * p->pace[i];
        for (uint64_t a = 0; a < 3; a++) {
            r->dir[a] = p->dir[a * c + i];
            r->pos[a] = p->pos[a * c + i] + step * r->dir[a];
        }
        r->age = p->age[i] / p->life[i];
        if (r->age > 1.0f) r->age = 1.0f;
        r->size = staged ? b->setup.size * p->radius[i]
                         : b->setup.size * (0.4f + 0.6f * t / m->life) * m->peak_radius;
        r->along = p->along[i];
        r->radius = p->radius[i];
        r->random = (float)(p->seed[i] >> 8) / 16777216.0f;
        r->ignition = p->along[i] / b->setup.visible_core;
    }
}

static struct jet_uniforms make_uniforms(const struct jet_block *b, const wisp_view *view) {
    const wisp_value *v = view->values;
    const struct jet_setup *s = &b->setup;
    const struct jet_model *m = &s->model;
    float height = s->mode == JET_MODE_TETRA ? v[JET_HEIGHT].v[0] : 0.0f;
    float textures = s->mode == JET_MODE_STAGED || s->mode == JET_MODE_TETRA ? 1.0f : 0.0f;
    if (s->smooth) textures = 2.0f;
    /* Shares of age / life, as records have them: forms run at age * pace. */
    return (struct jet_uniforms){
        {m->core_time / m->life, m->peak_time / m->life, v[JET_FADE].v[0], textures},
        {height, v[JET_CONTROLLABLE].i ? 1.0f : 0.0f, v[JET_ROTATION].v[0] * 0.01745329f,
         m->life},
        {s->temperature, s->tip_temperature, v[JET_BRIGHTNESS].v[0], v[JET_OPACITY].v[0]},
        {s->smoke, v[JET_SOFT].v[0], v[JET_IGNITION_GAP].i ? 1.0f : 0.0f, s->turbulence},
        {(float)view->time, m->reach, v[JET_HAZE].v[0], s->visible_core},
    };
}

void jet_draw(wisp_instance *self, const wisp_view *view) {
    const wisp_gfx_1 *gfx = self->host->gfx;
    struct jet_block *b = self->block;
    const int haze = view->pass == WISP_PASS_REFRACT;
    if (b->particles.count == 0 || (haze && view->values[JET_HAZE].v[0] <= 0.0f)) return;
    wisp_image textures = atlas(self);
    wisp_draw draw = {.struct_size = sizeof draw,
                      .index = mesh_indices(self),
                      .count = 3 * JET_TETRA_TRIANGLES,
                      .instances = (uint32_t)b->particles.count};
    draw.buffers[0] = mesh_vertices(self);
    struct jet_record *records = gfx->stream(self, b->particles.count * sizeof *records,
                                             &draw.buffers[1], &draw.offsets[1]);
    if (!records) return;
    fill_records(b, (view->alpha - 1.0f) * view->step_dt, records);
    const wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .shader = {sizeof pipeline.shader, 0, "jet_flame/jet.vert",
                   haze ? "jet_flame/haze.frag" : "jet_flame/jet.frag", NULL},
        .attrs = {{WISP_ATTR_F32X3, 0, 0, 0},
                  {WISP_ATTR_F32X4, 1, 1, offsetof(struct jet_record, pos)},
                  {WISP_ATTR_F32X4, 2, 1, offsetof(struct jet_record, age)},
                  {WISP_ATTR_F32X4, 3, 1, offsetof(struct jet_record, dir)}},
        .strides = {sizeof(struct jet_vertex), sizeof(struct jet_record)},
        .per_instance = {0, 1},
        .index_bytes = 2,
        .depth = WISP_DEPTH_TEST,
        .cull = b->setup.mode == JET_MODE_TETRA ? WISP_CULL_BACK : WISP_CULL_NONE};
    draw.pipeline = gfx->pipeline(self, &pipeline);
    draw.textures[0] = (wisp_texture){"u_atlas", textures};
    draw.textures[1] = (wisp_texture){"u_scene_depth", gfx->scene_depth(self)};
    if (haze) draw.textures[2] = (wisp_texture){"u_scene_color", gfx->scene_color(self)};
    const struct jet_uniforms uniforms = make_uniforms(b, view);
    draw.uniforms = &uniforms;
    draw.uniform_bytes = sizeof uniforms;
    gfx->draw(self, &draw);
}
