/* SPDX-License-Identifier: MIT */
#include "kit/system_bake.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static float number(const wisp_value *values, enum kit_param param) {
    return values[param].v[0];
}

static bool is_line(const float *table, uint32_t count, uint32_t stride) {
    float first = table[0], last = table[(count - 1) * stride];
    for (uint32_t i = 1; i + 1 < count; i++) {
        float want = first + (last - first) * (float)i / (float)(count - 1);
        if (fabsf(table[i * stride] - want) > 1e-6f + 1e-5f * fabsf(want)) return false;
    }
    return true;
}

/* A range is per particle and applied when drawing: here it stands for its middle. */
static void bake_size(struct kit_system *s, const wisp_value *size) {
    struct kit_look *look = &s->baked.look;
    look->size_table = NULL;
    if (size->kind != WISP_VALUE_CURVE) {
        bool range = size->kind == WISP_VALUE_RANGE;
        look->size[0] = look->size[1] = range ? 0.5f * (size->v[0] + size->v[1]) : size->v[0];
        return;
    }
    look->size[0] = wisp_value_at(size, 0.0f, 0.5f);
    look->size[1] = wisp_value_at(size, 1.0f, 0.5f);
    if (is_line(size->table, size->count, 1)) return;
    for (uint32_t i = 0; i < KIT_TABLE; i++)
        s->size_table[i] = wisp_value_at(size, (float)i / (float)(KIT_TABLE - 1), 0.5f);
    look->size_table = s->size_table;
}

static uint32_t pack(const float *rgba, float scale) {
    uint32_t out = 0;
    for (uint32_t k = 0; k < 4; k++) {
        float x = rgba[k] * (k < 3 ? scale : 1.0f);
        out |= (uint32_t)(fminf(fmaxf(x, 0.0f), 1.0f) * 255.0f + 0.5f) << 8 * k;
    }
    return out;
}

void kit_system_bake_style(struct kit_system *s, uint32_t style, const wisp_value *color) {
    uint32_t *table = s->rgba_table + style * KIT_TABLE;
    for (uint32_t i = 0; i < KIT_TABLE; i++) {
        float rgba[4];
        wisp_color_at(color, (float)i / (float)(KIT_TABLE - 1), rgba);
        table[i] = pack(rgba, 1.0f / s->baked.brightest);
    }
}

static bool color_is_line(const wisp_value *color) {
    for (uint32_t k = 0; k < 4; k++)
        if (!is_line(color->table + k, color->count, 4)) return false;
    return true;
}

static void bake_color(struct kit_system *s, const wisp_value *color) {
    struct kit_look *look = &s->baked.look;
    float most = 1.0f;
    bool table = color->kind == WISP_VALUE_GRADIENT && color->count > 1;
    for (uint32_t i = 0; table && i < 4 * color->count; i++)
        if (i % 4 != 3) most = fmaxf(most, color->table[i]);
    for (uint32_t k = 0; !table && k < 3; k++) most = fmaxf(most, color->v[k]);
    s->baked.brightest = most;
    look->rgba_table = NULL;
    for (int end = 0; end < 2; end++) {
        wisp_color_at(color, (float)end, look->color[end]);
        for (int k = 0; k < 3; k++) look->color[end][k] /= most;
        for (int k = 0; k < 4; k++)
            look->color[end][k] = fminf(fmaxf(look->color[end][k], 0.0f), 1.0f);
    }
    kit_system_bake_style(s, 0, color);
    if (table && !color_is_line(color)) look->rgba_table = s->rgba_table;
}

