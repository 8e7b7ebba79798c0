/* SPDX-License-Identifier: MIT
 *
 * files - the disk, as gfx wants it: gfx itself does not look at an operating system.
 */
#ifndef WISP_RENDER_FILES_H
#define WISP_RENDER_FILES_H

#include "gfx/gfx.h"

/* For gfx_config.files. */
struct gfx_files render_files(void);

#endif
