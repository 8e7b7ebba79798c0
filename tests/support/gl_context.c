/* SPDX-License-Identifier: MIT
 *
 * gl_context - see gl_context.h.
 */
#include "support/gl_context.h"
#include "render/files.h"
#include <SDL.h>
#include <check.h>
#include <stdlib.h>
#include <string.h>

void gl_context_open(struct gl_context *gl) {
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    setenv("SDL_VIDEODRIVER", "offscreen", 0);
    ck_assert_msg(SDL_Init(SDL_INIT_VIDEO) == 0, "%s", SDL_GetError());
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    /* Held until the end: with the driver unloaded, a leak checker could not tell its leaks by
     * name. */
    ck_assert_msg(SDL_GL_LoadLibrary(NULL) == 0, "%s", SDL_GetError());
    gl->window = SDL_CreateWindow("", 0, 0, 64, 64, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    ck_assert_msg(gl->window != NULL, "%s", SDL_GetError());
    gl->context = SDL_GL_CreateContext(gl->window);
    ck_assert_msg(gl->context != NULL, "%s", SDL_GetError());
}

void gl_context_close(struct gl_context *gl) {
    SDL_GL_DeleteContext(gl->context);
    SDL_DestroyWindow(gl->window);
}

void *gl_context_proc(const char *name) { return SDL_GL_GetProcAddress(name); }

static void collect(void *user, const struct diag *diag) {
    struct gfx_words *words = user;
    struct strbuf text;
    strbuf_init(&text, allocator_default());
    diag_write(diag, &text);
    words->length += str_copy(words->text + words->length, sizeof words->text - words->length,
                              strbuf_text(&text));
    words->count++;
    strbuf_free(&text);
}

struct gfx *gfx_for_tests(void *(*get_proc)(const char *name),
                          const struct allocator *allocator, const char *folder,
                          struct gfx_words *words) {
    struct gfx *gfx = NULL;
    struct gfx_config config = {
        .allocator = allocator,
        .get_proc = get_proc,
        .files = render_files(),
        .shader_roots = {WISP_SOURCE_ROOT "/shaders", folder},
        .asset_roots = {WISP_SOURCE_ROOT "/assets", folder},
        .report = words ? collect : NULL,
        .report_user = words,
    };
    if (words) *words = (struct gfx_words){0};
    return gfx_create(&config, &gfx) == WISP_OK ? gfx : NULL;
}
