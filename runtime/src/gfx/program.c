/* SPDX-License-Identifier: MIT
 *
 * program - linked shaders, shared by all pipelines that name the same files and defines.
 *
 * A program that nobody uses any more is kept for a while: an effect that is made again (a
 * changed parameter, a reload) then starts without compiling.
 */
#include "base/hash.h"
#include "gfx/device.h"

#include <string.h>

static const char *text_or_empty(const char *text) { return text ? text : ""; }

static uint64_t hash_of(const wisp_gfx_shader_desc *d) {
    const uint64_t parts[] = {hash_text(text_or_empty(d->vertex)),
                              hash_text(text_or_empty(d->fragment)),
                              hash_text(text_or_empty(d->defines))};
    return hash_bytes64(parts, sizeof parts);
}

/* Which stage the compiler's words are about is their first line. */
static const char *stage_path(const struct program *program, const char **words) {
    bool vertex = str_starts(*words, "vertex\n");
    *words += strcspn(*words, "\n");
    *words += **words == '\n';
    return vertex ? program->vertex : program->fragment;
}

static void add_compiler_words(const struct program *program, const struct shader_files *files,
                               const char *words, struct diag_list *diags) {
    const char *stage = stage_path(program, &words), *path = stage;
    /* The path as found is what an editor can open. */
    for (size_t i = 0; i < files->count; i++)
        if (str_ends(files->paths[i], stage)) path = files->paths[i];
    shader_errors(files, path, words, diags);
}

/* Make a program's texts into `build`. files gets all paths, also of what failed. */
static bool compile(struct gfx *gfx, const struct program *program, struct program_build *build,
                    struct shader_files *files, struct diag_list *diags) {
    const struct shader_reader reader = {gfx->allocator, &gfx->files, gfx->shader_roots};
    struct strbuf vertex, fragment, words;
    strbuf_init(&vertex, gfx->allocator);
    strbuf_init(&fragment, gfx->allocator);
    strbuf_init(&words, gfx->allocator);
    bool ok = shader_source(&reader, program->vertex, program->defines, files, &vertex, diags);
    ok = shader_source(&reader, program->fragment, program->defines, files, &fragment, diags) &&
         ok;
    if (ok) {
        *build = (struct program_build){.vertex = strbuf_text(&vertex),
                                        .fragment = strbuf_text(&fragment)};
        ok = gfx->backend->program_make(gfx, build, &words);
        build->vertex = build->fragment = NULL;
        if (!ok) add_compiler_words(program, files, strbuf_text(&words), diags);
    }
    strbuf_free(&vertex);
    strbuf_free(&fragment);
    strbuf_free(&words);
    return ok;
}

/* Build anew; on failure what worked stays. Returns whether it was replaced. */
static bool rebuild(struct gfx *gfx, struct program *program, struct diag_list *diags) {
    struct program_build build = {0};
    struct shader_files files = {0};
    struct diag_list found;
    diag_list_init(&found, gfx->allocator);
    bool ok = compile(gfx, program, &build, &files, &found);
    if (ok) {
        if (program->state == WISP_GFX_READY)
            gfx->backend->program_end(gfx, program->build.name);
        program->build = build;
        program->state = WISP_GFX_READY;
    } else if (program->state != WISP_GFX_READY) {
        program->state = WISP_GFX_FAILED;
    }
    program->stale = !ok;
    shader_files_free(gfx->allocator, &program->files);
    program->files = files;
    device_report(gfx, diags, &found);
    return ok;
}

static void free_text(struct gfx *gfx, char *text) {
    if (text) alloc_free(gfx->allocator, text, strlen(text) + 1);
}

static void end_program(struct gfx *gfx, struct program *program) {
    if (program->state == WISP_GFX_READY) gfx->backend->program_end(gfx, program->build.name);
    free_text(gfx, program->vertex);
    free_text(gfx, program->fragment);
    free_text(gfx, program->defines);
    shader_files_free(gfx->allocator, &program->files);
    *program = (struct program){0};
}

static bool set_texts(struct gfx *gfx, struct program *program, const wisp_gfx_shader_desc *d) {
    program->vertex = alloc_text(gfx->allocator, text_or_empty(d->vertex));
    program->fragment = alloc_text(gfx->allocator, text_or_empty(d->fragment));
    program->defines = alloc_text(gfx->allocator, text_or_empty(d->defines));
    return program->vertex && program->fragment && program->defines;
}

