/* SPDX-License-Identifier: MIT
 *
 * source - see source.h.
 */
#include "script/source.h"

#include "base/path.h"
#include "base/str.h"
#include "os/file.h"
#include <string.h>

enum { SHOWN_NAME = 59 }; /* Lua's LUA_IDSIZE without the end mark */

static void refuse(const struct source_request *r, const char *code, const char *text) {
    struct diag_place place = {.file = r->name};
    diag_add(r->diags, place, DIAG_ERROR, code, "%s", text);
}

static void refuse_status(const struct source_request *r, wisp_status status) {
    char text[128];
    switch (status) {
    case WISP_E_NOT_FOUND:
        refuse(r, "no-such-file", "there is no such file");
        return;
    case WISP_E_IS_DIRECTORY:
        refuse(r, "not-a-file", "this is a folder; give a .lua file");
        return;
    case WISP_E_NOT_A_FILE:
        refuse(r, "not-a-file", "this is a pipe, socket or device, not a file");
        return;
    case WISP_E_LIMIT:
        str_format(text, sizeof text, "the file is larger than %zu KiB, the limit for a script",
                   r->limit / 1024);
        refuse(r, "file-too-large", text);
        return;
    case WISP_E_DENIED:
        refuse(r, "unreadable-file", "permission to read it is denied");
        return;
    case WISP_E_NOMEM:
        return;
    default:
        refuse(r, "unreadable-file", "the file cannot be read");
        return;
    }
}

static bool is_utf16(const unsigned char *bytes, size_t size) {
    if (size >= 2 &&
        ((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff)))
        return true;
    /* Without a mark: ASCII in two bytes each. */
    return size >= 4 && ((bytes[0] && !bytes[1] && bytes[2] && !bytes[3]) ||
                         (!bytes[0] && bytes[1] && !bytes[2] && bytes[3]));
}

/* Whether the bytes may be Lua text; says why not. */
static bool check_bytes(const struct source_request *r, const unsigned char *bytes,
                        size_t size) {
    if (size && bytes[0] == 0x1b) {
        refuse(r, "binary-chunk",
               "this is compiled Lua; only source text is accepted, as compiled chunks can "
               "crash the program");
        return false;
    }
    if (is_utf16(bytes, size)) {
        refuse(r, "not-utf8", "the file is UTF-16; save it as UTF-8");
        return false;
    }
    const unsigned char *zero = size ? memchr(bytes, 0, size) : NULL;
    if (zero) {
        char text[96];
        str_format(text, sizeof text,
                   "the file holds a zero byte at offset %zu; it is not text",
                   (size_t)(zero - bytes));
        refuse(r, "not-text", text);
        return false;
    }
    return true;
}

/* Bytes to leave out at the front: a BOM, then a shebang line up to its line end. */
static size_t front(const unsigned char *bytes, size_t size) {
    size_t at = size >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
    if (at < size && bytes[at] == '#')
        while (at < size && bytes[at] != '\n' && bytes[at] != '\r') at++;
    return at;
}

static wisp_status keep(struct sources *sources, const struct source_request *r,
                        const struct file_data *data, int32_t *out) {
    if (sources->count == sources->capacity) {
        size_t capacity = sources->capacity ? 2 * sources->capacity : 8;
        struct source *items = arena_push_array(sources->arena, capacity, sizeof *items, 0);
        if (!items) return WISP_E_NOMEM;
        if (sources->count) memcpy(items, sources->items, sources->count * sizeof *items);
        sources->items = items;
        sources->capacity = capacity;
    }
    size_t skip = front(data->bytes, data->size);
    struct source source = {.size = data->size - skip};
    source.text = arena_text_n(sources->arena, (const char *)data->bytes + skip, source.size);
    source.name = arena_text(sources->arena, r->name);
    if (!source.text || !source.name) return WISP_E_NOMEM;
    *out = (int32_t)sources->count;
    sources->items[sources->count++] = source;
    return WISP_OK;
}

wisp_status source_read(struct sources *sources, const struct source_request *request,
                        int32_t *out) {
    const struct source_request *r = request;
    struct file_data data;
    char path[PATH_SIZE];
    wisp_status status = path_join(path, sizeof path, r->root ? r->root : "", r->path);
    struct script_dep dep = {.path = path, .kind = DEP_SCRIPT};
    if (status) {
        refuse(r, "unreadable-file", "the path is too long");
        return status;
    }
    status = r->root ? file_read_beneath(r->allocator, r->root, r->path, r->limit, &data)
                     : file_read(r->allocator, r->path, r->limit, &data);
    dep.found = status == WISP_OK;
    if (dep.found) dep.hash = hash_bytes128(data.bytes, data.size);
    script_deps_add(r->deps, &dep);
    if (status) {
        if (status != WISP_E_NOT_FOUND || !r->root) refuse_status(r, status);
        return status;
    }
    status =
        check_bytes(r, data.bytes, data.size) ? keep(sources, r, &data, out) : WISP_E_BAD_DATA;
    file_data_free(&data);
    return status;
}

