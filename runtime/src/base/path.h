/* SPDX-License-Identifier: MIT
 *
 * Paths as text, '/' between names. Nothing here looks at the disk.
 * Errors  WISP_E_LIMIT when the result does not fit; out is then an empty text.
 */
#ifndef WISP_BASE_PATH_H
#define WISP_BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <wisp/status.h>

enum { PATH_SIZE = 4096 };

/* a/b, or b alone when it is absolute or a is empty. */
wisp_status path_join(char *out, size_t size, const char *a, const char *b);
/* All before the last name: "a/b" -> "a", "a" -> ".", "/a" -> "/". */
wisp_status path_dirname(char *out, size_t size, const char *path);
/* The last name, inside path. */
const char *path_basename(const char *path);
/* From the last '.' of the last name ("" when none, or only a leading one), inside path. */
const char *path_extension(const char *path);
bool path_is_absolute(const char *path);
/* No "//", "." or "x/.."; ".." stays only at the front of a relative path. "" -> ".". */
wisp_status path_normalise(char *out, size_t size, const char *path);
/* path (relative to root, or absolute) names something beneath root, or root itself. Text only:
 * links are the business of file_open_beneath. */
bool path_is_beneath(const char *root, const char *path);

#endif
