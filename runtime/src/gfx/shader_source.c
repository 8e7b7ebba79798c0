/* SPDX-License-Identifier: MIT
 *
 * shader_source - see shader_source.h. The host writes #version, so that the same files can be
 * given to OpenGL ES 3.0 with other first lines.
 */
#include "gfx/shader_source.h"
#include "base/path.h"
#include "base/status.h"

#include <string.h>

static const char preamble[] = "#version 330 core\n"
                               "#define WISP_GL 1\n";

struct reading {
    const struct shader_reader *reader;
    struct shader_files *files;
    struct strbuf *out;
    struct diag_list *diags;
    size_t first; /* files below this one belong to another stage */
    /* Which files this stage has taken, by number. */
    unsigned char taken[SHADER_FILES_MOST];
};

void shader_files_free(const struct allocator *allocator, struct shader_files *files) {
    for (size_t i = 0; i < files->count; i++)
        alloc_free(allocator, files->paths[i], strlen(files->paths[i]) + 1);
    alloc_free(allocator, files->paths, files->capacity * sizeof *files->paths);
    *files = (struct shader_files){0};
}

bool shader_files_has(const struct shader_files *files, const char *path) {
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->paths[i], path) == 0) return true;
    return false;
}

/* Number of a path, added when new; SHADER_FILES_MOST: too many or no memory. */
static size_t number_of(struct reading *r, const char *path) {
    struct shader_files *files = r->files;
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->paths[i], path) == 0) return i;
    if (files->count >= SHADER_FILES_MOST) return SHADER_FILES_MOST;
    void *paths = files->paths;
    if (!alloc_grow(r->reader->allocator, &paths, &files->capacity, files->count + 1,
                    sizeof *files->paths))
        return SHADER_FILES_MOST;
    files->paths = paths;
    files->paths[files->count] = alloc_text(r->reader->allocator, path);
    if (!files->paths[files->count]) return SHADER_FILES_MOST;
    return files->count++;
}

static bool name_is_safe(const char *name) {
    return name[0] && !path_is_absolute(name) && path_is_beneath(".", name) &&
           strlen(name) < PATH_SIZE / 2;
}

/* Look a name up in all roots. Every place that was tried is remembered, so that a file which
 * appears there later makes the program build again. */
static wisp_status find(struct reading *r, const char *name, size_t *number,
                        unsigned char **bytes, size_t *size) {
    const struct shader_reader *reader = r->reader;
    wisp_status status = WISP_E_NOT_FOUND;
    *number = SHADER_FILES_MOST;
    for (size_t i = 0; i < GFX_ROOTS_MOST && reader->roots[i]; i++) {
        char path[PATH_SIZE], tidy[PATH_SIZE];
        if (path_join(path, sizeof path, reader->roots[i], name) ||
            path_normalise(tidy, sizeof tidy, path))
            continue;
        size_t n = number_of(r, tidy);
        if (n == SHADER_FILES_MOST) return WISP_E_NOMEM;
        if (*number == SHADER_FILES_MOST) *number = n;
        if (r->taken[n]) {
            *number = n;
            *bytes = NULL;
            return WISP_OK;
        }
        status = reader->files->read
                     ? reader->files->read(reader->files->user, reader->allocator, tidy,
                                           GFX_SHADER_FILE_MOST, bytes, size)
                     : WISP_E_NOT_FOUND;
        if (status == WISP_OK) *number = n;
        if (status != WISP_E_NOT_FOUND) return status;
    }
    return status;
}

/* The name in `#include "name"`, or false when the line is no include. name "" is malformed. */
static bool parse_include(const char *line, size_t length, char *name, size_t size) {
    size_t i = 0;
    while (i < length && (line[i] == ' ' || line[i] == '\t')) i++;
    if (i == length || line[i] != '#') return false;
    for (i++; i < length && (line[i] == ' ' || line[i] == '\t');) i++;
    if (length - i < 7 || memcmp(line + i, "include", 7) != 0) return false;
    for (i += 7; i < length && (line[i] == ' ' || line[i] == '\t');) i++;
    name[0] = 0;
    if (i == length || line[i] != '"') return true;
    const char *begin = line + i + 1;
    const char *end = memchr(begin, '"', length - i - 1);
    if (end && (size_t)(end - begin) < size) {
        memcpy(name, begin, (size_t)(end - begin));
        name[end - begin] = 0;
    }
    return true;
}

