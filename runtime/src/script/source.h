/* SPDX-License-Identifier: MIT
 *
 * source - the files of a script: reading with every refusal, and places in them.
 *
 * Ownership  Texts live in the arena of the sources.
 * Errors     Refusals are diagnostics with their exact words.
 * Threads    One at a time.
 */
#ifndef SCRIPT_SOURCE_H
#define SCRIPT_SOURCE_H

#include "base/diag.h"
#include "script/deps.h"
#include "script/lexer.h"
#include <wisp/status.h>

struct place {
    const char *file; /* NULL is nowhere */
    int32_t line, col, end_col;
    bool exact; /* the field itself, not a call or table around it */
};

struct source {
    const char *name; /* relative to the scene's folder, as in messages */
    const char *text; /* without BOM and shebang line */
    size_t size;
    struct tokens tokens;
    bool lexed;
};

/* A call in a source: found by the line Lua gives and by name. */
struct origin {
    int32_t source; /* index, -1 unknown */
    int32_t line;
    uint32_t ordinal; /* number of the call among those of this name on this line */
    const char *name; /* "snow" */
};

/* A step of a key path from a constructor inwards. */
struct key_path {
    struct token_key keys[20];
    int count;
};

struct sources {
    struct arena *arena;
    struct source *items;
    size_t count, capacity;
};

/* What a file is asked for with. root NULL: path is opened as it is. */
struct source_request {
    const char *root, *path;
    const char *name; /* for messages */
    size_t limit;
    const struct allocator *allocator;
    struct diag_list *diags;
    struct script_deps *deps;
    struct place from; /* of the require, for messages about missing modules */
};

/* Read, check that it is Lua text, and keep. *out is the index. WISP_E_NOT_FOUND gives no
 * diagnostic when root is given: the caller may look elsewhere. */
wisp_status source_read(struct sources *sources, const struct source_request *request,
                        int32_t *out);

/* By the name Lua shows in messages, which it cuts at 60 bytes; -1 none. */
int32_t source_find(const struct sources *sources, const char *shown);

/* Where a call's name stands. */
struct place source_call(struct sources *sources, struct origin origin);
/* Where the field at the path from the call's table stands: the deepest part that is written in
 * the file. Falls back to the call. */
struct place source_field(struct sources *sources, struct origin origin,
                          const struct key_path *path);
/* Positional entries written in the table at a path; -1 when it is not written out. */
int64_t source_positional(struct sources *sources, struct origin origin,
                          const struct key_path *path);
/* A word on a line, else the line's first token. */
struct place source_word(struct sources *sources, int32_t source, int32_t line,
                         const char *word, size_t length);
/* `.name` or `["name"]` in any file. */
bool source_mentions(struct sources *sources, const char *name);

#endif
