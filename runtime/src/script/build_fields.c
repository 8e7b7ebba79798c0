/* SPDX-License-Identifier: MIT
 *
 * build_fields - the fields of one node against its parameter tables.
 *
 * First the keys are sorted to parameters, so that unknown ones are all reported; then the
 * parameters are read in the table's order, so that numbers of functions do not depend on the
 * order in which Lua keeps keys.
 */
#include "script/build.h"

#include <lauxlib.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 160, NAMES_SHOWN = 12 };

/* Where in the table a parameter's value stands. */
struct given {
    const char *key; /* as written; NULL: not given */
    const char *sub; /* inside the group `key` */
    int64_t item;    /* of a list of groups; 0 is no list */
};

static const struct suggest_synonym synonyms[] = {
    {"lifetime", "life"},
    {"duration", "life"},
    {"age", "life"},
    {"pos", "position"},
    {"location", "position"},
    {"offset", "position"},
    {"at", "position"},
    {"emit", "rate"},
    {"emission", "rate"},
    {"spawn_rate", "rate"},
    {"count", "max"},
    {"limit", "max"},
    {"amount", "count"},
    {"number", "count"},
    {"dir", "direction"},
    {"axis", "direction"},
    {"rot", "rotation"},
    {"orientation", "rotation"},
    {"velocity", "speed"},
    {"colour", "color"},
    {"tint", "color"},
    {"image", "texture"},
    {"sprite", "texture"},
    {"opacity", "alpha"},
    {"angle", "spread"},
    {"cone", "spread"},
    {"width", "size"},
    {"diameter", "radius"},
    {"area", "box"},
    {"bounds", "box"},
    {"volume", "box"},
    {"blending", "blend"},
    {"active", "enabled"},
    {"show", "visible"},
    {"lookat", "look_at"},
    {"center", "target"},
    {"field_of_view", "fov"},
    {"zoom", "distance"},
    {"brightness", "intensity"},
    {"power", "intensity"},
    {"strength", "intensity"},
    {"name", "id"},
    {"timescale", "time_scale"},
    {"bg", "background"},
    {"sky", "background"},
    {"events", "on"},
    {"update", "tick"},
    {"fx", "effects"},
    {"emitters", "effects"},
    {"objects", "bodies"},
    {"lamps", "lights"},
};

void build_problem(struct builder *b, const struct key_path *path, enum diag_severity severity,
                   const char *code, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    str_format_args(text, sizeof text, format, args);
    va_end(args);
    struct sources *sources = &b->script->sources;
    struct place place =
        path ? source_field(sources, b->scene, path) : source_call(sources, b->scene);
    state_diag(b->script, place, severity, code, "%s", text);
}

/* ---- Parameters of a node ---- */

const wisp_param *build_param(const struct desc_node *node, uint32_t index) {
    uint32_t count;
    const wisp_param *table = schema_table(node->kind, &count);
    if (index < count) return &table[index];
    return node->schema && index - count < node->schema->param_count
               ? &node->schema->params[index - count]
               : NULL;
}

static bool has_alias(const wisp_param *p, const char *key) {
    for (size_t i = 0; p->aliases && p->aliases[i]; i++)
        if (str_equal(p->aliases[i], key)) return true;
    return false;
}

static int32_t find(const struct desc_node *node, const char *key, bool alias) {
    for (uint32_t i = node->value_count; i > 0; i--) { /* An effect's own come last and win. */
        const wisp_param *p = build_param(node, i - 1);
        if (alias ? has_alias(p, key) : str_equal(p->key, key)) return (int32_t)i - 1;
    }
    return -1;
}

int32_t build_param_find(const struct desc_node *node, const char *key, bool *alias) {
    int32_t index = find(node, key, false);
    *alias = index < 0;
    return index >= 0 ? index : find(node, key, true);
}

