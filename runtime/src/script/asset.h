/* SPDX-License-Identifier: MIT
 *
 * asset - file names in scenes: beneath the scene's folder or the program's assets, or refused.
 *
 * Errors  As convert.h says.
 */
#ifndef SCRIPT_ASSET_H
#define SCRIPT_ASSET_H

#include "script/convert.h"

/* Fill out->text with a path that can be opened. text may hold zero bytes; "" is none. */
bool asset_resolve(struct convert *c, const char *text, size_t size, wisp_value *out);

#endif
