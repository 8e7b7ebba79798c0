/* SPDX-License-Identifier: MIT
 *
 * Diagnostics: collect, order, write as text.
 */
#include "base/diag.h"

#include <string.h>

void diag_list_init(struct diag_list *list, const struct allocator *allocator) {
    *list = (struct diag_list){.limit = DIAG_LIMIT};
    arena_init(&list->arena, allocator, 4096, 0);
}

void diag_list_clear(struct diag_list *list) {
    arena_reset(&list->arena);
    list->count = list->errors = list->warnings = list->dropped = 0;
}

void diag_list_free(struct diag_list *list) {
    const struct allocator *allocator = list->arena.allocator;
    alloc_free(allocator, list->items, list->capacity * sizeof *list->items);
    arena_drop(&list->arena);
    size_t limit = list->limit;
    diag_list_init(list, allocator);
    list->limit = limit;
}

static struct diag *diag_new(struct diag_list *list, enum diag_severity severity) {
    list->errors += severity == DIAG_ERROR;
    list->warnings += severity == DIAG_WARNING;
    void *items = list->items;
    if (list->count >= list->limit ||
        !alloc_grow(list->arena.allocator, &items, &list->capacity, list->count + 1,
                    sizeof *list->items)) {
        list->dropped++;
        return NULL;
    }
    list->items = items;
    struct diag *diag = &list->items[list->count];
    *diag = (struct diag){.severity = severity};
    return diag;
}

/* The name of the file, shared with the diagnostic before when it is the same. */
static const char *file_text(struct diag_list *list, const char *file) {
    const struct diag *last = list->count ? &list->items[list->count - 1] : NULL;
    if (!file) return "";
    return last && str_equal(last->file, file) ? last->file : arena_text(&list->arena, file);
}

struct diag *diag_add(struct diag_list *list, struct diag_place place,
                      enum diag_severity severity, const char *code, const char *format, ...) {
    struct diag *diag = diag_new(list, severity);
    if (!diag) return NULL;
    struct strbuf text;
    strbuf_init(&text, list->arena.allocator);
    va_list args;
    va_start(args, format);
    strbuf_addv(&text, format, args);
    va_end(args);
    diag->file = file_text(list, place.file);
    diag->line = place.line;
    diag->col = place.col;
    diag->end_col = place.end_col;
    diag->code = code;
    diag->text = text.status < 0 ? NULL : arena_text(&list->arena, strbuf_text(&text));
    strbuf_free(&text);
    if (!diag->text || !diag->file) {
        list->dropped++;
        return NULL;
    }
    list->count++;
    return diag;
}

void diag_note(struct diag_list *list, struct diag *diag, const char *format, ...) {
    if (!diag) return;
    for (int i = 0; i < DIAG_NOTES; i++) {
        if (diag->notes[i]) continue;
        struct strbuf text;
        strbuf_init(&text, list->arena.allocator);
        va_list args;
        va_start(args, format);
        strbuf_addv(&text, format, args);
        va_end(args);
        if (text.status == WISP_OK)
            diag->notes[i] = arena_text(&list->arena, strbuf_text(&text));
        strbuf_free(&text);
        return;
    }
}

void diag_suggest(struct diag_list *list, struct diag *diag, const char *suggestion) {
    if (diag && suggestion) diag->suggestion = arena_text(&list->arena, suggestion);
}

void diag_set_path(struct diag_list *list, struct diag *diag, const char *path) {
    if (diag && path) diag->path = arena_text(&list->arena, path);
}

void diag_list_append(struct diag_list *list, const struct diag_list *from) {
    for (size_t i = 0; i < from->count; i++) {
        const struct diag *d = &from->items[i];
        struct diag_place place = {d->file, d->line, d->col, d->end_col};
        struct diag *copy = diag_add(list, place, d->severity, d->code, "%s", d->text);
        for (int n = 0; n < DIAG_NOTES; n++)
            if (d->notes[n]) diag_note(list, copy, "%s", d->notes[n]);
        diag_suggest(list, copy, d->suggestion);
        diag_set_path(list, copy, d->path);
    }
    list->errors += from->errors;
    list->warnings += from->warnings;
    for (size_t i = 0; i < from->count; i++) {
        list->errors -= from->items[i].severity == DIAG_ERROR;
        list->warnings -= from->items[i].severity == DIAG_WARNING;
    }
    list->dropped += from->dropped;
}

static int diag_compare(const struct diag *a, const struct diag *b) {
    int by_file = strcmp(a->file, b->file);
    if (by_file) return by_file;
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    return a->col < b->col ? -1 : a->col > b->col;
}

/* Insertion: stable, and lists are short and nearly in order. */
void diag_list_sort(struct diag_list *list) {
    for (size_t i = 1; i < list->count; i++) {
        struct diag moved = list->items[i];
        size_t j = i;
        for (; j > 0 && diag_compare(&list->items[j - 1], &moved) > 0; j--)
            list->items[j] = list->items[j - 1];
        list->items[j] = moved;
    }
}

const char *diag_severity_text(enum diag_severity severity) {
    switch (severity) {
    case DIAG_ERROR:
        return "error";
    case DIAG_WARNING:
        return "warning";
    case DIAG_INFO:
        return "info";
    }
    return "unknown";
}

static void add_printable(struct strbuf *out, const char *text) {
    char piece[512];
    size_t length = strlen(text);
    for (size_t i = 0; i < length;) {
        size_t take = length - i < 100 ? length - i : 100;
        while (take > 1 && i + take < length && ((unsigned char)text[i + take] & 0xc0) == 0x80)
            take--;
        strbuf_add_n(out, piece, str_printable(piece, sizeof piece, text + i, take));
        i += take;
    }
}

static void write_place(const struct diag *d, struct strbuf *out) {
    add_printable(out, d->file[0] ? d->file : "wisp");
    if (d->line > 0) strbuf_addf(out, ":%d", d->line);
    if (d->line > 0 && d->col > 0) strbuf_addf(out, ":%d", d->col);
    strbuf_add(out, ": ");
}

void diag_write(const struct diag *diag, struct strbuf *out) {
    write_place(diag, out);
    strbuf_addf(out, "%s[%s]: ", diag_severity_text(diag->severity), diag->code);
    add_printable(out, diag->text);
    strbuf_add(out, "\n");
    for (int i = 0; i < DIAG_NOTES && diag->notes[i]; i++) {
        write_place(diag, out);
        strbuf_add(out, "note: ");
        add_printable(out, diag->notes[i]);
        strbuf_add(out, "\n");
    }
}

void diag_list_write(const struct diag_list *list, struct strbuf *out) {
    for (size_t i = 0; i < list->count; i++) diag_write(&list->items[i], out);
    if (list->dropped) strbuf_addf(out, "wisp: note: %zu more not shown\n", list->dropped);
}
