/* SPDX-License-Identifier: MIT
 *
 * gl_context - an OpenGL 3.3 context without a display, and a device on it, for tests.
 */
#ifndef WISP_SUPPORT_GL_CONTEXT_H
#define WISP_SUPPORT_GL_CONTEXT_H

#include "gfx/gfx.h"

struct gl_context {
    void *window, *context;
};

/* Through SDL's offscreen driver; ends the test when there is none. */
void gl_context_open(struct gl_context *gl);
void gl_context_close(struct gl_context *gl);
void *gl_context_proc(const char *name);

/* Problems and log lines of one device, as text. */
struct gfx_words {
    char text[8192];
    size_t length, count;
};

/* A device with the tree's shaders and assets and one more folder of each (NULL: none).
 * get_proc NULL: the null backend. */
struct gfx *gfx_for_tests(void *(*get_proc)(const char *name),
                          const struct allocator *allocator, const char *folder,
                          struct gfx_words *words);

#endif
