/* SPDX-License-Identifier: MIT
 *
 * The copy is made through one small writer that also hashes what it copies; after a failure
 * it goes on with NULLs, and the caller looks once.
 */
#include "plugin/effect_type.h"

#include "base/hash.h"
#include "plugin/entry.h"
#include <string.h>

struct copier {
    struct arena *arena;
    struct hash hash;
    bool failed;
};

static void note(struct copier *c, const void *bytes, size_t size) {
    hash_add(&c->hash, bytes, size);
}

static const char *copy_text(struct copier *c, const char *text) {
    uint32_t length = text ? (uint32_t)strlen(text) : UINT32_MAX;
    note(c, &length, sizeof length);
    if (!text) return NULL;
    note(c, text, length);
    const char *copy = arena_text(c->arena, text);
    if (!copy) c->failed = true;
    return copy;
}

static void *copy_bytes(struct copier *c, uint32_t count, size_t size) {
    note(c, &count, sizeof count);
    if (count == 0) return NULL;
    void *copy = arena_push_array(c->arena, count, size, 0);
    if (!copy) c->failed = true;
    return copy;
}

static const char *const *copy_list(struct copier *c, const char *const *list) {
    if (!list) return copy_bytes(c, 0, 1);
    uint32_t n = 0;
    while (list[n]) n++;
    const char **copy = copy_bytes(c, n + 1, sizeof *copy);
    for (uint32_t i = 0; copy && i < n; i++) copy[i] = copy_text(c, list[i]);
    return copy;
}

static const wisp_stop *copy_stops(struct copier *c, const wisp_stop *stops, uint32_t count) {
    wisp_stop *copy = copy_bytes(c, stops ? count : 0, sizeof *copy);
    if (!copy) return NULL;
    memcpy(copy, stops, count * sizeof *copy);
    note(c, copy, count * sizeof *copy);
    return copy;
}

static const wisp_choice *copy_choices(struct copier *c, const wisp_choice *choices,
                                       uint32_t count) {
    wisp_choice *copy = copy_bytes(c, choices ? count : 0, sizeof *copy);
    for (uint32_t i = 0; copy && i < count; i++) {
        copy[i].key = copy_text(c, choices[i].key);
        copy[i].label = copy_text(c, choices[i].label);
        copy[i].value = choices[i].value;
        note(c, &copy[i].value, sizeof copy[i].value);
    }
    return copy;
}

static void copy_param(struct copier *c, wisp_param *p) {
    note(c, &p->type, sizeof p->type);
    note(c, &p->flags, sizeof p->flags);
    double numbers[] = {p->hard_min, p->hard_max, p->soft_min, p->soft_max, p->def[0],
                        p->def[1],   p->def[2],   p->def[3],   p->step};
    note(c, numbers, sizeof numbers);
    p->key = copy_text(c, p->key);
    p->unit = copy_text(c, p->unit);
    p->def_text = copy_text(c, p->def_text);
    p->group = copy_text(c, p->group);
    p->doc = copy_text(c, p->doc);
    p->def_stops = copy_stops(c, p->def_stops, p->def_stop_count);
    p->choices = copy_choices(c, p->choices, p->choice_count);
    p->aliases = copy_list(c, p->aliases);
}

static const wisp_param *copy_params(struct copier *c, const wisp_param *params, uint32_t count,
                                     uint32_t size) {
    wisp_param *copy = copy_bytes(c, count, sizeof *copy);
    for (uint32_t k = 0; copy && k < count; k++) {
        copy[k] = entry_param(params, size, k);
        copy_param(c, &copy[k]);
    }
    return copy;
}

static const wisp_command *copy_commands(struct copier *c, const wisp_effect *entry) {
    wisp_command *copy = copy_bytes(c, entry->command_count, sizeof *copy);
    for (uint32_t k = 0; copy && k < entry->command_count; k++) {
        wisp_command from = entry_command(entry->commands, entry->command_size, k);
        copy[k].name = copy_text(c, from.name);
        copy[k].doc = copy_text(c, from.doc);
        copy[k].params = copy_params(c, from.params, from.param_count, entry->param_size);
        copy[k].param_count = from.param_count;
    }
    return copy;
}

struct effect_type *effect_type_copy(struct arena *arena, const wisp_effect *entry) {
    struct copier c = {.arena = arena};
    struct effect_type *type = arena_push_zero(arena, sizeof *type, 0);
    if (!type) return NULL;
    hash_begin(&c.hash);
    type->id = copy_text(&c, entry->id);
    type->name = copy_text(&c, entry->name);
    type->version = copy_text(&c, entry->version);
    type->doc = copy_text(&c, entry->doc);
    type->params = copy_params(&c, entry->params, entry->param_count, entry->param_size);
    type->param_count = entry->param_count;
    type->commands = copy_commands(&c, entry);
    type->command_count = entry->command_count;
    type->signals = copy_list(&c, entry->signals);
    type->services = copy_list(&c, entry->services);
    type->draws = entry->draw != NULL;
    type->draw_passes = entry->draw_passes ? entry->draw_passes : WISP_PASS_BLEND;
    type->abi_minor = entry->abi_minor;
    type->min_host_minor = entry->min_host_minor;
    type->may_flags = entry->may_flags;
    type->instance_size = entry->instance_size;
    type->state_schema = entry->state_schema;
    uint32_t numbers[] = {type->draws,          type->draw_passes,   type->abi_minor,
                          type->min_host_minor, type->may_flags,     type->instance_size,
                          type->state_schema,   entry->command_count};
    note(&c, numbers, sizeof numbers);
    type->hash = hash_finish64(&c.hash);
    return c.failed ? NULL : type;
}
