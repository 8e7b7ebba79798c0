/* SPDX-License-Identifier: MIT
 *
 * wisp explain - what a diagnostic code means and what to do about it.
 */
#include "app/command.h"
#include "app/exit.h"
#include "app/explain.h"
#include "base/suggest.h"
#include "script/codes.h"

#include <string.h>

static const struct args_table table = {
    .command = "explain",
    .operands = "[CODE]",
    .summary = "what a diagnostic code means",
    .details = "Without a code: all codes, one a line.\n",
    .most = 1,
};

enum { CODES_MOST = 512 };

/* Codes of scene files first, then all others; by name within each. */
static size_t all_codes(struct explain_code out[CODES_MOST]) {
    size_t scene_count, count = 0;
    const struct diag_code *scene = diag_codes(&scene_count);
    for (size_t i = 0; i < scene_count && count < CODES_MOST; i++)
        out[count++] = (struct explain_code){scene[i].code, scene[i].meaning, scene[i].detail};
    for (size_t i = 0; i < explain_count && count < CODES_MOST; i++)
        if (diag_code_find(explain_codes[i].code) == NULL) out[count++] = explain_codes[i];
    return count;
}

static int explain_one(const struct explain_code *codes, size_t count, const char *code) {
    const char *names[CODES_MOST];
    for (size_t i = 0; i < count; i++) {
        names[i] = codes[i].code;
        if (strcmp(code, names[i]) != 0) continue;
        printf("%s: %s\n\n%s\n", code, codes[i].summary, codes[i].text);
        return EXIT_OK;
    }
    const char *near = suggest_name(code, names, count, NULL, 0);
    return exit_error(EXIT_USAGE, "usage", "no diagnostic has the code '%s'%s%s%s", code,
                      near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
                      near != NULL ? "'?" : "");
}

static int run(struct app *app, int argc, char **argv) {
    struct args args;
    (void)app;
    int code = args_parse(&table, argc, argv, NULL, &args);
    if (code != 0 || args.help) return code;
    struct explain_code codes[CODES_MOST];
    size_t count = all_codes(codes);
    if (args.count > 0) return explain_one(codes, count, args.operands[0]);
    for (size_t i = 0; i < count; i++) printf("%-20s %s\n", codes[i].code, codes[i].summary);
    return EXIT_OK;
}

const struct command command_explain = {.table = &table, .run = run};
