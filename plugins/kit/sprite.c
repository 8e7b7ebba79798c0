/* SPDX-License-Identifier: MIT
 *
 * Drawing of a system: its records as planes of one instanced draw. */
#include "kit/system.h"

#include "kit/sort.h"
#include <stdbool.h>
#include <string.h>
#include <wisp/gfx.h>

/* Block Effect of shaders/kit/particle.*: std140. */
struct sprite_uniforms {
    float offset[3], brightness; /* anchor minus eye */
    float size_lo, size_hi, turn, spin;
    float stretch, soft, lit, flips;
    float columns, rows, sprite, time;
    float additive[16];   /* over life */
    float middle[3], pad; /* of the bounds, for light on the whole puff */
};

enum {
    PLANE_X,
    PLANE_Y,
    PLANE_Z,
    PLANE_SIZE,
    PLANE_RGBA,
    PLANE_SEED,
    PLANE_AGE,
    PLANE_VEL,
    PLANES
};

static bool covers(const wisp_value *additive) {
    return wisp_value_at(additive, 0.0f, 0.5f) < 0.95f ||
           wisp_value_at(additive, 1.0f, 0.5f) < 0.95f;
}

static const uint32_t *source(const struct kit_system *s, uint32_t plane) {
    if (plane == PLANE_SEED) return s->pool.seed;
    return (const uint32_t *)(const void *)(s->record + plane * s->pool.capacity);
}

/* Order from the back to the front, or NULL when order does not matter. */
static const uint32_t *draw_order(struct kit_system *s, const wisp_view *view,
                                  const wisp_value *values, uint32_t n) {
    const uint64_t c = s->pool.capacity;
    uint32_t *room;
    float *key;
    if (!covers(&values[KIT_ADDITIVE]) || n < 2) return NULL;
    room = s->self->host->state->frame(s->self, 5 * (size_t)n * sizeof *room);
    if (!room) return NULL;
    key = (float *)(void *)(room + 4 * (size_t)n);
    for (uint32_t i = 0; i < n; i++)
        key[i] = view->forward[0] * s->record[i] + view->forward[1] * s->record[c + i] +
                 view->forward[2] * s->record[2 * c + i];
    kit_sort_descending(key, n, room, room + n);
    return room;
}

/* Share of life lived, which the shader wants instead of age and life. */
static void copy_age(const struct kit_system *s, const uint32_t *order, uint32_t n, float *to) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = order ? order[i] : i;
        to[i] = s->pool.age[j] * s->pool.inv_life[j];
    }
}

/* Velocity goes interleaved: a draw has eight slots, and the planes before it take seven. */
static void copy_velocity(const struct kit_system *s, const uint32_t *order, uint32_t n,
                          float *to) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = order ? order[i] : i;
        for (uint64_t k = 0; k < 3; k++)
            to[3 * (size_t)i + k] = s->pool.vel[k * s->pool.capacity + j];
    }
}

static bool upload(struct kit_system *s, const wisp_view *view, const wisp_value *values,
                   bool streak, wisp_draw *draw) {
    const uint32_t n = (uint32_t)s->records, *order = draw_order(s, view, values, n);
    const size_t plane = n * sizeof(uint32_t);
    uint32_t *to =
        s->self->host->gfx->stream(s->self, (streak ? PLANE_VEL + 3u : PLANE_VEL) * plane,
                                   &draw->buffers[0], &draw->offsets[0]);
    if (!to) return false;
    for (uint32_t k = 0; k < PLANE_VEL; k++, to += n) {
        const uint32_t *from = source(s, k == PLANE_AGE ? PLANE_X : k);
        if (k == PLANE_AGE)
            copy_age(s, order, n, (float *)(void *)to);
        else if (!order)
            memcpy(to, from, plane);
        else
            for (uint32_t i = 0; i < n; i++) to[i] = from[order[i]];
    }
    if (streak) copy_velocity(s, order, n, (float *)(void *)to);
    for (uint32_t k = 1; k < PLANES; k++) {
        draw->buffers[k] = draw->buffers[0];
        draw->offsets[k] = draw->offsets[0] + k * plane;
    }
    return true;
}

