/* SPDX-License-Identifier: MIT
 *
 * What a running script may ask of the scene, and what the scene tells it.
 */
#include "scene/scene_own.h"

#include <math.h>
#include <string.h>

static struct node *node_at(struct scene *s, uint32_t node) {
    return node < s->node_count ? s->nodes[node] : NULL;
}

static wisp_status host_set(void *user, uint32_t node, uint32_t param,
                            const wisp_value *value) {
    struct scene *s = user;
    struct node *n = node_at(s, node);
    return n ? node_set(s, n, param, value) : WISP_E_NOT_FOUND;
}

static const wisp_value *host_get(void *user, uint32_t node, uint32_t param) {
    struct node *n = node_at(user, node);
    return n && param < n->count ? &n->values[param] : NULL;
}

/* Deep copy into the step's arena. */
static bool copy_value(struct arena *arena, const wisp_value *from, wisp_value *to) {
    const void *bytes;
    size_t size = value_bytes(from, &bytes);
    *to = *from;
    if (!size) return true;
    void *copy = arena_push(arena, size, 0);
    if (!copy) return false;
    memcpy(copy, bytes, size);
    bool table = bytes == from->table;
    to->table = table ? copy : NULL;
    to->text = table ? NULL : copy;
    return true;
}

static wisp_status host_command(void *user, uint32_t node, const wisp_event *event) {
    struct scene *s = user;
    struct node *n = node_at(s, node);
    if (!n || n->kind != NODE_EFFECT) return WISP_E_NOT_FOUND;
    if (s->command_count == COMMANDS_MOST) return WISP_E_LIMIT;
    wisp_value *args = arena_push_array(&s->step, event->arg_count, sizeof *args, 0);
    if (event->arg_count && !args) return WISP_E_NOMEM;
    for (uint32_t i = 0; i < event->arg_count; i++)
        if (!copy_value(&s->step, &event->args[i], &args[i])) return WISP_E_NOMEM;
    struct command *c = &s->commands[s->command_count++];
    *c = (struct command){.node = node, .event = *event};
    c->event.struct_size = sizeof c->event;
    c->event.args = args;
    return WISP_OK;
}

static double host_counter(void *user, uint32_t node, const char *name) {
    struct node *n = node_at(user, node);
    if (!n || !n->instance) return (double)NAN;
    if (strcmp(name, "alive") == 0) return (double)effect_alive(n);
    const struct instance_counter *counters;
    uint32_t count = instance_counters(n->instance, &counters);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(counters[i].name, name) == 0) return counters[i].value;
    return (double)NAN;
}

static wisp_status host_seek(void *user, double time) {
    struct scene *s = user;
    if (!s->seeking) s->seek_wanted = time > 0.0 ? time : 0.0;
    return WISP_OK;
}

static void host_shake(void *user, double amount, double time) {
    camera_shake(&((struct scene *)user)->camera, (float)amount, (float)time);
}

static void host_emit(void *user, const char *name, const wisp_signal *signal) {
    struct heard h = {.has_signal = signal != NULL};
    str_copy(h.name, sizeof h.name, name);
    if (signal) {
        h.value = signal->value;
        memcpy(h.position, signal->position, sizeof h.position);
        if (signal->target) {
            str_copy(h.target, sizeof h.target, signal->target);
            h.has_target = 1;
        }
    }
    scene_hear(user, &h);
}

void scene_bind(struct scene *s, struct script *script) {
    s->host = (struct script_host){.user = s,
                                   .set = host_set,
                                   .get = host_get,
                                   .command = host_command,
                                   .counter = host_counter,
                                   .seek = host_seek,
                                   .shake = host_shake,
                                   .emit = host_emit};
    script_bind(script, &s->host); /* it keeps the address */
}

void scene_hear(struct scene *s, const struct heard *h) {
    if (s->heard_count < SIGNALS_MOST) s->heard[s->heard_count++] = *h;
}

void scene_event(struct scene *s, const char *name) {
    struct heard h = {0};
    str_copy(h.name, sizeof h.name, name);
    scene_hear(s, &h);
}

/* Handlers may queue more: those are for the next step. */
void scene_deliver(struct scene *s, struct diag_list *diags) {
    uint32_t count = s->heard_count;
    for (uint32_t i = 0; i < count; i++) {
        const struct heard h = s->heard[i];
        wisp_signal signal = {.struct_size = sizeof signal,
                              .name = h.name,
                              .target = h.has_target ? h.target : NULL,
                              .value = h.value};
        memcpy(signal.position, h.position, sizeof signal.position);
        script_event(s->script, h.name, h.has_signal ? &signal : NULL,
                     *h.effect ? h.effect : NULL, diags ? diags : &s->lost);
    }
    s->heard_count -= count;
    memmove(s->heard, s->heard + count, s->heard_count * sizeof *s->heard);
    diag_list_clear(&s->lost);
}