/* A free place, or -1. */
static int32_t find_place(struct gfx *gfx) {
    for (size_t i = 0; i < gfx->program_count; i++)
        if (!gfx->programs[i].state) return (int32_t)i;
    void *programs = gfx->programs;
    if (gfx->program_count >= INT32_MAX ||
        !alloc_grow(gfx->allocator, &programs, &gfx->program_capacity, gfx->program_count + 1,
                    sizeof *gfx->programs))
        return -1;
    gfx->programs = programs;
    gfx->programs[gfx->program_count] = (struct program){0};
    return (int32_t)gfx->program_count++;
}

int32_t program_use(struct gfx *gfx, const wisp_gfx_shader_desc *desc) {
    uint64_t hash = hash_of(desc);
    for (size_t i = 0; i < gfx->program_count; i++)
        if (gfx->programs[i].state && gfx->programs[i].hash == hash) {
            gfx->programs[i].refs++;
            return (int32_t)i;
        }
    int32_t place = find_place(gfx);
    if (place < 0) return -1;
    struct program *program = &gfx->programs[place];
    if (!set_texts(gfx, program, desc)) {
        end_program(gfx, program);
        return -1;
    }
    program->hash = hash;
    program->refs = 1;
    rebuild(gfx, program, NULL);
    return place;
}

void program_release(struct gfx *gfx, uint32_t index) {
    struct program *program = &gfx->programs[index];
    if (--program->refs == 0) program->idle = gfx->frame;
}

void program_trim(struct gfx *gfx, size_t keep) {
    for (;;) {
        size_t idle = 0;
        struct program *oldest = NULL;
        for (size_t i = 0; i < gfx->program_count; i++) {
            struct program *p = &gfx->programs[i];
            if (!p->state || p->refs) continue;
            idle++;
            if (!oldest || p->idle < oldest->idle) oldest = p;
        }
        if (idle <= keep) return;
        end_program(gfx, oldest);
    }
}

void program_free_all(struct gfx *gfx) {
    for (size_t i = 0; i < gfx->program_count; i++)
        if (gfx->programs[i].state) end_program(gfx, &gfx->programs[i]);
    alloc_free(gfx->allocator, gfx->programs, gfx->program_capacity * sizeof *gfx->programs);
    gfx->programs = NULL;
    gfx->program_count = gfx->program_capacity = 0;
}

void gfx_shader_files(const struct gfx *gfx, void (*visit)(void *user, const char *path),
                      void *user) {
    for (size_t i = 0; i < gfx->program_count; i++) {
        const struct shader_files *files = &gfx->programs[i].files;
        for (size_t k = 0; gfx->programs[i].state && k < files->count; k++) {
            bool seen = false;
            for (size_t j = 0; j < i && !seen; j++)
                seen = shader_files_has(&gfx->programs[j].files, files->paths[k]);
            if (!seen) visit(user, files->paths[k]);
        }
    }
}

uint32_t gfx_reload_shaders(struct gfx *gfx, const char *const *changed, uint32_t count,
                            struct diag_list *diags) {
    uint32_t replaced = 0;
    stream_unmap(gfx);
    for (size_t i = 0; i < gfx->program_count; i++) {
        struct program *program = &gfx->programs[i];
        bool touched = count == 0 || program->stale;
        for (uint32_t k = 0; k < count && !touched; k++)
            touched = shader_files_has(&program->files, changed[k]);
        if (program->state && touched) replaced += rebuild(gfx, program, diags);
    }
    return replaced;
}

bool gfx_check_shader(struct gfx *gfx, const wisp_gfx_shader_desc *desc,
                      struct diag_list *diags) {
    struct program program = {0};
    struct diag_list found;
    diag_list_init(&found, gfx->allocator);
    bool ok = set_texts(gfx, &program, desc);
    stream_unmap(gfx);
    if (ok && compile(gfx, &program, &program.build, &program.files, &found))
        program.state = WISP_GFX_READY;
    ok = program.state == WISP_GFX_READY;
    end_program(gfx, &program);
    device_report(gfx, diags, &found);
    return ok;
}
