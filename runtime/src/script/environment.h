/* SPDX-License-Identifier: MIT
 *
 * environment - the globals of scripts.
 */
#ifndef SCRIPT_ENVIRONMENT_H
#define SCRIPT_ENVIRONMENT_H

#include "script/state.h"

/* [script] Make the whitelist the state's globals: chunks loaded from now on see it alone. */
void environment_open(lua_State *L);

#endif
