/* SPDX-License-Identifier: MIT
 *
 * vm - see vm.h.
 */
#include "script/vm.h"

#include "base/str.h"
#include "os/clock.h"
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

/* What the extra space of each thread points to. */
struct vm_link {
    struct vm *vm;
    void *owner;
};

static struct vm_link *link_of(lua_State *L) {
    struct vm_link *link;
    memcpy(&link, lua_getextraspace(L), sizeof link);
    return link;
}

struct vm *vm_of(lua_State *L) {
    return link_of(L)->vm;
}

void *vm_owner(lua_State *L) { return link_of(L)->owner; }

/* ---- Memory ---- */

static bool denied(struct vm *vm, size_t old_size, size_t new_size) {
    size_t cap = vm->limits.memory_bytes + (vm->host_depth ? VM_RESERVE : 0);
    size_t block = vm->limits.block_bytes;
    bool too_big = block && !vm->host_depth && new_size > block;
    if (!too_big && vm->used - old_size + new_size <= cap) return false;
    vm->block_denied = too_big;
    vm->host_denied = false;
    /* Each refusal makes Lua collect all garbage: a script may not ask for ever. */
    if (++vm->denials > VM_DENIALS && !vm->killed) vm->killed = VM_KILLED_MEMORY;
    return true;
}

static void *vm_realloc(void *user, void *ptr, size_t old_size, size_t new_size) {
    struct vm *vm = user;
    if (!ptr) old_size = 0; /* Lua passes the kind of object here. */
    if (new_size == 0) {
        alloc_free(vm->allocator, ptr, old_size);
        vm->used -= old_size;
        return NULL;
    }
    if (new_size > old_size && denied(vm, old_size, new_size)) return NULL;
    void *moved = vm->allocator->realloc(vm->allocator->user, ptr, old_size, new_size);
    if (!moved) {
        vm->block_denied = false;
        vm->host_denied = true;
        return NULL;
    }
    vm->used = vm->used - old_size + new_size;
    if (new_size > old_size) vm->fuel -= (int64_t)((new_size - old_size) / 128);
    return moved;
}

/* ---- Time ---- */

static void hook(lua_State *L, lua_Debug *ar) {
    (void)ar;
    vm_burn(L, vm_of(L)->limits.hook_instructions);
}

static void raise_killed(lua_State *L, struct vm *vm) {
    lua_sethook(L, hook, LUA_MASKCOUNT, 1); /* Whatever catches it raises again at once. */
    if (vm->killed == VM_KILLED_MEMORY)
        luaL_error(L, "asked for memory %d times after the limit of %d KiB", VM_DENIALS,
                   (int)(vm->limits.memory_bytes / 1024));
    luaL_error(L, "took more than %d ms%s", (int)(vm->budget_ns / 1000000),
               vm->in_pattern ? " (a text pattern took too many steps)" : "");
}

void vm_recheck(lua_State *L) {
    struct vm *vm = vm_of(L);
    if (vm->killed) raise_killed(L, vm);
}

void vm_burn(lua_State *L, size_t amount) {
    struct vm *vm = vm_of(L);
    vm->fuel -= amount < INT32_MAX ? (int64_t)amount : INT32_MAX;
    if (vm->fuel > 0 && !vm->killed) return;
    vm->fuel = VM_FUEL;
    if (!vm->killed && vm->deadline_ns && clock_thread_ns() > vm->deadline_ns)
        vm->killed = VM_KILLED_TIME;
    vm_recheck(L);
}

void vm_arm(struct vm *vm, uint64_t budget_ns) {
    vm->budget_ns = budget_ns;
    vm->deadline_ns = clock_thread_ns() + budget_ns;
    vm->killed = VM_ALIVE;
    vm->denials = 0;
    vm->in_pattern = false;
    vm->fuel = VM_FUEL;
    lua_sethook(vm->L, hook, LUA_MASKCOUNT, (int)vm->limits.hook_instructions);
}

void vm_disarm(struct vm *vm) { vm->deadline_ns = 0; }

/* ---- Open and close ---- */

/* Only an error outside every pcall gets here, and vm_enter leaves none. */
static int panic(lua_State *L) {
    (void)L;
    abort();
}

wisp_status vm_open(struct vm *vm, const struct allocator *allocator,
                    const struct script_limits *limits, void *owner) {
    *vm = (struct vm){.allocator = allocator, .limits = *limits, .fuel = VM_FUEL};
    struct vm_link *link = alloc_zero(allocator, sizeof *link);
    if (!link) return WISP_E_NOMEM;
    *link = (struct vm_link){vm, owner};
    vm->host_depth = 1;
    vm->L = lua_newstate(vm_realloc, vm);
    vm->host_depth = 0;
    if (!vm->L) {
        alloc_free(allocator, link, sizeof *link);
        return WISP_E_NOMEM;
    }
    memcpy(lua_getextraspace(vm->L), &link, sizeof link);
    lua_atpanic(vm->L, panic);
    return WISP_OK;
}

