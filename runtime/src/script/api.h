/* SPDX-License-Identifier: MIT
 *
 * api - the object `s` that every callback gets, and what hangs on it.
 *
 * Errors  [script] Everything raises.
 */
#ifndef SCRIPT_API_H
#define SCRIPT_API_H

#include "script/state.h"

/* Make s, s.p, s.state and the metatables; needs the knobs, not the nodes. */
void api_open(lua_State *L);
/* api_handle.c */
void handle_open(lua_State *L);
void handle_push(lua_State *L, uint32_t node);
/* api_timer.c: s:after and s:every; the table of methods is on top. */
void timer_open(lua_State *L);
/* Inside vm_enter: run what is due. False: the frame's budget is spent. */
bool timers_run(lua_State *L);
/* Scene time jumped: what is pending keeps its distance. */
void timers_shift(struct script *script, double by);

/* state_json.c: s.state as JSON. The writer raises with the path of what cannot be kept. */
void state_write(lua_State *L, int index, struct strbuf *out);
/* Push the value of a JSON text; raises when it is none. */
void state_read(lua_State *L, const char *text, size_t size);

#endif
