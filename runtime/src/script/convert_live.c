/* SPDX-License-Identifier: MIT
 *
 * convert_live - knobs and functions as values, defaults, and values on their way to scripts.
 */
#include "script/convert_parts.h"

#include "script/functions.h"
#include <lauxlib.h>
#include <math.h>
#include <string.h>

bool convert_unknown_choice(struct convert *c, const char *key) {
    const wisp_param *p = c->param;
    const char *names[64] = {NULL};
    uint32_t n = p->choice_count < 64 ? p->choice_count : 64;
    char list[400] = "", shown[64];
    size_t used = 0;
    for (uint32_t k = 0; k < n; k++) {
        names[k] = p->choices[k].key;
        if (k < 12)
            used +=
                str_format(list + used, sizeof list - used, "%s%s", k ? ", " : "", names[k]);
    }
    const char *near = suggest_name(key, names, n, NULL, 0);
    str_printable(shown, sizeof shown, key, strlen(key));
    convert_problem(c, DIAG_ERROR, "bad-choice", "'%s' has no choice \"%s\"%s%s%s known: %s%s",
                    c->name, shown, near ? "; did you mean \"" : ";", near ? near : "",
                    near ? "\"?" : "", list, n > 12 ? ", ..." : "");
    return false;
}

/* ---- Knobs ---- */

static bool knob_number(struct convert *c, const struct desc_knob *knob, wisp_value *out) {
    const wisp_param *p = c->param;
    double x = knob->value[0];
    if (p->type == WISP_PARAM_INT) x = floor(x + 0.5);
    if (!c->script->loading && (p->hard_min != 0 || p->hard_max != 0))
        x = fmin(fmax(x, p->hard_min), p->hard_max); /* A slider must not raise. */
    if (!convert_limits(c, &x)) return false;
    out->v[0] = (float)convert_unit(p, x);
    if (p->type == WISP_PARAM_INT) {
        out->i = x < 0 ? (int32_t)x : (int32_t)(uint32_t)x;
        out->v[0] = (float)x;
    }
    if (p->type == WISP_PARAM_CURVE) convert_flat(c, out, 1);
    return true;
}

static bool knob_text(struct convert *c, const struct desc_knob *knob, wisp_value *out) {
    const char *key = knob->choices[(size_t)knob->value[0]];
    out->text = key;
    if (c->param->type == WISP_PARAM_STRING) return true;
    const wisp_choice *choice = convert_choice(c->param, key);
    if (!choice) return convert_unknown_choice(c, key);
    out->i = choice->value;
    out->text = choice->key;
    return true;
}

static bool knob_vec3(struct convert *c, const struct desc_knob *knob, wisp_value *out) {
    for (int k = 0; k < 3; k++) {
        double x = knob->value[k];
        if (!convert_limits(c, &x)) return false;
        out->v[k] = (float)convert_unit(c->param, x);
    }
    return true;
}

bool convert_knob(struct convert *c, const struct desc_knob *knob, wisp_value *out) {
    uint32_t type = c->param->type;
    bool number = knob->type == KNOB_NUMBER || knob->type == KNOB_INT;
    *out = (wisp_value){.kind = WISP_VALUE_CONST, .text = ""};
    if (number &&
        (type == WISP_PARAM_FLOAT || type == WISP_PARAM_INT || type == WISP_PARAM_CURVE))
        return knob_number(c, knob, out);
    if (knob->type == KNOB_BOOL && type == WISP_PARAM_BOOL) {
        out->i = knob->value[0] != 0;
        out->v[0] = (float)out->i;
        return true;
    }
    if (knob->type == KNOB_COLOR && (type == WISP_PARAM_COLOR || type == WISP_PARAM_GRADIENT)) {
        for (int k = 0; k < 4; k++) out->v[k] = (float)knob->value[k];
        if (type == WISP_PARAM_GRADIENT) convert_flat(c, out, 4);
        return true;
    }
    if (knob->type == KNOB_VEC3 && type == WISP_PARAM_VEC3 &&
        !(c->param->flags & WISP_PARAM_POINTS))
        return knob_vec3(c, knob, out);
    if (knob->type == KNOB_CHOICE && (type == WISP_PARAM_ENUM || type == WISP_PARAM_STRING))
        return knob_text(c, knob, out);
    convert_problem(c, DIAG_ERROR, "wrong-type",
                    "'%s' cannot follow the knob '%s', which is a %s", c->name, knob->name,
                    knob_type_name(knob->type));
    return false;
}