static wisp_pipeline pipeline_for(struct kit_system *s, const wisp_value *values, bool streak) {
    static const uint32_t format[PLANE_VEL] = {WISP_ATTR_F32, WISP_ATTR_F32,   WISP_ATTR_F32,
                                               WISP_ATTR_F32, WISP_ATTR_U8X4N, WISP_ATTR_U32,
                                               WISP_ATTR_F32};
    wisp_gfx_pipeline_desc desc = {.struct_size = sizeof desc,
                                   .primitive = WISP_PRIMITIVE_TRIANGLE_STRIP};
    const bool picture = values[KIT_TEXTURE].text && values[KIT_TEXTURE].text[0];
    desc.shader = (wisp_gfx_shader_desc){
        .struct_size = sizeof desc.shader,
        .vertex = "kit/particle.vert",
        .fragment = "kit/particle.frag",
        .defines = streak ? (picture ? "STREAK 1\nPICTURE 1" : "STREAK 1")
                          : (picture ? "PICTURE 1" : NULL)};
    for (uint32_t k = 0; k < PLANE_VEL; k++) {
        desc.attrs[k] = (wisp_attr){format[k], k, k, 0};
        desc.strides[k] = 4;
        desc.per_instance[k] = 1;
    }
    if (streak) {
        desc.attrs[PLANE_VEL] = (wisp_attr){WISP_ATTR_F32X3, PLANE_VEL, PLANE_VEL, 0};
        desc.strides[PLANE_VEL] = 12;
        desc.per_instance[PLANE_VEL] = 1;
    }
    return s->self->host->gfx->pipeline(s->self, &desc);
}

static void fill_uniforms(const struct kit_system *s, const wisp_view *view,
                          const wisp_value *values, struct sprite_uniforms *u) {
    const wisp_value *size = &values[KIT_SIZE];
    float middle = 0.5f * (size->v[0] + size->v[1]);
    bool range = size->kind == WISP_VALUE_RANGE && middle > 0.0f;
    bool curve = size->kind == WISP_VALUE_CURVE;
    float curve_middle = 0.5f * (size->v[0] + size->v[1]);
    *u = (struct sprite_uniforms){
        .brightness = values[KIT_BRIGHTNESS].v[0] * s->baked.brightest,
        .size_lo = range                          ? size->v[0] / middle
                   : curve && curve_middle > 0.0f ? size->v[0] / curve_middle
                                                  : 1.0f,
        .size_hi = range                          ? size->v[1] / middle
                   : curve && curve_middle > 0.0f ? size->v[1] / curve_middle
                                                  : 1.0f,
        .turn = values[KIT_ROTATION].v[0],
        .spin = values[KIT_SPIN].v[0],
        .stretch = values[KIT_STRETCH].v[0],
        .soft = values[KIT_SOFT].v[0],
        .lit = values[KIT_LIT].v[0],
        .flips = values[KIT_FLIPS].v[0],
        .columns = (float)values[KIT_COLUMNS].i,
        .rows = (float)values[KIT_ROWS].i,
        .sprite = (float)values[KIT_SPRITE].i,
        .time = (float)view->time};
    for (int k = 0; k < 3; k++) {
        u->offset[k] = s->anchor[k] - view->eye[k];
        u->middle[k] = 0.5f * (s->bounds.min[k] + s->bounds.max[k]) + s->anchor[k];
    }
    for (int k = 0; k < 16; k++)
        u->additive[k] = wisp_value_at(&values[KIT_ADDITIVE], (float)k / 15.0f, 0.5f);
}

void kit_system_draw(struct kit_system *s, const wisp_view *view, const wisp_value *values) {
    const wisp_gfx_1 *gfx = s->self->host->gfx;
    const bool streak = values[KIT_STRETCH].v[0] > 0.0f;
    struct sprite_uniforms uniforms;
    wisp_draw draw = {
        .struct_size = sizeof draw, .count = 4, .instances = (uint32_t)s->records};
    if (s->records == 0 || s->records > UINT32_MAX / 16) return;
    if (!upload(s, view, values, streak, &draw)) return;
    draw.pipeline = pipeline_for(s, values, streak);
    fill_uniforms(s, view, values, &uniforms);
    draw.textures[0] = (wisp_texture){"u_depth", gfx->scene_depth(s->self)};
    if (values[KIT_TEXTURE].text && values[KIT_TEXTURE].text[0]) {
        wisp_gfx_image_desc image = {.struct_size = sizeof image,
                                     .key = "picture",
                                     .path = values[KIT_TEXTURE].text,
                                     .mipmaps = 1};
        draw.textures[1] = (wisp_texture){"u_picture", gfx->image(s->self, &image)};
    }
    draw.uniforms = &uniforms;
    draw.uniform_bytes = sizeof uniforms;
    gfx->draw(s->self, &draw);
}