/* Fields that a shape or a kind of camera has. */
static bool applies(const struct desc_node *node, int32_t variant, uint32_t index) {
    if (node->kind == NODE_CAMERA) {
        switch (index) {
        case CAMERA_KIND:
            return false;
        case CAMERA_TARGET:
        case CAMERA_DISTANCE:
        case CAMERA_SPIN:
            return variant == CAMERA_ORBIT;
        case CAMERA_YAW:
        case CAMERA_PITCH:
            return variant != CAMERA_FIXED;
        case CAMERA_POSITION:
        case CAMERA_LOOK_AT:
            return variant != CAMERA_ORBIT;
        default:
            return true;
        }
    }
    if (node->kind != NODE_BODY) return true;
    switch (index) {
    case BODY_SHAPE:
        return false;
    case BODY_SIZE:
        return variant == WISP_SHAPE_BOX;
    case BODY_RADIUS:
        return variant == WISP_SHAPE_SPHERE || variant == WISP_SHAPE_CYLINDER ||
               variant == WISP_SHAPE_CAPSULE;
    case BODY_HEIGHT:
        return variant == WISP_SHAPE_CYLINDER || variant == WISP_SHAPE_CAPSULE;
    case BODY_FILE:
    case BODY_SCALE:
        return variant == WISP_SHAPE_MESH;
    case BODY_MASS:
        return variant != WISP_SHAPE_PLANE;
    default:
        return true;
    }
}

uint32_t build_node_new(struct builder *b, enum node_kind kind,
                        const struct effect_schema *schema) {
    lua_State *L = b->L;
    b->nodes = state_grow(L, b->nodes, b->count, &b->capacity, sizeof *b->nodes);
    b->extra = state_grow(L, b->extra, b->count, &b->extra_capacity, sizeof *b->extra);
    uint32_t index = (uint32_t)b->count++, own;
    schema_table(kind, &own);
    struct desc_node *node = &b->nodes[index];
    *node = (struct desc_node){.kind = kind,
                               .id = schema_kind_name(kind),
                               .schema = schema,
                               .value_count = own + (schema ? schema->param_count : 0)};
    b->extra[index] = (struct build_node){.label = schema_kind_name(kind), .where = node->id};
    node->values = state_push(L, node->value_count, sizeof *node->values);
    for (uint32_t i = 0; i < node->value_count; i++) {
        node->values[i].source = SOURCE_DEFAULT;
        node->values[i].ref = -1;
        convert_default(L, build_param(node, i), &node->values[i].value);
    }
    return index;
}

/* ---- Unknown fields ---- */

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names a field may have, sorted; returns how many. */
static uint32_t known_fields(const struct builder *b, const struct build_fields *f,
                             const char **names) {
    const struct desc_node *node = &b->nodes[f->node];
    uint32_t n = 0;
    for (uint32_t i = 0; i < node->value_count && n < NAMES_MOST - 16; i++) {
        const wisp_param *p = build_param(node, i);
        if (!applies(node, f->variant, i) || (p->flags & WISP_PARAM_METER)) continue;
        if (find(node, p->key, false) == (int32_t)i) names[n++] = p->key;
    }
    for (size_t i = 0; f->skip && f->skip[i]; i++) names[n++] = f->skip[i];
    qsort((void *)names, n, sizeof *names, by_name);
    return n;
}

/* The names inside a group: "near", "rate" for melt_near, melt_rate. */
static uint32_t known_members(const struct builder *b, const struct build_fields *f,
                              const char *group, const char **names) {
    const struct desc_node *node = &b->nodes[f->node];
    size_t length = strlen(group);
    uint32_t n = 0;
    for (uint32_t i = 0; i < node->value_count && n < NAMES_MOST; i++) {
        const char *key = build_param(node, i)->key;
        if (!strncmp(key, group, length) && key[length] == '_') names[n++] = key + length + 1;
    }
    qsort((void *)names, n, sizeof *names, by_name);
    return n;
}

