/* SPDX-License-Identifier: MIT
 *
 * event - what `wisp run --events` prints.
 */
#include "app/event.h"

#include <cjson/cJSON.h>
#include <stdio.h>

/* One line, out at once: the reader may be waiting for it. */
static void print(cJSON *event) {
    char *text = cJSON_PrintUnformatted(event);
    cJSON_Delete(event);
    if (text == NULL) return;
    printf("%s\n", text);
    fflush(stdout);
    cJSON_free(text);
}

static void add_ms(cJSON *to, const char *name, double ms) {
    if (ms > 0.0) cJSON_AddNumberToObject(to, name, (double)(long long)(ms * 1000.0) / 1000.0);
}

static void add_first_error(cJSON *to, const struct diag_list *diags) {
    for (size_t i = 0; i < diags->count; i++) {
        const struct diag *d = &diags->items[i];
        if (d->severity != DIAG_ERROR) continue;
        cJSON_AddStringToObject(to, "reason", d->code);
        cJSON_AddStringToObject(to, "text", d->text);
        if (d->line > 0) cJSON_AddNumberToObject(to, "line", d->line);
        cJSON_AddNumberToObject(to, "problems", (double)diags->errors);
        return;
    }
}

void event_print_reload(const struct event_reload *event) {
    cJSON *out = cJSON_CreateObject();
    cJSON_AddStringToObject(out, "event", "reload");
    cJSON_AddStringToObject(out, "what", event->what);
    if (event->file != NULL) cJSON_AddStringToObject(out, "file", event->file);
    cJSON_AddBoolToObject(out, "ok", event->ok);
    cJSON_AddNumberToObject(out, "frame", (double)event->frame);
    cJSON *ms = cJSON_AddObjectToObject(out, "ms");
    add_ms(ms, "load", event->load_ms);
    add_ms(ms, "apply", event->apply_ms);
    add_ms(ms, "total", event->total_ms);
    if (event->replaced > 0) cJSON_AddNumberToObject(out, "replaced", event->replaced);
    if (event->report != NULL) cJSON_AddStringToObject(out, "report", event->report);
    if (event->diags != NULL) add_first_error(out, event->diags);
    print(out);
}

void event_print_swap(const struct swap_event *event, uint64_t frame) {
    cJSON *out = cJSON_CreateObject();
    bool ok = event->outcome != SWAP_REFUSED && event->outcome != SWAP_ROLLED_BACK;
    cJSON_AddStringToObject(out, "event", "reload");
    cJSON_AddStringToObject(out, "what", "plugin");
    if (event->path != NULL) cJSON_AddStringToObject(out, "file", event->path);
    cJSON_AddStringToObject(out, "id", event->id);
    cJSON_AddStringToObject(out, "outcome", swap_outcome_text(event->outcome));
    cJSON_AddBoolToObject(out, "ok", ok);
    cJSON_AddNumberToObject(out, "frame", (double)frame);
    cJSON_AddNumberToObject(out, "generation", event->generation);
    cJSON *ms = cJSON_AddObjectToObject(out, "ms");
    add_ms(ms, "stage", event->ms.stage);
    add_ms(ms, "elf", event->ms.elf);
    add_ms(ms, "probe", event->ms.probe);
    add_ms(ms, "open", event->ms.open);
    add_ms(ms, "create", event->ms.create);
    add_ms(ms, "trial", event->ms.trial);
    cJSON_AddNumberToObject(out, "instances", event->instances);
    cJSON_AddNumberToObject(out, "kept", event->buffers.kept);
    cJSON_AddNumberToObject(out, "resized", event->buffers.resized);
    cJSON_AddNumberToObject(out, "converted", event->buffers.converted);
    cJSON_AddNumberToObject(out, "defaulted", event->buffers.defaulted);
    cJSON_AddNumberToObject(out, "dropped", event->buffers.dropped);
    if (event->reason != NULL) cJSON_AddStringToObject(out, "reason", event->reason);
    if (event->text != NULL) cJSON_AddStringToObject(out, "text", event->text);
    print(out);
}

void event_print_mark(const char *name, uint64_t frame, double ms) {
    cJSON *out = cJSON_CreateObject();
    cJSON_AddStringToObject(out, "event", name);
    cJSON_AddNumberToObject(out, "frame", (double)frame);
    add_ms(out, "ms", ms);
    print(out);
}
