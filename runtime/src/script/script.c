/* SPDX-License-Identifier: MIT
 *
 * script - see script.h. Loading: read, run, describe, try every callback once.
 */
#include "script/script.h"

#include "base/path.h"
#include "script/api.h"
#include "script/build.h"
#include "script/environment.h"
#include "script/functions.h"
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>
#include <wisp/rng.h>

static void or_default(uint64_t *value, uint64_t otherwise) {
    if (*value == 0) *value = otherwise;
}

/* Budgets are processor time. Sanitizers make the same work many times slower. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SLOWNESS = 10 };
#else
enum { SLOWNESS = 1 };
#endif

static struct script_limits complete(struct script_limits limits) {
    if (!limits.memory_bytes) limits.memory_bytes = (size_t)256 << 20;
    if (!limits.hook_instructions) limits.hook_instructions = 1000;
    if (!limits.file_bytes) limits.file_bytes = (size_t)1 << 20;
    or_default(&limits.load_ns, UINT64_C(2000000000) * SLOWNESS);
    or_default(&limits.frame_warn_ns, UINT64_C(8000000) * SLOWNESS);
    or_default(&limits.frame_kill_ns, UINT64_C(250000000) * SLOWNESS);
    return limits;
}

/* ---- Open and destroy ---- */

static wisp_status set_paths(struct script *script, const char *path) {
    char folder[PATH_SIZE];
    wisp_status status = path_dirname(folder, sizeof folder, path);
    if (status) return status;
    script->root = arena_text(&script->arena, folder);
    script->desc.file = arena_text(&script->arena, path_basename(path));
    script->scratch = arena_push_array(&script->arena, (size_t)SCRATCH_SLOT * SCRATCH_SLOTS,
                                       sizeof(float), 0);
    return script->root && script->desc.file && script->scratch ? WISP_OK : WISP_E_NOMEM;
}

static wisp_status open_script(const struct script_config *config, const char *path,
                               struct script **out) {
    struct script *script = alloc_zero(config->allocator, sizeof *script);
    if (!script) return WISP_E_NOMEM;
    script->config = *config;
    script->config.limits = complete(config->limits);
    script->current = -1;
    script->desc.tick = -1;
    arena_init(&script->arena, config->allocator, 0, 0);
    strbuf_init(&script->saved, config->allocator);
    script->sources.arena = &script->arena;
    script->random_key = wisp_rng_key(config->has_seed ? config->seed : 1, 0x73637269);
    wisp_status status = set_paths(script, path);
    if (!status)
        status = vm_open(&script->vm, config->allocator, &script->config.limits, script);
    if (status) {
        script_destroy(script);
        return status;
    }
    *out = script;
    return WISP_OK;
}

void script_destroy(struct script *script) {
    if (!script) return;
    const struct allocator *allocator = script->config.allocator;
    vm_close(&script->vm);
    strbuf_free(&script->saved);
    arena_drop(&script->arena);
    alloc_free(allocator, script, sizeof *script);
}

/* ---- One load ---- */

struct load {
    struct script *script;
    int32_t source;
    bool failed; /* said already */
};

static void open_body(lua_State *L, void *context) {
    (void)context;
    environment_open(L);
}

static void no_scene(struct load *load, lua_State *L, int results) {
    struct script *script = load->script;
    char got[96];
    for (size_t i = 0; i < script->made_count; i++) {
        if (script->made[i].what != MADE_SCENE || results) continue;
        state_diag(script, source_call(&script->sources, script->made[i].origin), DIAG_ERROR,
                   "missing-return",
                   "the scene is made but not returned; write 'return "
                   "wisp.scene{'");
        return;
    }
    struct place place = {.file = script->desc.file};
    const struct made *made = results ? state_made(L, -1) : NULL;
    if (!results)
        state_diag(script, place, DIAG_ERROR, "missing-return",
                   "the file returns nothing; end it with 'return wisp.scene{ ... }'");
    else if (lua_istable(L, -1) && !made)
        state_diag(script, place, DIAG_ERROR, "wrong-return",
                   "the file returns a plain table; write 'return wisp.scene{ ... }'");
    else
        state_diag(script, place, DIAG_ERROR, "wrong-return",
                   "the file returns %s; end it with 'return wisp.scene{ ... }'",
                   value_describe(L, -1, got, sizeof got));
}

static bool is_blank(struct script *script, const struct source *source) {
    struct lexer lexer;
    lexer_init(&lexer, source->text, source->size);
    if (lexer_next(&lexer).kind != TOKEN_END) return false;
    struct place place = {.file = script->desc.file};
    state_diag(script, place, DIAG_ERROR, "empty-file",
               "the file is empty; a scene is 'return wisp.scene{ ... }'");
    return true;
}

static void run_body(lua_State *L, void *context) {
    struct load *load = context;
    struct script *script = load->script;
    const struct source *source = &script->sources.items[load->source];
    load->failed = true;
    if (is_blank(script, source)) return;
    const char *chunk = lua_pushfstring(L, "@%s", source->name);
    int result = luaL_loadbufferx(L, source->text, source->size, chunk, "t");
    if (result == LUA_ERRMEM) lua_error(L);
    if (result != LUA_OK) {
        function_syntax_error(L, load->source);
        return;
    }
    int top = lua_gettop(L) - 1;
    if (!vm_call(&script->vm, 0, LUA_MULTRET)) {
        function_report(script, NULL, (struct place){.file = NULL}, "script-error", "");
        return;
    }
    int results = lua_gettop(L) - top;
    if (results) lua_settop(L, top + 1);
    const struct made *made = results ? state_made(L, -1) : NULL;
    if (!made || made->what != MADE_SCENE) {
        no_scene(load, L, results);
        return;
    }
    load->failed = false;
    struct made scene = *made;
    build_scene(L, &scene);
}

