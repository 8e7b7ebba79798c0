/* SPDX-License-Identifier: MIT
 *
 * Diagnostics: what is wrong in a user's file, and where. One load collects all of them.
 *
 * Units      Lines, columns from 1; 0 is unknown. end_col is one past the last column.
 * Ownership  Texts live in the list until clear or free. code must be a static string.
 * Errors     Past the limit or without memory an add returns NULL, which the other calls
 *            accept; dropped counts them, and errors and warnings count them too.
 * Threads    One at a time.
 */
#ifndef WISP_BASE_DIAG_H
#define WISP_BASE_DIAG_H

#include "base/arena.h"
#include "base/str.h"

enum diag_severity { DIAG_ERROR = 1, DIAG_WARNING, DIAG_INFO };
enum { DIAG_NOTES = 2, DIAG_LIMIT = 1000 };

struct diag {
    const char *file;
    int line, col, end_col;
    enum diag_severity severity;
    const char *code; /* "unknown-field" */
    const char *text;
    const char *notes[DIAG_NOTES]; /* NULL when absent. */
    const char *suggestion;        /* What to write instead, or NULL. */
    const char *path;              /* Key path "effects[2].melt.rate", or NULL. */
};

struct diag_list {
    struct arena arena;
    struct diag *items;
    size_t count, capacity;
    size_t limit; /* DIAG_LIMIT after init. */
    size_t errors, warnings, dropped;
};

struct diag_place {
    const char *file;
    int line, col, end_col;
};

void diag_list_init(struct diag_list *list, const struct allocator *allocator);
void diag_list_free(struct diag_list *list);
void diag_list_clear(struct diag_list *list);

/* The result is valid until the next add. */
struct diag *diag_add(struct diag_list *list, struct diag_place place,
                      enum diag_severity severity, const char *code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void diag_note(struct diag_list *list, struct diag *diag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_suggest(struct diag_list *list, struct diag *diag, const char *suggestion);
void diag_set_path(struct diag_list *list, struct diag *diag, const char *path);

/* Copy all of from to the end of list. */
void diag_list_append(struct diag_list *list, const struct diag_list *from);

/* By file, line, column; equal ones keep their order. */
void diag_list_sort(struct diag_list *list);

/* "file:line:col: severity[code]: text", then a line "file:line:col: note: ..." per note, each
 * with a newline. Unknown line or column are left out. Control bytes are shown. */
void diag_write(const struct diag *diag, struct strbuf *out);
void diag_list_write(const struct diag_list *list, struct strbuf *out);

const char *diag_severity_text(enum diag_severity severity);

#endif
