/* SPDX-License-Identifier: MIT
 *
 * wisp list - the effects that can be had and their parameters.
 */
#include "app/describe.h"
#include "app/effects.h"
#include "app/exit.h"
#include "base/str.h"

#include <wisp/version.h>

struct list_options {
    const char *effects;
    bool json;
};

static const struct arg_option options[] = {
    {.name = "--effects",
     .kind = ARG_TEXT,
     .offset = offsetof(struct list_options, effects),
     .value = "DIR",
     .help = "look for plugins in DIR first"},
    {.name = "--json",
     .kind = ARG_FLAG,
     .offset = offsetof(struct list_options, json),
     .help = "everything the tables hold, as JSON"},
};

static const struct args_table table = {
    .command = "list",
    .operands = "[EFFECT]",
    .summary = "the effects and their parameters",
    .details = "With an effect: its parameters, commands and signals.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .most = 1,
};

static void print_param(const wisp_param *param) {
    char kinds[DESCRIBE_TEXT], limits[DESCRIBE_TEXT], value[DESCRIBE_TEXT];
    if ((param->flags & WISP_PARAM_HIDDEN) != 0) return;
    describe_kinds(param, kinds);
    describe_limits(param->hard_min, param->hard_max, limits);
    describe_default(param, value);
    const char *unit = param->unit != NULL ? param->unit : "1";
    printf("  %-22s %-26s %-8s default %s%s%s\n", param->key, kinds, unit, value,
           limits[0] != '\0' ? ", " : "", limits);
    for (uint32_t i = 0; i < param->choice_count; i++)
        printf("%s%s", i == 0 ? "      one of: " : ", ", param->choices[i].key);
    if (param->choice_count > 0) printf("\n");
    if (param->doc != NULL && param->doc[0] != '\0') printf("      %s\n", param->doc);
}

static void print_effect(const struct effect_type *type) {
    printf("%s %s: %s\n\n", type->id, type->version, type->doc);
    for (uint32_t i = 0; i < type->param_count; i++) print_param(&type->params[i]);
    for (uint32_t i = 0; i < type->command_count; i++) {
        const wisp_command *c = &type->commands[i];
        printf("\n  command %s: %s\n", c->name, c->doc != NULL ? c->doc : "");
        for (uint32_t k = 0; k < c->param_count; k++) print_param(&c->params[k]);
    }
    for (const char *const *s = type->signals; s != NULL && *s != NULL; s++)
        printf("%s%s", s == type->signals ? "\n  signals: " : ", ", *s);
    if (type->signals != NULL) printf("\n");
}

/* The first sentence. */
static void print_line(const struct effect_type *type) {
    const char *doc = type->doc != NULL ? type->doc : "";
    size_t length = 0;
    while (doc[length] != '\0' && doc[length] != '.') length++;
    printf("%-16s %-8s %.*s\n", type->id, type->version, (int)length, doc);
}

static int print_json(struct effects *effects, const char *only, struct diag_list *diags) {
    cJSON *root = cJSON_CreateObject();
    cJSON *abi = cJSON_AddObjectToObject(root, "abi");
    cJSON_AddStringToObject(root, "wisp", WISP_VERSION_TEXT);
    cJSON_AddNumberToObject(abi, "major", WISP_ABI_MAJOR);
    cJSON_AddNumberToObject(abi, "minor", WISP_ABI_MINOR);
    cJSON *array = cJSON_AddArrayToObject(root, "effects");
    for (uint32_t i = 0; i < registry_count(effects->registry); i++) {
        const char *id = registry_id(effects->registry, i);
        if (only != NULL && !str_equal(only, id)) continue;
        const struct effect_type *type = registry_type(effects->registry, id, diags);
        if (type != NULL)
            cJSON_AddItemToArray(array,
                                 describe_effect(type, registry_path(effects->registry, id)));
    }
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (text == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    puts(text);
    cJSON_free(text);
    return EXIT_OK;
}

static int print_text(struct effects *effects, const char *only, struct diag_list *diags) {
    for (uint32_t i = 0; i < registry_count(effects->registry); i++) {
        const char *id = registry_id(effects->registry, i);
        if (only != NULL && !str_equal(only, id)) continue;
        const struct effect_type *type = registry_type(effects->registry, id, diags);
        if (type == NULL) continue;
        if (only != NULL)
            print_effect(type);
        else
            print_line(type);
    }
    return EXIT_OK;
}

static int unknown_effect(struct effects *effects, const char *id) {
    const char *near = registry_suggest(effects->registry, id);
    return exit_error(EXIT_PROBLEMS, "unknown-effect", "there is no effect '%s'%s%s%s", id,
                      near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
                      near != NULL ? "'?" : "");
}

static int run(struct app *app, int argc, char **argv) {
    struct list_options given = {0};
    struct args args;
    struct effects effects;
    struct diag_list diags;
    int code = args_parse(&table, argc, argv, &given, &args);
    if (code != 0 || args.help) return code;
    code = effects_open(app, given.effects, &effects);
    if (code != 0) return code;
    diag_list_init(&diags, app->allocator);
    const char *only = args.count > 0 ? args.operands[0] : NULL;
    if (only != NULL && !registry_has(effects.registry, only))
        code = unknown_effect(&effects, only);
    else if (given.json)
        code = print_json(&effects, only, &diags);
    else
        code = print_text(&effects, only, &diags);
    effects_report(app->allocator, &diags);
    if (code == EXIT_OK && diags.errors > 0) code = EXIT_PROBLEMS;
    diag_list_free(&diags);
    effects_close(&effects);
    return code;
}

const struct command command_list = {.table = &table, .run = run};