static bool take(struct reading *r, const char *name, struct diag_place from, int depth);

static bool take_include(struct reading *r, const char *line, size_t length,
                         struct diag_place place, int depth) {
    char name[PATH_SIZE / 2];
    parse_include(line, length, name, sizeof name);
    if (!name[0]) {
        diag_add(r->diags, place, DIAG_ERROR, "shader-include",
                 "#include needs a name in double quotes");
        return false;
    }
    return take(r, name, place, depth);
}

static void add_line(struct reading *r, int line, size_t number) {
    strbuf_addf(r->out, "#line %zu %zu\n", number * SHADER_LINES + (size_t)line, number);
}

/* Copy the text of file `number`, includes in their places. */
static bool expand(struct reading *r, const char *text, size_t size, size_t number, int depth) {
    bool ok = true;
    int line = 1;
    add_line(r, 1, number);
    for (size_t at = 0; at < size; line++) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - text) - at : size - at;
        char name[PATH_SIZE / 2];
        if (parse_include(text + at, length, name, sizeof name)) {
            struct diag_place place = {r->files->paths[number], line, 1, 0};
            ok = take_include(r, text + at, length, place, depth + 1) && ok;
            add_line(r, line + 1, number);
        } else {
            if (length && text[at + length - 1] == '\r')
                strbuf_add_n(r->out, text + at, length - 1);
            else
                strbuf_add_n(r->out, text + at, length);
            strbuf_add(r->out, "\n");
        }
        at += length + 1;
    }
    return ok;
}

static bool take(struct reading *r, const char *name, struct diag_place from, int depth) {
    unsigned char *bytes = NULL;
    size_t size = 0, number = 0;
    if (depth > SHADER_DEPTH_MOST) {
        diag_add(r->diags, from, DIAG_ERROR, "shader-include",
                 "includes are nested too deeply");
        return false;
    }
    wisp_status status =
        name_is_safe(name) ? find(r, name, &number, &bytes, &size) : WISP_E_DENIED;
    if (status != WISP_OK) {
        diag_add(r->diags, from, DIAG_ERROR, "shader-file", "cannot read \"%s\": %s", name,
                 status == WISP_E_DENIED ? "it is not below the shaders folder"
                                         : status_text(status));
        return false;
    }
    if (!bytes) return true; /* Taken before. */
    r->taken[number] = 1;
    bool ok = true;
    if (memchr(bytes, 0, size)) {
        diag_add(r->diags, (struct diag_place){r->files->paths[number], 0, 0, 0}, DIAG_ERROR,
                 "shader-file", "the file is not text");
        ok = false;
    } else {
        size_t skip = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
        ok = expand(r, (const char *)bytes + skip, size - skip, number, depth);
    }
    alloc_free(r->reader->allocator, bytes, size + 1);
    return ok;
}

bool shader_source(const struct shader_reader *reader, const char *path, const char *defines,
                   struct shader_files *files, struct strbuf *out, struct diag_list *diags) {
    struct reading r = {.reader = reader, .files = files, .out = out, .diags = diags};
    strbuf_add(out, preamble);
    while (defines && *defines) {
        size_t length = strcspn(defines, "\n");
        strbuf_add(out, "#define ");
        strbuf_add_n(out, defines, length);
        strbuf_add(out, "\n");
        defines += length + (defines[length] == '\n');
    }
    bool ok = take(&r, path, (struct diag_place){path, 0, 0, 0}, 0);
    if (out->status != WISP_OK) {
        diag_add(diags, (struct diag_place){path, 0, 0, 0}, DIAG_ERROR, "shader-file", "%s",
                 status_text(out->status));
        ok = false;
    }
    return ok;
}
