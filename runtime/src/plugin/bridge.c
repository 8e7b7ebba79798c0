/* SPDX-License-Identifier: MIT
 *
 * Between a script that was validated against one table and code that has another: values go
 * over by key, commands by name, and what has no match takes its default or is dropped.
 */
#include "plugin/run.h"
#include "plugin/values.h"
#include <string.h>

struct value_bridge {
    const struct allocator *allocator;
    const struct effect_type *from, *to;
    struct arena lasting, passing;
    int32_t *map;
    wisp_value *defaults, *values;
};

struct value_bridge *bridge_create(const struct allocator *allocator,
                                   const struct effect_type *from,
                                   const struct effect_type *to) {
    struct value_bridge *b = alloc_zero(allocator, sizeof *b);
    if (!b) return NULL;
    b->allocator = allocator;
    b->from = from;
    b->to = to;
    arena_init(&b->lasting, allocator, 4096, 0);
    arena_init(&b->passing, allocator, 4096, 0);
    uint32_t count = to->param_count;
    b->map = arena_push_array(&b->lasting, count ? count : 1, sizeof *b->map, 0);
    b->values = arena_push_array(&b->lasting, count ? count : 1, sizeof *b->values, 0);
    if (!b->map || !b->values ||
        values_default(&b->lasting, to->params, count, &b->defaults) < 0) {
        bridge_destroy(b);
        return NULL;
    }
    values_map(from->params, from->param_count, to->params, count, b->map);
    return b;
}

void bridge_destroy(struct value_bridge *bridge) {
    if (!bridge) return;
    arena_drop(&bridge->lasting);
    arena_drop(&bridge->passing);
    alloc_free(bridge->allocator, bridge, sizeof *bridge);
}

const struct effect_type *bridge_from(const struct value_bridge *bridge) {
    return bridge->from;
}

/* A value for another version of its parameter: choices keep their key, numbers must fit. */
static void carry(const wisp_param *param, const wisp_value *value, const wisp_value *otherwise,
                  wisp_value *out) {
    wisp_value v = *value;
    if (param->type == WISP_PARAM_ENUM)
        for (uint32_t i = 0; i < param->choice_count; i++)
            if (v.text && strcmp(param->choices[i].key, v.text) == 0)
                v.i = param->choices[i].value;
    *out = value_fits(param, &v) ? v : *otherwise;
}

const wisp_value *bridge_values(struct value_bridge *bridge, const wisp_value *values) {
    for (uint32_t i = 0; i < bridge->to->param_count; i++) {
        int32_t source = bridge->map[i];
        if (source < 0 || !values)
            bridge->values[i] = bridge->defaults[i];
        else
            carry(&bridge->to->params[i], &values[source], &bridge->defaults[i],
                  &bridge->values[i]);
    }
    return bridge->values;
}

static int32_t command_find(const struct effect_type *type, const char *name) {
    for (uint32_t i = 0; i < type->command_count; i++)
        if (strcmp(type->commands[i].name, name) == 0) return (int32_t)i;
    return -1;
}

/* The arguments of one event for another version of its command; false: no memory. */
static bool carry_event(struct value_bridge *b, const wisp_command *from,
                        const wisp_command *to, const wisp_event *event, wisp_event *out) {
    uint32_t count = to->param_count;
    int32_t *map = arena_push_array(&b->passing, count + 1, sizeof *map, 0);
    wisp_value *args, *defaults;
    if (!map || values_default(&b->passing, to->params, count, &args) < 0 ||
        values_default(&b->passing, to->params, count, &defaults) < 0)
        return false;
    values_map(from->params, from->param_count, to->params, count, map);
    *out = (wisp_event){
        .struct_size = sizeof *out, .command = out->command, .args = args, .arg_count = count};
    for (uint32_t k = 0; k < count; k++) {
        if (map[k] < 0 || (uint32_t)map[k] >= event->arg_count) continue;
        carry(&to->params[k], &event->args[map[k]], &defaults[k], &args[k]);
        if (event->given >> map[k] & 1) out->given |= UINT64_C(1) << k;
    }
    return true;
}

void bridge_events(struct value_bridge *bridge, wisp_step *step) {
    uint32_t count = step->event_count;
    step->event_count = 0;
    if (count == 0) return;
    arena_reset(&bridge->passing);
    wisp_event *events = arena_push_array(&bridge->passing, count, sizeof *events, 0);
    for (uint32_t i = 0; events && i < count; i++) {
        const wisp_event *event = &step->events[i];
        if (event->command >= bridge->from->command_count) continue;
        const wisp_command *from = &bridge->from->commands[event->command];
        int32_t command = command_find(bridge->to, from->name);
        if (command < 0) continue;
        wisp_event *out = &events[step->event_count];
        out->command = (uint32_t)command;
        if (!carry_event(bridge, from, &bridge->to->commands[command], event, out)) break;
        step->event_count++;
    }
    step->events = events;
}
