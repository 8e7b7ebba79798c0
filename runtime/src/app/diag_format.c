/* SPDX-License-Identifier: MIT
 *
 * diag_format - diagnostics as text, JSON or SARIF 2.1.0.
 */
#include "app/diag_format.h"

#include <cjson/cJSON.h>
#include <wisp/version.h>

static void add_number(cJSON *to, const char *name, int value) {
    if (value > 0) cJSON_AddNumberToObject(to, name, value);
}

static void add_text(cJSON *to, const char *name, const char *text) {
    if (text != NULL) cJSON_AddStringToObject(to, name, text);
}

static cJSON *one_json(const struct diag *d) {
    cJSON *out = cJSON_CreateObject();
    cJSON *notes;
    add_text(out, "file", d->file);
    add_number(out, "line", d->line);
    add_number(out, "col", d->col);
    add_number(out, "endCol", d->end_col);
    add_text(out, "severity", diag_severity_text(d->severity));
    add_text(out, "code", d->code);
    add_text(out, "message", d->text);
    add_text(out, "suggestion", d->suggestion);
    add_text(out, "path", d->path);
    if (d->notes[0] == NULL) return out;
    notes = cJSON_AddArrayToObject(out, "notes");
    for (int i = 0; i < DIAG_NOTES && d->notes[i] != NULL; i++)
        cJSON_AddItemToArray(notes, cJSON_CreateString(d->notes[i]));
    return out;
}

static cJSON *all_json(const struct diag_list *list) {
    cJSON *out = cJSON_CreateArray();
    for (size_t i = 0; i < list->count; i++)
        cJSON_AddItemToArray(out, one_json(&list->items[i]));
    return out;
}

static const char *sarif_level(enum diag_severity severity) {
    return severity == DIAG_ERROR ? "error" : severity == DIAG_WARNING ? "warning" : "note";
}

static cJSON *one_sarif(const struct diag *d) {
    cJSON *out = cJSON_CreateObject();
    cJSON *locations, *location, *physical, *region;
    add_text(out, "ruleId", d->code);
    add_text(out, "level", sarif_level(d->severity));
    cJSON_AddStringToObject(cJSON_AddObjectToObject(out, "message"), "text", d->text);
    locations = cJSON_AddArrayToObject(out, "locations");
    location = cJSON_CreateObject();
    cJSON_AddItemToArray(locations, location);
    physical = cJSON_AddObjectToObject(location, "physicalLocation");
    add_text(cJSON_AddObjectToObject(physical, "artifactLocation"), "uri", d->file);
    if (d->line <= 0) return out;
    region = cJSON_AddObjectToObject(physical, "region");
    add_number(region, "startLine", d->line);
    add_number(region, "startColumn", d->col);
    add_number(region, "endColumn", d->end_col);
    return out;
}

static cJSON *all_sarif(const struct diag_list *list) {
    cJSON *out = cJSON_CreateObject();
    cJSON *run = cJSON_CreateObject();
    cJSON *driver;
    cJSON_AddStringToObject(out, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cJSON_AddStringToObject(out, "version", "2.1.0");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(out, "runs"), run);
    driver = cJSON_AddObjectToObject(cJSON_AddObjectToObject(run, "tool"), "driver");
    cJSON_AddStringToObject(driver, "name", "wisp");
    cJSON_AddStringToObject(driver, "version", WISP_VERSION_TEXT);
    cJSON *results = cJSON_AddArrayToObject(run, "results");
    for (size_t i = 0; i < list->count; i++)
        cJSON_AddItemToArray(results, one_sarif(&list->items[i]));
    return out;
}

void diag_format_write(const struct diag_list *list, enum diag_format format,
                       const struct allocator *allocator, FILE *out) {
    if (format == DIAG_TEXT) {
        struct strbuf text;
        strbuf_init(&text, allocator);
        diag_list_write(list, &text);
        fputs(strbuf_text(&text), out);
        strbuf_free(&text);
        return;
    }
    cJSON *tree = format == DIAG_JSON ? all_json(list) : all_sarif(list);
    char *text = cJSON_Print(tree);
    cJSON_Delete(tree);
    if (text == NULL) return;
    fprintf(out, "%s\n", text);
    cJSON_free(text);
}
