/* SPDX-License-Identifier: MIT
 *
 * particles - the kit's whole system from a scene: sparks, smoke, explosions, fountains,
 * fireworks.
 *
 * Source  Reeves, Particle Systems: A Technique for Modeling a Class of Fuzzy Objects, 1983.
 */
#include "kit/system.h"

#include <string.h>
#include <wisp/gfx.h>

static const wisp_param params[KIT_PARAMS] = {KIT_PARAM_TABLE};

enum { BURST, STOP, RESTART, CLEAR };
enum { BURST_COUNT, BURST_POSITION, BURST_SPEED, BURST_COLOR, BURST_PARAMS };
static const wisp_param burst_params[BURST_PARAMS] = {
    [BURST_COUNT] = {.key = "count",
                     .type = WISP_PARAM_FLOAT,
                     .hard_min = 0,
                     .hard_max = 1e6,
                     .def = {100},
                     .doc = "Particles."},
    [BURST_POSITION] = {.key = "position",
                        .type = WISP_PARAM_VEC3,
                        .unit = "m",
                        .hard_min = -1e6,
                        .hard_max = 1e6,
                        .doc = "World place; the emitter's own when left out."},
    [BURST_SPEED] = {.key = "speed",
                     .type = WISP_PARAM_FLOAT,
                     .flags = WISP_PARAM_RANGE,
                     .unit = "m/s",
                     .hard_min = -1e4,
                     .hard_max = 1e4,
                     .doc = "Speed at birth instead of the effect's."},
    [BURST_COLOR] = {.key = "color",
                     .type = WISP_PARAM_COLOR,
                     .flags = WISP_PARAM_OVER_LIFE,
                     .def = {1, 1, 1, 1},
                     .doc = "Colour or gradient over life of this burst."}};
static const wisp_command commands[] = {
    [BURST] = {"burst", "Bear so many at once.", burst_params, BURST_PARAMS, 0},
    [STOP] = {"stop", "End births; the living finish.", NULL, 0, 0},
    [RESTART] = {"restart", "Begin the emitter's time again.", NULL, 0, 0},
    [CLEAR] = {"clear", "Remove all particles.", NULL, 0, 0}};

static wisp_status create(wisp_instance *self, uint32_t reason) {
    (void)reason;
    return kit_system_open(self->block, self, (uint64_t)self->values[KIT_MAX].i);
}

static void order_burst(struct kit_system *system, const wisp_event *event) {
    const wisp_value *speed = &event->args[BURST_SPEED];
    struct kit_order order = {.count = (double)event->args[BURST_COUNT].v[0]};
    if (event->given >> BURST_POSITION & 1) order.given |= KIT_ORDER_POSITION;
    if (event->given >> BURST_SPEED & 1) order.given |= KIT_ORDER_SPEED;
    if (event->given >> BURST_COLOR & 1) order.given |= KIT_ORDER_COLOR;
    memcpy(order.position, event->args[BURST_POSITION].v, sizeof order.position);
    order.speed[0] = speed->v[0];
    order.speed[1] = speed->kind == WISP_VALUE_RANGE ? speed->v[1] : speed->v[0];
    kit_system_order(system, order, &event->args[BURST_COLOR]);
}

static void obey(struct kit_system *system, const wisp_event *event) {
    switch (event->command) {
    case BURST:
        order_burst(system, event);
        break;
    case STOP:
        kit_emitter_stop(&system->emitter);
        break;
    case RESTART:
        kit_emitter_restart(&system->emitter);
        break;
    case CLEAR:
        kit_pool_clear(&system->pool);
        break;
    default:
        break;
    }
}

static wisp_status update(wisp_instance *self, const wisp_step *step) {
    struct kit_system *system = self->block;
    uint64_t limit = (uint64_t)step->values[KIT_MAX].i;
    if (limit != system->pool.limit) {
        wisp_status status = kit_system_open(system, self, limit);
        if (status < 0) return status;
    }
    for (uint32_t k = 0; k < step->event_count; k++) obey(system, &step->events[k]);
    return kit_system_update(system, step, step->values);
}

static void draw(wisp_instance *self, const wisp_view *view) {
    kit_system_draw(self->block, view, view->values);
}

WISP_EFFECT = {
    WISP_EFFECT_HEAD,
    .id = "particles",
    .name = "Particles",
    .version = "1.0.0",
    .doc = "Particle systems after Reeves: births, forces, collision, streaks and sprites.",
    .params = params,
    .param_count = KIT_PARAMS,
    .param_size = sizeof(wisp_param),
    .commands = commands,
    .command_count = sizeof commands / sizeof *commands,
    .command_size = sizeof(wisp_command),
    .instance_size = sizeof(struct kit_system),
    .create = create,
    .update = update,
    .draw = draw};