/* group NULL: a field of the node itself. */
static void unknown_field(struct builder *b, const struct build_fields *f,
                          const struct key_path *path, const char *group, const char *key) {
    const char *names[NAMES_MOST];
    uint32_t n = group ? known_members(b, f, group, names) : known_fields(b, f, names);
    const char *near =
        suggest_name(key, names, n, synonyms, sizeof synonyms / sizeof *synonyms);
    char list[512] = "", shown[64];
    size_t used = 0;
    for (uint32_t i = 0; i < n && i < NAMES_SHOWN; i++)
        used += str_format(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    str_printable(shown, sizeof shown, key, strlen(key));
    struct place place = source_field(&b->script->sources, f->origin, path);
    struct diag *diag = state_diag(
        b->script, place, DIAG_ERROR, "unknown-field",
        "%s%s%s%s has no field '%s'%s%s%s known: %s%s", group ? "'" : "", group ? group : "",
        group ? "' of " : "", f->label, shown, near ? "; did you mean '" : ";",
        near ? near : "", near ? "'?" : "", list, n > NAMES_SHOWN ? ", ..." : "");
    if (!diag) return;
    if (near) diag_suggest(b->script->diags, diag, near);
    diag_set_path(b->script->diags, diag, f->where);
}

void build_unknown_field(struct builder *b, const struct build_fields *f,
                         const struct key_path *path, const char *key) {
    unknown_field(b, f, path, NULL, key);
}

/* ---- Sorting keys to parameters ---- */

struct sorter {
    struct builder *b;
    const struct build_fields *f;
    struct given *given;
};

static void unknown(struct sorter *s, struct given at) {
    struct key_path path = s->f->path;
    path.keys[path.count++] = (struct token_key){at.key, 0};
    if (at.item) path.keys[path.count++] = (struct token_key){NULL, at.item};
    if (at.sub) path.keys[path.count++] = (struct token_key){at.sub, 0};
    unknown_field(s->b, s->f, &path, at.sub ? at.key : NULL, at.sub ? at.sub : at.key);
}

/* One key that names parameter `name`. */
static bool sort_param(struct sorter *s, const char *name, struct given at) {
    const struct desc_node *node = &s->b->nodes[s->f->node];
    bool alias;
    int32_t index = build_param_find(node, name, &alias);
    if (index < 0 || !applies(node, s->f->variant, (uint32_t)index)) return false;
    const wisp_param *p = build_param(node, (uint32_t)index);
    if (p->flags & WISP_PARAM_METER) return false;
    s->given[index] = at;
    if (!alias) return true;
    struct key_path path = s->f->path;
    path.keys[path.count++] = (struct token_key){at.key, 0};
    struct place place = source_field(&s->b->script->sources, s->f->origin, &path);
    struct diag *diag = state_diag(s->b->script, place, DIAG_WARNING, "deprecated-name",
                                   "'%s' is now called '%s'", name, p->key);
    if (diag) diag_suggest(s->b->script->diags, diag, p->key);
    return true;
}

static bool is_group(const struct desc_node *node, const char *key) {
    size_t n = strlen(key);
    for (uint32_t i = 0; i < node->value_count; i++) {
        const char *name = build_param(node, i)->key;
        if (!strncmp(name, key, n) && name[n] == '_') return true;
    }
    return false;
}

/* The keys of a group's table, on top: melt = { near =, rate = }. */
static void sort_group(struct sorter *s, const char *key, int64_t item) {
    lua_State *L = s->b->L;
    char name[128];
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *sub = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
        if (item > 1)
            str_format(name, sizeof name, "%s%d_%s", key, (int)item, sub);
        else
            str_format(name, sizeof name, "%s_%s", key, sub);
        struct given at = {key, sub, item};
        if (!sort_param(s, name, at)) unknown(s, at);
    }
}

static void sort_key(struct sorter *s, const char *key) {
    lua_State *L = s->b->L;
    struct given at = {.key = key};
    if (sort_param(s, key, at)) return;
    if (!lua_istable(L, -1) || !is_group(&s->b->nodes[s->f->node], key)) {
        unknown(s, at);
        return;
    }
    size_t n = lua_rawlen(L, -1);
    if (n == 0) sort_group(s, key, 0);
    for (size_t i = 1; i <= n; i++) {
        at.item = (int64_t)i;
        if (lua_rawgeti(L, -1, (lua_Integer)i) == LUA_TTABLE)
            sort_group(s, key, at.item);
        else
            unknown(s, at);
        lua_pop(L, 1);
    }
}

static bool skipped(const struct build_fields *f, const char *key) {
    for (size_t i = 0; f->skip && f->skip[i]; i++)
        if (str_equal(f->skip[i], key)) return true;
    return false;
}

static void sort_keys(struct sorter *s) {
    lua_State *L = s->b->L;
    for (lua_pushnil(L); lua_next(L, s->f->index); lua_pop(L, 1)) {
        if (lua_type(L, -2) == LUA_TSTRING) {
            const char *key = lua_tostring(L, -2);
            if (!skipped(s->f, key)) sort_key(s, key);
            continue;
        }
        char got[96];
        struct key_path path = s->f->path;
        int64_t item = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
        if (item) path.keys[path.count++] = (struct token_key){NULL, item};
        struct place place = source_field(&s->b->script->sources, s->f->origin, &path);
        state_diag(s->b->script, place, DIAG_ERROR, "unnamed-field",
                   "%s has a value without a name (%s); write name = value", s->f->label,
                   value_describe(L, -1, got, sizeof got));
    }
}