int32_t source_find(const struct sources *sources, const char *shown) {
    for (size_t i = 0; i < sources->count; i++)
        if (str_equal(sources->items[i].name, shown)) return (int32_t)i;
    size_t n = strlen(shown);
    if (n < 4 || memcmp(shown, "...", 3) != 0) return -1;
    for (size_t i = 0; i < sources->count; i++)
        if (strlen(sources->items[i].name) > SHOWN_NAME - 3 &&
            str_ends(sources->items[i].name, shown + 3))
            return (int32_t)i;
    return -1;
}

/* The source with its tokens; NULL when there is none or no memory. */
static struct source *lexed(struct sources *sources, int32_t index) {
    if (index < 0 || (size_t)index >= sources->count) return NULL;
    struct source *source = &sources->items[index];
    if (!source->lexed &&
        !tokens_read(sources->arena, source->text, source->size, &source->tokens))
        return NULL;
    source->lexed = true;
    return source;
}

static struct place place_of(const struct source *source, ptrdiff_t index) {
    const struct token *token = &source->tokens.items[index];
    return (struct place){source->name, token->line, token->col,
                          token->col + (int32_t)token->length, true};
}

static struct place line_only(const struct sources *sources, struct origin origin) {
    if (origin.source < 0) return (struct place){.file = NULL};
    return (struct place){.file = sources->items[origin.source].name, .line = origin.line};
}

struct place source_call(struct sources *sources, struct origin origin) {
    struct source *source = lexed(sources, origin.source);
    if (!source) return line_only(sources, origin);
    struct call_site site =
        tokens_call(&source->tokens, origin.line, origin.name, origin.ordinal);
    if (site.name == TOKEN_NONE) return line_only(sources, origin);
    ptrdiff_t first = site.name;
    if (first >= 2 && token_is(&source->tokens, first - 1, ".")) first -= 2;
    struct place place = place_of(source, first);
    place.exact = false;
    if (place.line == origin.line) place.end_col = place_of(source, site.name).end_col;
    return place;
}

struct place source_field(struct sources *sources, struct origin origin,
                          const struct key_path *path) {
    struct source *source = lexed(sources, origin.source);
    if (!source) return line_only(sources, origin);
    struct call_site site =
        tokens_call(&source->tokens, origin.line, origin.name, origin.ordinal);
    ptrdiff_t open = site.open, found = TOKEN_NONE;
    int depth = 0;
    for (; depth < path->count && open != TOKEN_NONE; depth++) {
        ptrdiff_t value = TOKEN_NONE;
        ptrdiff_t field = tokens_field(&source->tokens, open, path->keys[depth], &value);
        if (field == TOKEN_NONE) break;
        found = field;
        open = token_is(&source->tokens, value, "{") ? value : TOKEN_NONE;
    }
    if (found == TOKEN_NONE) return source_call(sources, origin);
    struct place place = place_of(source, found);
    place.exact = depth == path->count;
    return place;
}

int64_t source_positional(struct sources *sources, struct origin origin,
                          const struct key_path *path) {
    struct source *source = lexed(sources, origin.source);
    if (!source) return -1;
    ptrdiff_t open =
        tokens_call(&source->tokens, origin.line, origin.name, origin.ordinal).open;
    for (int i = 0; i < path->count && open != TOKEN_NONE; i++) {
        ptrdiff_t value = TOKEN_NONE;
        if (tokens_field(&source->tokens, open, path->keys[i], &value) == TOKEN_NONE) return -1;
        open = token_is(&source->tokens, value, "{") ? value : TOKEN_NONE;
    }
    return open == TOKEN_NONE ? -1 : tokens_positional(&source->tokens, open);
}

struct place source_word(struct sources *sources, int32_t source, int32_t line,
                         const char *word, size_t length) {
    struct source *s = lexed(sources, source);
    ptrdiff_t token = s ? tokens_on_line(&s->tokens, line, word, length) : TOKEN_NONE;
    if (token == TOKEN_NONE) return line_only(sources, (struct origin){source, line, 0, ""});
    return place_of(s, token);
}

bool source_mentions(struct sources *sources, const char *name) {
    for (size_t i = 0; i < sources->count; i++) {
        const struct source *source = lexed(sources, (int32_t)i);
        if (source && tokens_mention(&source->tokens, name)) return true;
    }
    return false;
}
