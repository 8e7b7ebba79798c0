/* SPDX-License-Identifier: MIT
 *
 * wisp/version.h - the version of the program and of the library.
 * The plugin ABI has a version of its own: WISP_ABI_MAJOR and WISP_ABI_MINOR in effect.h.
 */
#ifndef WISP_VERSION_H
#define WISP_VERSION_H

#define WISP_VERSION_MAJOR 0
#define WISP_VERSION_MINOR 1
#define WISP_VERSION_PATCH 0
#define WISP_VERSION_TEXT "0.1.0"

#endif
