/* SPDX-License-Identifier: MIT
 *
 * shader_source - one GLSL stage from files: #include resolved, #line kept, and back again.
 *
 * `#include "lib/x.glsl"` names a file below a root. A file is taken once per stage, so cycles
 * and double includes are harmless. Each file has a number, which #line hands to the compiler
 * and which its messages give back.
 * Ownership  Texts belong to shader_files until shader_files_free.
 * Errors     Problems become diagnostics; the source is then not usable.
 */
#ifndef WISP_GFX_SHADER_SOURCE_H
#define WISP_GFX_SHADER_SOURCE_H

#include "base/diag.h"
#include "base/str.h"
#include "gfx/gfx.h"

/* Line n of file k is called k * SHADER_LINES + n: Mesa loses the number of the file on its way
 * to some of its messages, but never the line. */
enum { SHADER_DEPTH_MOST = 16, SHADER_FILES_MOST = 256, SHADER_LINES = 100000 };

/* Files of one program, in the order of their numbers; both stages share the numbers. */
struct shader_files {
    char **paths; /* as found, or as sought when missing */
    size_t count, capacity;
};

struct shader_reader {
    const struct allocator *allocator;
    const struct gfx_files *files;
    char *const *roots; /* GFX_ROOTS_MOST, ended by NULL */
};

void shader_files_free(const struct allocator *allocator, struct shader_files *files);
bool shader_files_has(const struct shader_files *files, const char *path);

/* Append the whole stage, #version and defines included, to out. False: diags say why. */
bool shader_source(const struct shader_reader *reader, const char *path, const char *defines,
                   struct shader_files *files, struct strbuf *out, struct diag_list *diags);

/* Take the messages of a compiler apart (Mesa, NVIDIA, AMD and ANGLE) and add them as
 * diagnostics of the files they are about. What fits no known form is added as it is, for
 * `path`. */
void shader_errors(const struct shader_files *files, const char *path, const char *text,
                   struct diag_list *diags);

#endif
