/* SPDX-License-Identifier: MIT
 *
 * luals_text - the parts of wisp.d.lua and .luarc.json that come from no table.
 */
#ifndef APP_LUALS_TEXT_H
#define APP_LUALS_TEXT_H

#include <string.h>

extern const char luals_head[], luals_scene_fields[], luals_tail[], luals_settings[];

#endif