void vm_close(struct vm *vm) {
    if (!vm->L) return;
    struct vm_link *link = link_of(vm->L);
    lua_close(vm->L);
    alloc_free(vm->allocator, link, sizeof *link);
    vm->L = NULL;
}

/* ---- Ways in ---- */

struct entry {
    vm_body body;
    void *context;
};

static int enter_body(lua_State *L) {
    const struct entry *entry = lua_touserdata(L, 1);
    lua_settop(L, 0);
    entry->body(L, entry->context);
    return 0;
}

wisp_status vm_enter(struct vm *vm, vm_body body, void *context) {
    struct entry entry = {body, context};
    lua_State *L = vm->L;
    if (!lua_checkstack(L, 8)) return WISP_E_NOMEM;
    uint32_t depth = vm->host_depth;
    vm->host_depth = 1;
    int top = lua_gettop(L);
    lua_pushcfunction(L, enter_body);
    lua_pushlightuserdata(L, &entry);
    int result = lua_pcall(L, 1, 0, 0);
    vm->host_depth = depth;
    lua_settop(L, top);
    if (result == LUA_OK) return WISP_OK;
    return result == LUA_ERRMEM ? WISP_E_NOMEM : WISP_E_SCRIPT;
}

/* "file:line: " at the front of a message, as luaL_where writes it; 0 when there is none. */
static size_t place_length(const char *text, size_t *file_length, int *line) {
    for (const char *p = strchr(text, ':'); p; p = strchr(p + 1, ':')) {
        char *end;
        if (p[1] < '0' || p[1] > '9') continue;
        long n = strtol(p + 1, &end, 10);
        if (end[0] != ':' || end[1] != ' ' || n > INT32_MAX) continue;
        *file_length = (size_t)(p - text);
        *line = (int)n;
        return (size_t)(end + 2 - text);
    }
    return 0;
}

static void add_frames(lua_State *L, struct vm_error *error) {
    lua_Debug ar;
    for (int level = 1; level < 64 && error->frame_count < VM_FRAMES; level++) {
        if (!lua_getstack(L, level, &ar) || !lua_getinfo(L, "Sln", &ar)) return;
        if (ar.currentline < 0) continue;
        struct vm_frame *frame = &error->frames[error->frame_count++];
        str_copy(frame->file, sizeof frame->file, ar.short_src);
        frame->line = ar.currentline;
        str_copy(frame->name, sizeof frame->name,
                 ar.name             ? ar.name
                 : ar.what[0] == 'm' ? "main part"
                                     : "function");
    }
}

/* Message handler: takes everything down in fixed buffers, as memory may be what is lacking. */
static int take_error(lua_State *L) {
    struct vm *vm = vm_of(L);
    struct vm_error *error = &vm->error;
    *error = (struct vm_error){.killed = vm->killed};
    char raw[VM_ERROR_TEXT];
    if (lua_type(L, 1) == LUA_TSTRING) {
        size_t n;
        const char *text = lua_tolstring(L, 1, &n);
        str_printable(raw, sizeof raw, text, n);
    } else if (lua_type(L, 1) == LUA_TNUMBER) {
        str_format(raw, sizeof raw, "%.14g", lua_tonumber(L, 1));
    } else {
        str_format(raw, sizeof raw, "(error object is a %s value)", luaL_typename(L, 1));
    }
    add_frames(L, error);
    size_t file_length = 0;
    size_t skip = place_length(raw, &file_length, &error->line);
    if (skip && file_length < sizeof error->file) {
        memcpy(error->file, raw, file_length);
    } else if (error->frame_count) {
        skip = 0;
        str_copy(error->file, sizeof error->file, error->frames[0].file);
        error->line = error->frames[0].line;
    }
    str_copy(error->text, sizeof error->text, raw + skip);
    return 1;
}

static void take_memory_error(struct vm *vm) {
    vm->error = (struct vm_error){.killed = vm->killed, .no_memory = true};
    if (vm->host_denied)
        str_copy(vm->error.text, sizeof vm->error.text, "not enough memory");
    else if (vm->block_denied)
        str_format(vm->error.text, sizeof vm->error.text,
                   "one table or string may not exceed %zu KiB here (about %zuk array or %zuk "
                   "hash entries)",
                   vm->limits.block_bytes / 1024, vm->limits.block_bytes / 16384,
                   vm->limits.block_bytes / 32768);
    else
        str_format(vm->error.text, sizeof vm->error.text,
                   "not enough memory: the script may use %zu MiB",
                   vm->limits.memory_bytes / (1024 * 1024));
}

bool vm_call(struct vm *vm, int nargs, int nresults) {
    lua_State *L = vm->L;
    int base = lua_gettop(L) - nargs;
    lua_pushcfunction(L, take_error);
    lua_insert(L, base);
    uint32_t depth = vm->host_depth;
    vm->host_depth = 0;
    int result = lua_pcall(L, nargs, nresults, base);
    vm->host_depth = depth;
    vm->in_pattern = false;
    lua_remove(L, base);
    if (result == LUA_OK) return true;
    if (result == LUA_ERRMEM) take_memory_error(vm);
    lua_settop(L, base - 1);
    return false;
}
