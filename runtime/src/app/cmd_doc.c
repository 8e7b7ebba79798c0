/* SPDX-License-Identifier: MIT
 *
 * wisp doc - reference pages from the parameter tables, as Markdown.
 */
#include "app/describe.h"
#include "app/effects.h"
#include "app/exit.h"
#include "base/status.h"
#include "base/str.h"
#include "os/file.h"

#include <string.h>

struct doc_options {
    const char *effects, *out;
};

static const struct arg_option options[] = {
    {.name = "--effects",
     .kind = ARG_TEXT,
     .offset = offsetof(struct doc_options, effects),
     .value = "DIR",
     .help = "look for plugins in DIR first"},
    {.name = "--out",
     .kind = ARG_TEXT,
     .offset = offsetof(struct doc_options, out),
     .value = "DIR",
     .help = "write every page to DIR/NAME.md"},
};

static const struct args_table table = {
    .command = "doc",
    .operands = "[NAME[.PARAMETER]]",
    .summary = "reference pages of effects and scene parts, as Markdown",
    .details =
        "NAME is an effect or one of: scene camera sky sun wind post body light effect.\n"
        "Without a name: all names.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .most = 1,
};

/* One page: a table, whatever it belongs to. */
struct page {
    const char *name, *doc;
    const wisp_param *params;
    uint32_t param_count;
    const struct effect_type *effect; /* NULL: a part of scenes */
};

/* '|' would end a cell. */
static void add_cell(struct strbuf *out, const char *text) {
    strbuf_add(out, " ");
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '|') strbuf_add(out, "\\");
        strbuf_add_n(out, c, 1);
    }
    strbuf_add(out, " |");
}

static void add_row(struct strbuf *out, const wisp_param *p) {
    char kinds[DESCRIBE_TEXT], limits[DESCRIBE_TEXT], value[DESCRIBE_TEXT],
        doc[4 * DESCRIBE_TEXT];
    describe_kinds(p, kinds);
    describe_limits(p->hard_min, p->hard_max, limits);
    describe_default(p, value);
    size_t n = str_copy(doc, sizeof doc, p->doc != NULL ? p->doc : "");
    for (uint32_t i = 0; i < p->choice_count; i++)
        n += str_format(doc + n, sizeof doc - n, "%s`%s`", i == 0 ? " One of: " : ", ",
                        p->choices[i].key);
    strbuf_addf(out, "| `%s` |", p->key);
    add_cell(out, kinds);
    add_cell(out, p->unit != NULL ? p->unit : "1");
    add_cell(out, value);
    add_cell(out, limits);
    add_cell(out, describe_apply(p->flags));
    add_cell(out, doc);
    strbuf_add(out, "\n");
}