static void bake_forces(struct kit_system *s, const wisp_step *step, const wisp_value *values) {
    struct kit_baked *b = &s->baked;
    const wisp_world *world = s->self->host->world->snapshot(s->self);
    float accel[3];
    for (int k = 0; k < 3; k++)
        accel[k] =
            world->gravity[k] * number(values, KIT_GRAVITY) + values[KIT_ACCELERATION].v[k];
    b->drag = number(values, KIT_DRAG);
    b->drag_quadratic = number(values, KIT_DRAG_QUADRATIC);
    b->wind = number(values, KIT_WIND);
    b->limit_speed = number(values, KIT_LIMIT_SPEED);
    b->motion = kit_motion_factors((double)b->drag, (double)step->dt, accel);
    b->turbulence =
        (struct kit_turbulence){.strength = number(values, KIT_TURBULENCE),
                                .size = number(values, KIT_TURBULENCE_SIZE),
                                .octaves = (uint32_t)values[KIT_TURBULENCE_OCTAVES].i,
                                .seed = (uint32_t)s->self->seed};
    /* The field drifts with the wind and, in still air, slowly rises: frozen swirls look
     * painted. */
    for (int k = 0; k < 3; k++)
        b->turbulence.drift[k] =
            (float)fmod((double)world->wind[k] * step->time, 4096.0) - s->anchor[k];
    b->turbulence.drift[1] +=
        (float)fmod(0.2 * (double)b->turbulence.size * step->time, 4096.0);
    b->attract = (uint32_t)values[KIT_ATTRACTOR].i;
    b->attractor = (struct kit_attractor){.kind = (enum kit_attractor_kind)b->attract,
                                          .strength = number(values, KIT_ATTRACTOR_STRENGTH),
                                          .radius = number(values, KIT_ATTRACTOR_RADIUS)};
    const float *axis = values[KIT_ATTRACTOR_AXIS].v;
    float length = sqrtf(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (int k = 0; k < 3; k++) {
        b->attractor.position[k] = values[KIT_ATTRACTOR_POSITION].v[k] - s->anchor[k];
        b->attractor.axis[k] = length > 1e-9f ? axis[k] / length : (float)(k == 1);
    }
}

static void bake_collision(struct kit_system *s, const wisp_step *step,
                           const wisp_value *values) {
    s->baked.collide =
        (struct kit_collide){.kind = (enum kit_collide_kind)values[KIT_COLLIDE].i,
                             .radius = number(values, KIT_RADIUS_OF_CONTACT),
                             .restitution = number(values, KIT_RESTITUTION),
                             .friction = number(values, KIT_FRICTION),
                             .dt = step->dt};
    memcpy(s->baked.collide.origin, s->anchor, sizeof s->baked.collide.origin);
}

void kit_system_bake(struct kit_system *s, const wisp_step *step, const wisp_value *values) {
    bake_forces(s, step, values);
    bake_collision(s, step, values);
    s->baked.light = number(values, KIT_LIGHT);
    if (s->size_revision != values[KIT_SIZE].revision + 1) bake_size(s, &values[KIT_SIZE]);
    if (s->color_revision != values[KIT_COLOR].revision + 1) bake_color(s, &values[KIT_COLOR]);
    s->size_revision = values[KIT_SIZE].revision + 1;
    s->color_revision = values[KIT_COLOR].revision + 1;
}

/* Radius of a ball around the birth shape, for its size on screen. */
static float shape_reach(const wisp_value *values) {
    const float *e = values[KIT_EXTENT].v;
    float box = 0.5f * sqrtf(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    return fmaxf(0.01f, values[KIT_SHAPE].i >= KIT_BOX && values[KIT_SHAPE].i != KIT_MESH
                            ? box
                            : number(values, KIT_RADIUS));
}

struct kit_emission kit_system_emission(struct kit_system *s, const wisp_step *step,
                                        const wisp_value *values, struct kit_burst *burst) {
    const wisp_report_1 *report = s->self->host->report;
    struct kit_emission e = {.rate = (double)number(values, KIT_RATE),
                             .rate_variance = (double)number(values, KIT_RATE_VARIANCE),
                             .per_metre = (double)number(values, KIT_PER_METRE),
                             .per_pixel = (double)number(values, KIT_PER_PIXEL),
                             .duration = (double)number(values, KIT_DURATION),
                             .loop = (uint32_t)values[KIT_LOOP].i,
                             .share = (double)report->budget(s->self)};
    *burst = (struct kit_burst){.at = (double)number(values, KIT_BURST_AT),
                                .count = (double)number(values, KIT_BURST),
                                .spread = (double)number(values, KIT_BURST_VARIANCE),
                                .every = (double)number(values, KIT_BURST_EVERY),
                                .times = (double)values[KIT_BURST_TIMES].i};
    if (burst->count > 0.0) {
        e.bursts = burst;
        e.burst_count = 1;
    }
    if (e.per_pixel > 0.0) {
        float px = report->screen_size(s->self, step->pose.position, shape_reach(values));
        e.screen_area = 3.14159265358979 * (double)px * (double)px;
    }
    return e;
}

struct kit_birth_values kit_system_birth(const wisp_value *values) {
    struct kit_birth_values b = {
        .shape = {.kind = (enum kit_shape_kind)values[KIT_SHAPE].i,
                  .radius = number(values, KIT_RADIUS),
                  .inner = fminf(number(values, KIT_INNER_RADIUS), number(values, KIT_RADIUS))},
        .direction = (enum kit_direction_kind)values[KIT_EMIT].i,
        .spread = number(values, KIT_SPREAD),
        .life = &values[KIT_LIFE],
        .speed = &values[KIT_SPEED],
        .inherit = number(values, KIT_INHERIT),
        .drag = number(values, KIT_DRAG),
        .full = (enum kit_full)values[KIT_FULL].i};
    const wisp_value *line = &values[KIT_LINE_POINTS];
    for (int k = 0; k < 3; k++) {
        b.shape.size[k] = 0.5f * values[KIT_EXTENT].v[k];
        b.shape.a[k] = line->kind == WISP_VALUE_POINTS ? line->v[k] : -line->v[k];
        b.shape.b[k] = line->kind == WISP_VALUE_POINTS ? line->table[k] : line->v[k];
    }
    if (b.shape.kind == KIT_CONE) b.shape.size[1] = values[KIT_EXTENT].v[1];
    return b;
}
