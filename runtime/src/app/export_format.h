/* SPDX-License-Identifier: MIT
 *
 * export_format - state buffers as CSV, NumPy, PLY, VTK or OBJ.
 *
 * All columns have the same number of elements: the used part of the first.
 * Errors  strbuf status; WISP_E_BAD_PARAM when the format cannot hold what was asked.
 */
#ifndef APP_EXPORT_FORMAT_H
#define APP_EXPORT_FORMAT_H

#include "base/str.h"
#include "plugin/buffers.h"

enum export_format { EXPORT_CSV = 0, EXPORT_NPY, EXPORT_PLY, EXPORT_VTK, EXPORT_OBJ };

/* CSV: a header line, then one line an element; components are name.x, name.y, ... or name.0.
 * NPY: one buffer, version 1.0, C order, shape (n,) or (n, components).
 * PLY: binary little-endian points; the first buffer has at least 3 components: x, y, z.
 * VTK: legacy text, points with all other buffers as fields of theirs.
 * OBJ: two buffers, points (x, y, z) and triangles (three indices from 0). */
wisp_status export_write(enum export_format format, const struct buffer *const *buffers,
                         uint32_t count, struct strbuf *out);

#endif