static void add_table(struct strbuf *out, const wisp_param *params, uint32_t count) {
    strbuf_add(out, "| field | kind | unit | default | limits | a change | |\n"
                    "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (uint32_t i = 0; i < count; i++)
        if ((params[i].flags & WISP_PARAM_HIDDEN) == 0) add_row(out, &params[i]);
}

static void add_effect(struct strbuf *out, const struct effect_type *type) {
    for (uint32_t i = 0; i < type->command_count; i++) {
        const wisp_command *c = &type->commands[i];
        strbuf_addf(out, "\n## Command `%s`\n\n%s\n\n", c->name, c->doc != NULL ? c->doc : "");
        if (c->param_count > 0) add_table(out, c->params, c->param_count);
    }
    for (const char *const *s = type->signals; s != NULL && *s != NULL; s++)
        strbuf_addf(out, "%s`%s`", s == type->signals ? "\n## Signals\n\n" : ", ", *s);
    if (type->signals != NULL) strbuf_add(out, "\n");
}

static void add_page(struct strbuf *out, const struct page *page) {
    strbuf_addf(out, "# %s\n\n%s\n\n", page->name, page->doc != NULL ? page->doc : "");
    if (page->param_count > 0) add_table(out, page->params, page->param_count);
    if (page->effect != NULL) add_effect(out, page->effect);
}

static bool find_part(const char *name, struct page *out) {
    for (const struct describe_node *n = describe_nodes; n->name != NULL; n++) {
        if (strcmp(n->name, name) != 0) continue;
        *out = (struct page){.name = n->name, .doc = n->doc};
        out->params = schema_table(n->kind, &out->param_count);
        return true;
    }
    return false;
}

static bool find_effect(struct effects *effects, const char *name, struct diag_list *diags,
                        struct page *out) {
    const struct effect_type *type = registry_has(effects->registry, name)
                                         ? registry_type(effects->registry, name, diags)
                                         : NULL;
    if (type == NULL) return false;
    *out = (struct page){type->id, type->doc, type->params, type->param_count, type};
    return true;
}

static int print_param(const struct page *page, const char *key) {
    for (uint32_t i = 0; i < page->param_count; i++) {
        const wisp_param *p = &page->params[i];
        char kinds[DESCRIBE_TEXT], limits[DESCRIBE_TEXT], value[DESCRIBE_TEXT];
        if (strcmp(p->key, key) != 0) continue;
        describe_kinds(p, kinds);
        describe_limits(p->hard_min, p->hard_max, limits);
        describe_default(p, value);
        printf("%s.%s: %s\n  kind     %s\n  unit     %s\n  default  %s\n", page->name, key,
               p->doc != NULL ? p->doc : "", kinds, p->unit != NULL ? p->unit : "1", value);
        if (limits[0] != '\0') printf("  limits   %s\n", limits);
        printf("  a change %s\n", describe_apply(p->flags));
        return EXIT_OK;
    }
    return exit_error(EXIT_PROBLEMS, "unknown-field", "%s has no field '%s'", page->name, key);
}

static int write_page(struct app *app, const struct page *page, const char *folder) {
    struct strbuf text;
    char name[64], path[PATH_SIZE];
    int code = EXIT_OK;
    strbuf_init(&text, app->allocator);
    add_page(&text, page);
    str_format(name, sizeof name, "%s.md", page->name);
    wisp_status status = path_join(path, sizeof path, folder, name);
    if (status == WISP_OK) status = file_write(path, strbuf_text(&text), text.length, 0);
    if (status != WISP_OK)
        code = exit_error(EXIT_OUTPUT, "output", "cannot write '%s': %s", path,
                          status_text(status));
    strbuf_free(&text);
    return code;
}

/* Every page to a folder, or only their names. */
static int all_pages(struct effects *effects, const char *folder, struct diag_list *diags) {
    struct page page;
    int code = EXIT_OK;
    for (const struct describe_node *n = describe_nodes; n->name != NULL && code == 0; n++) {
        if (folder == NULL)
            printf("%-16s %s\n", n->name, n->doc);
        else if (find_part(n->name, &page))
            code = write_page(effects->app, &page, folder);
    }
    for (uint32_t i = 0; i < registry_count(effects->registry) && code == 0; i++) {
        if (!find_effect(effects, registry_id(effects->registry, i), diags, &page)) continue;
        if (folder == NULL)
            printf("%-16s %s\n", page.name, page.doc);
        else
            code = write_page(effects->app, &page, folder);
    }
    return code;
}

static int one_page(struct effects *effects, const char *operand, struct diag_list *diags) {
    struct page page;
    struct strbuf text;
    char name[64];
    const char *dot = strchr(operand, '.');
    str_format(name, sizeof name, "%.*s",
               dot != NULL ? (int)(dot - operand) : (int)strlen(operand), operand);
    bool found = find_part(name, &page) || find_effect(effects, name, diags, &page);
    if (!found && diags->errors > 0) return EXIT_PROBLEMS;
    if (!found)
        return exit_error(EXIT_PROBLEMS, "unknown-effect",
                          "neither an effect nor a part of scenes is called '%s'", name);
    if (dot != NULL) return print_param(&page, dot + 1);
    strbuf_init(&text, effects->app->allocator);
    add_page(&text, &page);
    fputs(strbuf_text(&text), stdout);
    strbuf_free(&text);
    return EXIT_OK;
}

static int run(struct app *app, int argc, char **argv) {
    struct doc_options given = {0};
    struct args args;
    struct effects effects;
    struct diag_list diags;
    int code = args_parse(&table, argc, argv, &given, &args);
    if (code != 0 || args.help) return code;
    code = effects_open(app, given.effects, &effects);
    if (code != 0) return code;
    diag_list_init(&diags, app->allocator);
    code = args.count > 0 ? one_page(&effects, args.operands[0], &diags)
                          : all_pages(&effects, given.out, &diags);
    effects_report(app->allocator, &diags);
    if (code == EXIT_OK && diags.errors > 0) code = EXIT_PROBLEMS;
    diag_list_free(&diags);
    effects_close(&effects);
    return code;
}

const struct command command_doc = {.table = &table, .run = run};
