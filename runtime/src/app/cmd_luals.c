/* SPDX-License-Identifier: MIT
 *
 * wisp luals - completion for editors that speak to the Lua language server.
 *
 * wisp.d.lua describes wisp and every effect from the same tables that scenes are checked with.
 */
#include "app/describe.h"
#include "app/effects.h"
#include "app/exit.h"
#include "app/luals_text.h"
#include "base/status.h"
#include "os/file.h"

struct luals_options {
    const char *effects, *into;
};

static const struct arg_option options[] = {
    {.name = "--effects",
     .kind = ARG_TEXT,
     .offset = offsetof(struct luals_options, effects),
     .value = "DIR",
     .help = "look for plugins in DIR first"},
    {.name = "--into",
     .kind = ARG_TEXT,
     .offset = offsetof(struct luals_options, into),
     .value = "DIR",
     .help = "folder of the scenes; default here"},
};

static const struct args_table table = {
    .command = "luals",
    .operands = "",
    .summary = "completion files for editors: wisp.d.lua and .luarc.json",
    .options = options,
    .option_count = sizeof options / sizeof *options,
};

static const char *lua_type(const wisp_param *p) {
    switch (p->type) {
    case WISP_PARAM_BOOL:
        return "boolean";
    case WISP_PARAM_INT:
        return "integer";
    case WISP_PARAM_FLOAT:
        return "number";
    case WISP_PARAM_VEC2:
    case WISP_PARAM_VEC3:
    case WISP_PARAM_VEC4:
        return "number[]";
    case WISP_PARAM_COLOR:
        return "string|wisp.Color";
    case WISP_PARAM_CURVE:
        return "wisp.Curve";
    case WISP_PARAM_GRADIENT:
        return "wisp.Gradient";
    default:
        return "string";
    }
}

static void add_type(struct strbuf *out, const wisp_param *p) {
    if (p->type == WISP_PARAM_ENUM) {
        for (uint32_t i = 0; i < p->choice_count; i++)
            strbuf_addf(out, "%s\"%s\"", i > 0 ? "|" : "", p->choices[i].key);
    } else {
        strbuf_add(out, lua_type(p));
    }
    if ((p->flags & WISP_PARAM_RANGE) != 0) strbuf_add(out, "|number[]");
    if ((p->flags & WISP_PARAM_POINTS) != 0) strbuf_add(out, "|number[][]");
    if ((p->flags & WISP_PARAM_OVER_LIFE) != 0)
        strbuf_add(out, p->type == WISP_PARAM_COLOR ? "|wisp.Gradient" : "|wisp.Curve");
    strbuf_addf(out, "|wisp.Knob|fun(s: wisp.S): %s", lua_type(p));
}

static void add_field(struct strbuf *out, const wisp_param *p) {
    char limits[DESCRIBE_TEXT], value[DESCRIBE_TEXT];
    bool required = (p->flags & WISP_PARAM_REQUIRED) != 0;
    if ((p->flags & (WISP_PARAM_HIDDEN | WISP_PARAM_METER)) != 0) return;
    describe_limits(p->hard_min, p->hard_max, limits);
    describe_default(p, value);
    strbuf_addf(out, "---@field %s%s ", p->key, required ? "" : "?");
    add_type(out, p);
    strbuf_addf(out, " # %s; %s%s%sdefault %s\n", p->doc != NULL ? p->doc : "",
                p->unit != NULL ? p->unit : "1", limits[0] != '\0' ? ", " : "",
                limits[0] != '\0' ? limits : "", value);
}

static bool has_key(const struct effect_type *type, const char *key) {
    for (uint32_t i = 0; i < type->param_count; i++)
        if (strcmp(type->params[i].key, key) == 0) return true;
    return false;
}

static void add_effect(struct strbuf *out, const struct effect_type *type) {
    uint32_t count;
    const wisp_param *common = schema_table(NODE_EFFECT, &count);
    strbuf_addf(out, "\n---%s\n---@class (exact) wisp.effect.%s\n---@field id string\n",
                type->doc != NULL ? type->doc : "", type->id);
    for (uint32_t i = 0; i < count; i++)
        if (!has_key(type, common[i].key)) add_field(out, &common[i]);
    for (uint32_t i = 0; i < type->param_count; i++) add_field(out, &type->params[i]);
    strbuf_addf(out,
                "---@param t wisp.effect.%s\n---@return wisp.Effect\n"
                "function wisp.%s(t) end\n",
                type->id, type->id);
}

static void add_part(struct strbuf *out, const struct describe_node *node) {
    uint32_t count;
    const wisp_param *params = schema_table(node->kind, &count);
    if (node->kind == NODE_EFFECT) return;
    strbuf_addf(out, "\n---%s\n---@class (exact) wisp.part.%s\n", node->doc, node->name);
    if (node->kind == NODE_BODY || node->kind == NODE_LIGHT)
        strbuf_add(out, "---@field id string\n");
    for (uint32_t i = 0; i < count; i++) add_field(out, &params[i]);
    if (node->kind == NODE_SCENE) strbuf_add(out, luals_scene_fields);
}

static int write_file(const char *path, const void *bytes, size_t size, unsigned flags) {
    wisp_status status = file_write(path, bytes, size, flags);
    if (status == WISP_E_EXISTS) {
        printf("kept %s\n", path);
        return EXIT_OK;
    }
    if (status != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot write '%s': %s", path,
                          status_text(status));
    printf("wrote %s\n", path);
    return EXIT_OK;
}

static int write_all(struct effects *effects, const char *folder, struct diag_list *diags) {
    struct strbuf text;
    char path[PATH_SIZE];
    int code = EXIT_USAGE;
    strbuf_init(&text, effects->app->allocator);
    strbuf_add(&text, luals_head);
    for (const struct describe_node *n = describe_nodes; n->name != NULL; n++)
        add_part(&text, n);
    for (uint32_t i = 0; i < registry_count(effects->registry); i++) {
        const struct effect_type *type =
            registry_type(effects->registry, registry_id(effects->registry, i), diags);
        if (type != NULL) add_effect(&text, type);
    }
    strbuf_add(&text, luals_tail);
    if (path_join(path, sizeof path, folder, "wisp.d.lua") == WISP_OK)
        code = write_file(path, strbuf_text(&text), text.length, 0);
    if (code == EXIT_OK && path_join(path, sizeof path, folder, ".luarc.json") == WISP_OK)
        code = write_file(path, luals_settings, strlen(luals_settings), FILE_WRITE_EXCLUSIVE);
    strbuf_free(&text);
    return code;
}

static int run(struct app *app, int argc, char **argv) {
    struct luals_options given = {.into = ""};
    struct args args;
    struct effects effects;
    struct diag_list diags;
    int code = args_parse(&table, argc, argv, &given, &args);
    if (code != 0 || args.help) return code;
    code = effects_open(app, given.effects, &effects);
    if (code != 0) return code;
    diag_list_init(&diags, app->allocator);
    code = write_all(&effects, given.into, &diags);
    effects_report(app->allocator, &diags);
    if (code == EXIT_OK && diags.errors > 0) code = EXIT_PROBLEMS;
    diag_list_free(&diags);
    effects_close(&effects);
    return code;
}

const struct command command_luals = {.table = &table, .run = run};