static bool read_knob(struct convert *c, const struct knob_value *knob,
                      struct desc_value *out) {
    struct script *script = c->script;
    if (knob->knob < 0) return false;
    if (!script->loading || !(c->allow & ALLOW_KNOB)) {
        convert_problem(c, DIAG_ERROR, "wrong-type",
                        "'%s' cannot follow a knob here; inside functions write s.p.%s",
                        c->name, script->knobs[knob->knob].name);
        return false;
    }
    script->knob_used[knob->knob] = true;
    if (!convert_knob(c, &script->knobs[knob->knob], &out->value)) return false;
    out->source = SOURCE_KNOB;
    out->ref = knob->knob;
    script->links = state_grow(c->L, script->links, script->link_count, &script->link_capacity,
                               sizeof *script->links);
    script->links[script->link_count++] =
        (struct knob_link){(uint32_t)knob->knob, c->node, c->param_index};
    return true;
}

/* ---- Functions ---- */

static bool read_function(struct convert *c, int index, struct desc_value *out) {
    if (!c->script->loading || !(c->allow & ALLOW_FUNCTION) ||
        !convert_takes_function(c->param))
        return convert_wrong_type(c, index);
    struct script_function function = {
        .name = c->display ? c->display : state_text(c->L, c->name),
        .field = state_text(c->L, c->name),
        .place = source_field(&c->script->sources, c->origin, &c->path),
        .is_field = true,
        .node = c->node,
        .param = c->param_index};
    lua_pushvalue(c->L, index);
    out->ref = function_add(c->L, &function);
    out->source = SOURCE_FUNCTION;
    convert_default(c->L, c->param, &out->value);
    return true;
}

bool convert_read(struct convert *c, int index, struct desc_value *out) {
    index = lua_absindex(c->L, index);
    const struct knob_value *knob = value_knob(c->L, index);
    if (c->script->loading) {
        struct place place = source_field(&c->script->sources, c->origin, &c->path);
        out->line = place.line;
        out->col = place.col;
    }
    out->source = SOURCE_CONST;
    out->ref = -1;
    if (knob) return read_knob(c, knob, out);
    if (lua_isfunction(c->L, index)) return read_function(c, index, out);
    return convert_const(c, index, &out->value);
}

/* ---- Defaults ---- */

static const float *default_table(lua_State *L, const wisp_param *p, uint32_t components) {
    struct script *script = script_of(L);
    for (size_t i = 0; i < script->default_count; i++)
        if (script->defaults[i].param == p) return script->defaults[i].table;
    float *table = state_push(L, (size_t)components * SCRIPT_SAMPLES, sizeof *table);
    stops_bake_over(table, SCRIPT_SAMPLES, components, p->def_stops, p->def_stop_count,
                    EASE_LINEAR, (const double[]){0, 1});
    if (p->flags & WISP_PARAM_ANGLE)
        for (uint32_t i = 0; i < components * SCRIPT_SAMPLES; i++)
            table[i] = (float)convert_unit(p, (double)table[i]);
    script->defaults = state_grow(L, script->defaults, script->default_count,
                                  &script->default_capacity, sizeof *script->defaults);
    script->defaults[script->default_count++] = (struct default_table){p, table};
    return table;
}

