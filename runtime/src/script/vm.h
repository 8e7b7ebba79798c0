/* SPDX-License-Identifier: MIT
 *
 * vm - the guard around a Lua state: memory cap, time budget, and the ways in from C.
 *
 * One counter, the fuel, is burned by VM instructions (count hook), by bytes allocated, and by
 * every loop of our library functions; when it is used up the clock is read. A state that is
 * out of time is killed: from then on each hook and each library function raises again, and our
 * own pcall, xpcall and resume pass it on, so a script cannot swallow it.
 *
 * Tiers differ in struct script_limits alone.
 * Ownership  The vm owns its lua_State. Nothing owned by C may be live across a call that can
 *            raise; memory in those places comes from the script's arena.
 * Errors     vm_enter and vm_call never raise. Functions that take a lua_State may.
 * Threads    One at a time.
 */
#ifndef SCRIPT_VM_H
#define SCRIPT_VM_H

#include "script/script.h"
#include <lua.h>

enum {
    VM_FUEL = 20000,        /* between two looks at the clock; about 100 us */
    VM_RESERVE = 64 * 1024, /* bytes that only the host may use beyond the cap */
    VM_DENIALS = 50,        /* refused allocations until the script is killed */
    VM_FRAMES = 4,          /* kept of a traceback */
    VM_ERROR_TEXT = 4096,
    VM_TABLE_DEPTH = 16 /* nesting of tables that the host reads */
};

enum vm_kill { VM_ALIVE, VM_KILLED_TIME, VM_KILLED_MEMORY };

struct vm_frame {
    char file[64];
    int line;
    char name[40];
};

/* What went wrong in a script function. */
struct vm_error {
    char text[VM_ERROR_TEXT]; /* without the place */
    char file[64];            /* "" when there is none */
    int line;
    struct vm_frame frames[VM_FRAMES];
    int frame_count;
    enum vm_kill killed;
    bool no_memory;
};

struct vm {
    lua_State *L;
    const struct allocator *allocator;
    struct script_limits limits;
    size_t used;
    uint32_t denials, host_depth;
    bool block_denied, host_denied; /* over the block cap; the allocator itself had none */
    bool in_pattern;
    enum vm_kill killed;
    int64_t fuel;
    uint64_t deadline_ns, budget_ns;
    struct vm_error error; /* of the last vm_call that failed */
};

/* limits must be complete: no zeros but block_bytes. */
wisp_status vm_open(struct vm *vm, const struct allocator *allocator,
                    const struct script_limits *limits, void *owner);
void vm_close(struct vm *vm);

/* Give the script this long from now, and forget an earlier kill. */
void vm_arm(struct vm *vm, uint64_t budget_ns);
void vm_disarm(struct vm *vm);

/* The only way in: run body, which may use all of the Lua API, behind a pcall. */
typedef void (*vm_body)(lua_State *L, void *context);
wisp_status vm_enter(struct vm *vm, vm_body body, void *context);

/* Inside a body: call the function below nargs arguments as script code. On failure nothing is
 * left on the stack and vm->error says why. */
bool vm_call(struct vm *vm, int nargs, int nresults);

/* [script] Burn fuel; raises when the state is killed. */
void vm_burn(lua_State *L, size_t amount);
/* [script] Raise again when the state is killed: after a protected call inside a library. */
void vm_recheck(lua_State *L);

/* The vm and the owner of any thread of the state. */
struct vm *vm_of(lua_State *L);
void *vm_owner(lua_State *L);

#endif