/* The first value of each function-valued field. */
static void first_values_body(lua_State *L, void *context) {
    struct script *script = context;
    api_open(L);
    uint64_t position = script->random_position;
    for (size_t i = 0; i < script->function_count; i++) {
        const struct script_function *f = &script->functions[i];
        if (!f->is_field) continue;
        wisp_value value;
        if (function_field(L, (int32_t)i, &value))
            script->desc.nodes[f->node].values[f->param].value = value;
        script->random_position = position;
        if (script->vm.killed) return;
    }
}

static bool is_tried(const struct script *script, size_t function) {
    const struct scene_desc *desc = &script->desc;
    if (script->functions[function].is_field) return false;
    for (uint32_t i = 0; i < desc->handler_count; i++) {
        if (desc->handlers[i].function != (int32_t)function) continue;
        const char *event = desc->handlers[i].event; /* Others would want an e to look at. */
        if (str_starts(event, "key_") || str_equal(event, "start")) return true;
        for (uint32_t k = 0; k < desc->knob_count; k++)
            if (str_equal(desc->knobs[k].name, event)) return true;
        return false;
    }
    return true;
}

static void trial_body(lua_State *L, void *context) {
    struct script *script = context;
    for (size_t i = 0; i < script->function_count; i++) {
        if (!is_tried(script, i)) continue;
        bool tick = (int32_t)i == script->desc.tick;
        vm_arm(&script->vm, script->config.limits.frame_kill_ns);
        if (tick) lua_pushnumber(L, script->time.dt);
        function_run(L, (int32_t)i, tick);
        if (script->vm.killed) return; /* One that hangs is enough to wait for. */
    }
}

static bool has_trials(const struct script *script) {
    for (size_t i = 0; i < script->function_count; i++)
        if (is_tried(script, i)) return true;
    return false;
}

static wisp_status enter(struct script *script, vm_body body, void *context) {
    wisp_status status = vm_enter(&script->vm, body, context);
    if (script->vm.host_denied) return WISP_E_NOMEM;
    if (status == WISP_E_SCRIPT) {
        struct place place = {.file = script->desc.file};
        state_diag(script, place, DIAG_ERROR,
                   script->vm.killed ? "out-of-time" : "script-error",
                   script->vm.killed ? "the scene took too long to read"
                                     : "the scene could not be read");
    }
    return status;
}

/* The scene's seed is known only after the file has run, so math.random runs on a seed of its
 * own while loading. */
static void seed_random(struct script *script) {
    script->random_key = wisp_rng_key(script->desc.seed, 0x73637269);
    script->random_position = 0;
}

/* Read, run and describe. */
static wisp_status load_once(struct script *script, const char *path) {
    struct load load = {.script = script};
    struct source_request request = {.path = path,
                                     .name = script->desc.file,
                                     .limit = script->config.limits.file_bytes,
                                     .allocator = script->config.allocator,
                                     .diags = script->diags,
                                     .deps = script->deps};
    size_t errors = script->diags->errors;
    wisp_status status = source_read(&script->sources, &request, &load.source);
    if (status) return status;
    vm_arm(&script->vm, script->config.limits.load_ns);
    script->loading = true;
    status = enter(script, open_body, NULL);
    if (!status) status = enter(script, run_body, &load);
    script->loading = false;
    if (!status && (load.failed || script->diags->errors > errors)) status = WISP_E_SCRIPT;
    if (!status) seed_random(script);
    return status;
}

static wisp_status first_values(struct script *script) {
    size_t errors = script->diags->errors;
    script->dry = true;
    wisp_status status = enter(script, first_values_body, script);
    script->dry = false;
    vm_disarm(&script->vm);
    return status == WISP_OK && script->diags->errors > errors ? WISP_E_SCRIPT : status;
}

/* Try tick, cues and keys in a copy that is thrown away, so that nothing they do is kept. */
static wisp_status try_callbacks(const struct script *script, const char *path,
                                 struct diag_list *diags) {
    struct script *trial = NULL;
    struct diag_list unwanted;
    wisp_status status = open_script(&script->config, path, &trial);
    if (status) return status;
    diag_list_init(&unwanted, script->config.allocator);
    trial->diags = &unwanted;
    trial->trial = true;
    status = load_once(trial, path);
    if (!status) {
        first_values(trial); /* Said already. */
        size_t errors = diags->errors;
        trial->diags = diags;
        trial->dry = true;
        trial->time.dt = 1.0 / 60;
        status = enter(trial, trial_body, trial);
        if (!status && diags->errors > errors) status = WISP_E_SCRIPT;
    }
    script_destroy(trial);
    diag_list_free(&unwanted);
    return status;
}

wisp_status script_load(const struct script_config *config, const char *path,
                        struct script **out, struct diag_list *diags,
                        struct script_deps *deps) {
    struct script *script = NULL;
    *out = NULL;
    wisp_status status = open_script(config, path, &script);
    if (status) return status;
    script->diags = diags;
    script->deps = deps;
    status = load_once(script, path);
    if (!status) {
        status = first_values(script);
        wisp_status tried = status != WISP_E_NOMEM && has_trials(script)
                                ? try_callbacks(script, path, diags)
                                : WISP_OK;
        if (!status) status = tried;
    }
    diag_list_sort(diags);
    script->diags = NULL;
    script->deps = NULL;
    if (status)
        script_destroy(script);
    else
        *out = script;
    return status;
}

const struct scene_desc *script_desc(const struct script *script) { return &script->desc; }

void script_bind(struct script *script, const struct script_host *host) {
    if (host) script->bound = *host;
    script->host = host ? &script->bound : NULL;
}
