/* SPDX-License-Identifier: MIT
 *
 * live - a running script: frames, events, knobs, kept state.
 */
#include "script/script.h"

#include "os/clock.h"
#include "script/api.h"
#include "script/build.h"
#include "script/convert.h"
#include "script/functions.h"
#include <lauxlib.h>
#include <math.h>
#include <string.h>

static const double dt_most = 1.0 / 15;

/* ---- Frames ---- */

static int knob_thunk(lua_State *L) {
    const struct knob_link *link = lua_touserdata(L, 1);
    struct script *script = script_of(L);
    const struct script_host *host = script->host;
    struct convert c = {.L = L,
                        .script = script,
                        .param = build_param(&script->desc.nodes[link->node], link->param)};
    c.name = c.param->key;
    wisp_value value;
    if (convert_knob(&c, &script->knobs[link->knob], &value) && host && host->set)
        host->set(host->user, link->node, link->param, &value);
    return 0;
}

static void apply_knobs(lua_State *L, struct script *script) {
    for (size_t i = 0; i < script->link_count; i++) {
        struct knob_link *link = &script->links[i];
        if (!script->knob_dirty[link->knob]) continue;
        const struct desc_knob *knob = &script->knobs[link->knob];
        lua_pushcfunction(L, knob_thunk);
        lua_pushlightuserdata(L, link);
        struct place place = {.file = script->desc.file, .line = knob->line, .col = knob->col};
        if (!vm_call(&script->vm, 1, 0))
            function_report(script, knob->name, place, "bad-value", "");
    }
    memset(script->knob_dirty, 0, SCRIPT_KNOBS_MOST * sizeof *script->knob_dirty);
}

static void frame_body(lua_State *L, void *context) {
    struct script *script = context;
    apply_knobs(L, script);
    if (script->desc.tick >= 0) {
        lua_pushnumber(L, script->time.dt);
        function_run(L, script->desc.tick, 1);
    }
    if (script->vm.killed || !timers_run(L)) return;
    for (size_t i = 0; i < script->function_count; i++) {
        if (!script->functions[i].is_field) continue;
        function_field(L, (int32_t)i, NULL);
        if (script->vm.killed) return; /* The rest keeps its values this frame. */
    }
}

/* One entry, with its budget and its share of the frame's time. */
static void run(struct script *script, vm_body body, void *context, struct diag_list *diags) {
    script->diags = diags;
    uint64_t begin = clock_thread_ns();
    vm_arm(&script->vm, script->config.limits.frame_kill_ns);
    if (vm_enter(&script->vm, body, context))
        log_text(script->config.log, LOG_LEVEL_ERROR, script->desc.file,
                 "a callback could not be run: not enough memory");
    vm_disarm(&script->vm);
    script->running_ns += clock_thread_ns() - begin;
    script->diags = NULL;
}

static void warn_slow(struct script *script, struct diag_list *diags) {
    if (script->frame_ns <= script->config.limits.frame_warn_ns) {
        script->slow_reported = false;
        return;
    }
    if (script->slow_reported) return;
    script->slow_reported = true;
    script->diags = diags;
    struct place place = {.file = script->desc.file};
    state_diag(script, place, DIAG_WARNING, "slow-frame",
               "the script took %.1f ms of frame %llu; keep it under %.0f ms",
               (double)script->frame_ns / 1e6, (unsigned long long)script->time.frame,
               (double)script->config.limits.frame_warn_ns / 1e6);
    script->diags = NULL;
}

void script_frame(struct script *script, const struct script_time *now,
                  struct diag_list *diags) {
    double jump = now->time - script->time.time;
    if (jump < 0) timers_shift(script, jump);
    script->time = *now;
    if (script->time.dt > dt_most) script->time.dt = dt_most;
    run(script, frame_body, script, diags);
    script->frame_ns = script->running_ns; /* with the events since the frame before */
    script->running_ns = 0;
    warn_slow(script, diags);
}

/* ---- Events ---- */

struct call {
    int32_t function;
    const wisp_signal *signal;
    const char *effect;
};

/* e: effect, target, value, position, name. */
static void push_event(lua_State *L, const struct call *call) {
    const wisp_signal *signal = call->signal;
    lua_createtable(L, 0, 5);
    lua_pushstring(L, call->effect ? call->effect : "");
    lua_setfield(L, -2, "effect");
    lua_pushstring(L, signal && signal->target ? signal->target : "");
    lua_setfield(L, -2, "target");
    lua_pushstring(L, signal && signal->name ? signal->name : "");
    lua_setfield(L, -2, "name");
    lua_pushnumber(L, signal ? (double)signal->value : 0);
    lua_setfield(L, -2, "value");
    lua_createtable(L, 3, 0);
    for (int k = 0; k < 3; k++) {
        lua_pushnumber(L, signal ? (double)signal->position[k] : 0);
        lua_rawseti(L, -2, k + 1);
    }
    lua_setfield(L, -2, "position");
}