static void default_stops(lua_State *L, const wisp_param *p, wisp_value *out) {
    bool gradient = p->type == WISP_PARAM_GRADIENT || p->type == WISP_PARAM_COLOR;
    out->kind = gradient ? WISP_VALUE_GRADIENT : WISP_VALUE_CURVE;
    out->count = SCRIPT_SAMPLES;
    out->table = default_table(L, p, gradient ? 4 : 1);
    out->over_hi = 1;
    if (gradient)
        memcpy(out->v, out->table, sizeof out->v);
    else
        out->v[0] = out->v[1] = 1;
}

void convert_default(lua_State *L, const wisp_param *param, wisp_value *out) {
    const wisp_param *p = param;
    struct convert c = {.L = L, .script = script_of(L), .param = p};
    *out = (wisp_value){.kind = WISP_VALUE_CONST, .text = p->def_text ? p->def_text : ""};
    if (p->def_stop_count) {
        default_stops(L, p, out);
        return;
    }
    for (int k = 0; k < 4; k++) out->v[k] = (float)convert_unit(p, p->def[k]);
    switch (p->type) {
    case WISP_PARAM_BOOL:
        out->i = p->def[0] != 0;
        break;
    case WISP_PARAM_INT:
        out->i = p->def[0] < 0 ? (int32_t)p->def[0] : (int32_t)(uint32_t)p->def[0];
        break;
    case WISP_PARAM_FLOAT:
        if ((p->flags & WISP_PARAM_RANGE) && p->def[1] > p->def[0] && p->def[1] != 0)
            out->kind = WISP_VALUE_RANGE;
        else
            out->v[1] = out->v[2] = out->v[3] = 0;
        break;
    case WISP_PARAM_ENUM: {
        const wisp_choice *choice = convert_choice(p, out->text);
        if (choice) out->i = choice->value;
        break;
    }
    case WISP_PARAM_VEC3:
        if (p->flags & WISP_PARAM_POINTS) {
            out->kind = WISP_VALUE_POINTS;
            out->table = convert_room(&c, 3);
            out->count = 1;
        } else if (p->choice_count && p->def_text) {
            const wisp_choice *choice = convert_choice(p, out->text);
            if (choice) out->i = choice->value;
        }
        break;
    case WISP_PARAM_CURVE:
        convert_flat(&c, out, 1);
        break;
    case WISP_PARAM_GRADIENT:
        convert_flat(&c, out, 4);
        break;
    default:
        break;
    }
}

/* ---- To scripts ---- */

static void push_vector(lua_State *L, const wisp_param *p, const float *v, int n) {
    double unit = p->flags & WISP_PARAM_ANGLE ? 57.29577951308232 : 1;
    lua_createtable(L, n, 0);
    for (int k = 0; k < n; k++) {
        lua_pushnumber(L, (double)v[k] * unit);
        lua_rawseti(L, -2, k + 1);
    }
}

void convert_push(lua_State *L, const wisp_param *param, const wisp_value *value) {
    double unit = param->flags & WISP_PARAM_ANGLE ? 57.29577951308232 : 1;
    if (value->kind == WISP_VALUE_RANGE) {
        push_vector(L, param, value->v, 2);
        return;
    }
    switch (param->type) {
    case WISP_PARAM_BOOL:
        lua_pushboolean(L, value->i != 0);
        return;
    case WISP_PARAM_INT:
        lua_pushinteger(L, param->hard_min >= 0 ? (lua_Integer)(uint32_t)value->i : value->i);
        return;
    case WISP_PARAM_FLOAT:
    case WISP_PARAM_CURVE:
        lua_pushnumber(L, (double)(value->kind == WISP_VALUE_CURVE && value->count
                                       ? value->table[0]
                                       : value->v[0]) *
                              unit);
        return;
    case WISP_PARAM_VEC2:
        push_vector(L, param, value->v, 2);
        return;
    case WISP_PARAM_VEC3:
        push_vector(L, param, value->v, 3);
        return;
    case WISP_PARAM_VEC4:
        push_vector(L, param, value->v, 4);
        return;
    case WISP_PARAM_COLOR:
    case WISP_PARAM_GRADIENT:
        value_push_color(L, value->v);
        return;
    default:
        lua_pushstring(L, value->text ? value->text : "");
        return;
    }
}
