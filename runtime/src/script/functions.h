/* SPDX-License-Identifier: MIT
 *
 * functions - callbacks of a script: kept by number, run with a budget, suspended after an
 * error.
 *
 * Threads  One script by one thread.
 */
#ifndef SCRIPT_FUNCTIONS_H
#define SCRIPT_FUNCTIONS_H

#include "script/state.h"

/* [script] Take the Lua function on top of the stack; returns its number. */
int32_t function_add(lua_State *L, const struct script_function *function);

/* Inside vm_enter: call function number `function` with s and the nargs values on the stack.
 * An error becomes a diagnostic and suspends it. False: it did not run to its end. */
bool function_run(lua_State *L, int32_t function, int nargs);

/* Inside vm_enter: give a function-valued field its value: to *out when that is not NULL, else
 * to the host. */
bool function_field(lua_State *L, int32_t function, wisp_value *out);

/* Report what vm_call left in vm->error. what: "tick", or NULL while the file is loading. */
void function_report(struct script *script, const char *what, struct place place,
                     const char *code, const char *after);

/* The message on top is a syntax error of this source: make it a diagnostic and pop it. */
void function_syntax_error(lua_State *L, int32_t source);

const char *knob_type_name(enum knob_type type); /* "number", "choice" */

#endif