static void call_body(lua_State *L, void *context) {
    const struct call *call = context;
    bool with_event = call->signal || call->effect;
    if (with_event) push_event(L, call);
    function_run(L, call->function, with_event);
}

void script_call(struct script *script, int32_t function, const wisp_signal *signal,
                 const char *effect, struct diag_list *diags) {
    if (function < 0 || (size_t)function >= script->function_count ||
        script->functions[function].suspended || script->functions[function].is_field)
        return;
    struct call call = {function, signal, effect};
    run(script, call_body, &call, diags);
}

uint32_t script_event(struct script *script, const char *event, const wisp_signal *signal,
                      const char *effect, struct diag_list *diags) {
    uint32_t ran = 0;
    wisp_signal plain = {.struct_size = sizeof plain, .name = event};
    for (uint32_t i = 0; i < script->desc.handler_count; i++) {
        const struct desc_handler *handler = &script->desc.handlers[i];
        if (!str_equal(handler->event, event)) continue;
        script_call(script, handler->function, signal ? signal : &plain, effect, diags);
        ran++;
    }
    return ran;
}

void script_forget(struct script *script, uint32_t node) {
    if (node < script->desc.node_count) script->node_gone[node] = true;
}

/* ---- Knobs ---- */

uint32_t script_knob_find(const struct script *script, const char *name) {
    for (size_t i = 0; i < script->knob_count; i++)
        if (str_equal(script->knobs[i].name, name)) return (uint32_t)i;
    return UINT32_MAX;
}

wisp_status script_knob_set(struct script *script, uint32_t knob, const double value[4]) {
    if (knob >= script->knob_count) return WISP_E_NOT_FOUND;
    struct desc_knob *k = &script->knobs[knob];
    int n = k->type == KNOB_COLOR ? 4 : k->type == KNOB_VEC3 ? 3 : 1;
    for (int i = 0; i < n; i++)
        if (!isfinite(value[i])) return WISP_E_BAD_PARAM;
    for (int i = 0; i < n; i++) {
        double x =
            k->type == KNOB_COLOR ? fmax(value[i], 0) : fmin(fmax(value[i], k->min), k->max);
        if (k->type == KNOB_INT || k->type == KNOB_CHOICE) x = floor(x + 0.5);
        if (k->type == KNOB_BOOL) x = x != 0;
        k->value[i] = x;
    }
    script->knob_dirty[knob] = true;
    return WISP_OK;
}

/* ---- Kept state ---- */

struct kept {
    const char *text;
    size_t size;
};

static int save_thunk(lua_State *L) {
    struct script *script = script_of(L);
    registry_push(L, KEY_STATE);
    state_write(L, -1, &script->saved);
    return 0;
}

static void save_body(lua_State *L, void *context) {
    bool *good = context;
    lua_pushcfunction(L, save_thunk);
    *good = vm_call(vm_of(L), 0, 0);
}

wisp_status script_state_save(struct script *script, const char **text, size_t *size) {
    bool good = false;
    strbuf_clear(&script->saved);
    vm_arm(&script->vm, script->config.limits.frame_kill_ns);
    wisp_status status = vm_enter(&script->vm, save_body, &good);
    vm_disarm(&script->vm);
    if (status) return status;
    if (script->saved.status) return script->saved.status;
    if (!good) {
        log_text(script->config.log, LOG_LEVEL_WARN, script->desc.file, script->vm.error.text);
        return WISP_E_LIMIT;
    }
    *text = strbuf_text(&script->saved);
    *size = script->saved.length;
    return WISP_OK;
}

static void load_body(lua_State *L, void *context) {
    const struct kept *kept = context;
    state_read(L, kept->text, kept->size);
    lua_rawsetp(L, LUA_REGISTRYINDEX, (void *)(uintptr_t)KEY_STATE);
}

wisp_status script_state_load(struct script *script, const char *text, size_t size) {
    struct kept kept = {text, size};
    if (size > SCRIPT_STATE_BYTES) return WISP_E_LIMIT;
    vm_arm(&script->vm, script->config.limits.frame_kill_ns);
    wisp_status status = vm_enter(&script->vm, load_body, &kept);
    vm_disarm(&script->vm);
    return status == WISP_E_SCRIPT ? WISP_E_BAD_DATA : status;
}

uint64_t script_random_position(const struct script *script) { return script->random_position; }

void script_random_seek(struct script *script, uint64_t position) {
    script->random_position = position;
}

struct script_usage script_usage(const struct script *script) {
    struct script_usage usage = {.memory_bytes = script->vm.used, .frame_ns = script->frame_ns};
    for (size_t i = 0; i < script->function_count; i++)
        usage.suspended += script->functions[i].suspended;
    return usage;
}