/* ---- Reading them ---- */

/* Push the value a parameter was given. */
static void push_given(struct builder *b, const struct build_fields *f,
                       const struct given *given) {
    lua_State *L = b->L;
    lua_pushstring(L, given->key);
    lua_rawget(L, f->index);
    if (given->item) {
        lua_rawgeti(L, -1, given->item);
        lua_remove(L, -2);
    }
    if (given->sub) {
        lua_pushstring(L, given->sub);
        lua_rawget(L, -2);
        lua_remove(L, -2);
    }
}

static void name_field(struct builder *b, const struct build_fields *f,
                       const struct given *given, struct convert *c) {
    char tail[160];
    const struct desc_node *node = &b->nodes[f->node];
    c->path = f->path;
    c->path.keys[c->path.count++] = (struct token_key){given->key, 0};
    if (given->item) c->path.keys[c->path.count++] = (struct token_key){NULL, given->item};
    if (given->sub) c->path.keys[c->path.count++] = (struct token_key){given->sub, 0};
    if (given->item)
        str_format(tail, sizeof tail, "%s[%d].%s", given->key, (int)given->item, given->sub);
    else
        str_format(tail, sizeof tail, "%s%s%s", given->key, given->sub ? "." : "",
                   given->sub ? given->sub : "");
    const char *list = node->kind == NODE_EFFECT  ? "effects."
                       : node->kind == NODE_BODY  ? "bodies."
                       : node->kind == NODE_LIGHT ? "lights."
                                                  : "";
    bool scene = node->kind == NODE_SCENE;
    c->where = scene ? state_text(b->L, tail) : state_format(b->L, "%s.%s", f->where, tail);
    c->display = scene ? c->where : state_format(b->L, "%s%s.%s", list, node->id, tail);
    c->name = state_text(b->L, tail);
}

/* shape = wisp.line{ a, b }: a choice, and two points in a parameter beside it. */
static bool read_line(struct builder *b, struct convert *c, uint32_t index) {
    struct desc_node *node = &b->nodes[c->node];
    const struct made *made = state_made(b->L, -1);
    if (!made || made->what != MADE_LINE || c->param->type != WISP_PARAM_ENUM) return false;
    char beside[64];
    bool alias;
    str_format(beside, sizeof beside, "%s_points", c->param->key);
    int32_t points = build_param_find(node, beside, &alias);
    if (points < 0) points = build_param_find(node, "line", &alias);
    if (points < 0) return false;
    lua_pushliteral(b->L, "line");
    bool good = convert_read(c, -1, &node->values[index]);
    lua_pop(b->L, 1);
    c->param = build_param(node, (uint32_t)points);
    if (good) convert_read(c, -1, &node->values[points]);
    return true;
}

static void read_given(struct builder *b, const struct build_fields *f, uint32_t index,
                       const struct given *given) {
    struct desc_node *node = &b->nodes[f->node];
    struct convert c = {.L = b->L,
                        .script = b->script,
                        .param = build_param(node, index),
                        .origin = f->origin,
                        .allow = ALLOW_KNOB | ALLOW_FUNCTION,
                        .node = f->node,
                        .param_index = index};
    name_field(b, f, given, &c);
    push_given(b, f, given);
    struct desc_value value = node->values[index];
    if (!read_line(b, &c, index)) {
        if (convert_read(&c, -1, &value)) node->values[index] = value;
    }
    lua_pop(b->L, 1);
}

void build_fields(struct builder *b, const struct build_fields *f) {
    uint32_t count = b->nodes[f->node].value_count;
    struct given *given = state_push(b->L, count, sizeof *given);
    struct sorter sorter = {b, f, given};
    luaL_checkstack(b->L, 16, "scene");
    sort_keys(&sorter);
    for (uint32_t i = 0; i < count; i++) {
        const wisp_param *p = build_param(&b->nodes[f->node], i);
        if (given[i].key) {
            read_given(b, f, i, &given[i]);
        } else if ((p->flags & WISP_PARAM_REQUIRED) &&
                   applies(&b->nodes[f->node], f->variant, i)) {
            struct place place = source_field(&b->script->sources, f->origin, &f->path);
            state_diag(b->script, place, DIAG_ERROR, "missing-field", "%s needs '%s'", f->label,
                       p->key);
        }
    }
}
