/* SPDX-License-Identifier: MIT
 *
 * build - see build.h. The scene's own fields and the nodes there is one of each.
 */
#include "script/build.h"

#include "script/functions.h"
#include <lauxlib.h>
#include <string.h>

static struct key_path key(const char *name) {
    return (struct key_path){.keys = {{name, 0}}, .count = 1};
}

static void scene_fields(struct builder *b, int scene) {
    static const char *const others[] = {"camera",   "background", "wind",   "sun",
                                         "post",     "bodies",     "lights", "effects",
                                         "timeline", "on",         "tick",   NULL};
    struct build_fields fields = {.index = scene,
                                  .origin = b->scene,
                                  .where = "scene",
                                  .node = NODE_SCENE - 1,
                                  .label = "wisp.scene",
                                  .skip = others};
    build_fields(b, &fields);
}

/* Fields of a single node: from its constructor's table, or written in the scene as a table of
 * names. The table is on top. */
static void node_fields(struct builder *b, enum node_kind kind, const char *name,
                        const struct made *made) {
    struct build_fields fields = {.index = lua_gettop(b->L),
                                  .origin = made ? made->origin : b->scene,
                                  .where = name,
                                  .node = (uint32_t)kind - 1,
                                  .variant = made ? made->variant : 0,
                                  .label = made ? made->name : name};
    if (!made) fields.path = key(name);
    struct place place = made ? source_call(&b->script->sources, made->origin)
                              : source_field(&b->script->sources, b->scene, &fields.path);
    struct desc_node *node = &b->nodes[fields.node];
    node->line = place.line;
    node->col = place.col;
    build_fields(b, &fields);
}

static void wrong(struct builder *b, const char *name, const char *wants) {
    char got[96];
    struct key_path path = key(name);
    build_problem(b, &path, DIAG_ERROR, "wrong-type", "'%s' wants %s; got %s", name, wants,
                  value_describe(b->L, -1, got, sizeof got));
}

/* One value of the scene's table that stands for one parameter of a node. */
static void one_value(struct builder *b, enum node_kind kind, uint32_t param,
                      const char *name) {
    struct desc_node *node = &b->nodes[kind - 1];
    struct convert c = {.L = b->L,
                        .script = b->script,
                        .param = build_param(node, param),
                        .name = name,
                        .display = name,
                        .where = name,
                        .origin = b->scene,
                        .path = key(name),
                        .allow = ALLOW_KNOB | ALLOW_FUNCTION,
                        .node = (uint32_t)kind - 1,
                        .param_index = param};
    struct desc_value value = node->values[param];
    if (!convert_read(&c, -1, &value)) return;
    node->values[param] = value;
    node->line = value.line;
    node->col = value.col;
}

static void camera(struct builder *b, const struct made *made) {
    if (!made || made->what != MADE_NODE || made->kind != NODE_CAMERA) {
        if (!made || made->what != MADE_BROKEN)
            wrong(b, "camera", "wisp.orbit{}, wisp.fixed{} or wisp.fly{}");
        return;
    }
    struct desc_value *kind = &b->nodes[NODE_CAMERA - 1].values[CAMERA_KIND];
    kind->value.i = made->variant;
    kind->value.text = strchr(made->name, '.') + 1;
    kind->source = SOURCE_CONST;
    node_fields(b, NODE_CAMERA, "camera", made);
}

static void background(struct builder *b, const struct made *made) {
    if (made && made->kind == NODE_SKY && made->what == MADE_NODE)
        node_fields(b, NODE_SKY, "background", made);
    else
        one_value(b, NODE_SKY, SKY_COLOR, "background");
}

static void wind(struct builder *b, const struct made *made) {
    if (lua_istable(b->L, -1) && !made && lua_rawlen(b->L, -1) == 0)
        node_fields(b, NODE_WIND, "wind", NULL);
    else
        one_value(b, NODE_WIND, WIND_VELOCITY, "wind");
}

static void sun(struct builder *b, const struct made *made) {
    bool plain = lua_istable(b->L, -1) && !made;
    if (plain || (made && made->kind == NODE_SUN && made->what == MADE_NODE))
        node_fields(b, NODE_SUN, "sun", made);
    else
        wrong(b, "sun", "wisp.sun{} or a table of its fields");
}

static void post(struct builder *b, const struct made *made) {
    if (lua_istable(b->L, -1) && !made)
        node_fields(b, NODE_POST, "post", NULL);
    else
        wrong(b, "post", "a table of its fields");
}

static void tick(struct builder *b, const struct made *made) {
    (void)made;
    if (!lua_isfunction(b->L, -1)) {
        wrong(b, "tick", "a function(s, dt)");
        return;
    }
    struct key_path path = key("tick");
    struct script_function function = {
        .name = "tick", .place = source_field(&b->script->sources, b->scene, &path)};
    lua_pushvalue(b->L, -1);
    b->script->desc.tick = function_add(b->L, &function);
}

static void part(struct builder *b, int scene, const char *name,
                 void (*read)(struct builder *, const struct made *)) {
    lua_pushstring(b->L, name);
    if (lua_rawget(b->L, scene) != LUA_TNIL) read(b, state_made(b->L, -1));
    lua_pop(b->L, 1);
}

/* Knobs that nothing in the files mentions. */
static void unused_knobs(struct builder *b) {
    struct script *script = b->script;
    for (size_t i = 0; i < script->knob_count; i++) {
        const struct desc_knob *knob = &script->knobs[i];
        if (script->knob_used[i] || knob->type == KNOB_BUTTON ||
            source_mentions(&script->sources, knob->name))
            continue;
        struct place place = {.file = script->desc.file, .line = knob->line, .col = knob->col};
        state_diag(script, place, DIAG_WARNING, "unused-knob",
                   "the knob '%s' is declared but nothing uses it", knob->name);
    }
}

static void fill(struct builder *b) {
    struct script *script = b->script;
    struct scene_desc *desc = &script->desc;
    const struct desc_value *seed = &b->nodes[NODE_SCENE - 1].values[SCENE_SEED];
    desc->seed = (uint32_t)seed->value.i;
    if (script->config.has_seed) {
        desc->seed = script->config.seed;
        b->nodes[NODE_SCENE - 1].values[SCENE_SEED].value.i = (int32_t)(uint32_t)desc->seed;
    }
    desc->nodes = b->nodes;
    desc->node_count = (uint32_t)b->count;
    desc->knobs = script->knobs;
    desc->knob_count = (uint32_t)script->knob_count;
    desc->cues = b->cues;
    desc->cue_count = (uint32_t)b->cue_count;
    desc->handlers = b->handlers;
    desc->handler_count = (uint32_t)b->handler_count;
    script->node_gone = state_push(b->L, b->count, sizeof *script->node_gone);
}

void build_scene(lua_State *L, const struct made *made) {
    struct builder b = {.L = L, .script = script_of(L), .scene = made->origin};
    int scene = lua_gettop(L);
    if (!build_check(&b, scene)) return;
    for (enum node_kind kind = NODE_SCENE; kind < NODE_BODY; kind++)
        build_node_new(&b, kind, NULL);
    scene_fields(&b, scene);
    part(&b, scene, "camera", camera);
    part(&b, scene, "background", background);
    part(&b, scene, "sun", sun);
    part(&b, scene, "wind", wind);
    part(&b, scene, "post", post);
    build_lists(&b, scene);
    build_references(&b);
    part(&b, scene, "tick", tick);
    build_timeline(&b, scene);
    build_events(&b, scene);
    unused_knobs(&b);
    fill(&b);
}
