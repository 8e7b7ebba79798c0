/* SPDX-License-Identifier: MIT
 *
 * convert - see convert.h. Constants of each type; knobs and functions are in convert_live.c.
 */
#include "script/convert.h"

#include "script/asset.h"
#include "script/convert_parts.h"
#include <lauxlib.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

static const double degree = 0.017453292519943295;

void convert_problem(struct convert *c, enum diag_severity severity, const char *code,
                     const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    str_format_args(text, sizeof text, format, args);
    va_end(args);
    if (!c->script->loading) {
        if (severity == DIAG_ERROR) luaL_error(c->L, "%s", text);
        return;
    }
    struct place place = source_field(&c->script->sources, c->origin, &c->path);
    struct diag *diag = state_diag(c->script, place, severity, code, "%s", text);
    if (!diag || !c->where) return;
    diag_set_path(c->script->diags, diag, c->where);
    if (!place.exact) diag_note(c->script->diags, diag, "the field is %s", c->where);
}

/* ---- What a parameter wants, in words ---- */

static void add(char *out, size_t size, const char *text) {
    size_t n = strlen(out);
    str_copy(out + n, size - n, text);
}

static const char *wants_base(const wisp_param *p) {
    switch (p->type) {
    case WISP_PARAM_BOOL:
        return "true or false";
    case WISP_PARAM_INT:
        return "a whole number";
    case WISP_PARAM_FLOAT:
        return "a number";
    case WISP_PARAM_VEC2:
        return "{x, y}";
    case WISP_PARAM_VEC3:
        return p->flags & WISP_PARAM_POINTS ? "{{x, y, z}, {x, y, z}}" : "{x, y, z}";
    case WISP_PARAM_VEC4:
        return "{x, y, z, w}";
    case WISP_PARAM_COLOR:
        return "a colour";
    case WISP_PARAM_ENUM:
        return "a choice";
    case WISP_PARAM_STRING:
        return "a text";
    case WISP_PARAM_ASSET:
        return "a file name";
    case WISP_PARAM_CURVE:
        return "a curve or number";
    default:
        return "a gradient or colour";
    }
}

/* Whether functions each frame make sense for it. */
static bool takes_function(const wisp_param *p) {
    return !(p->flags & (WISP_PARAM_RESIZE | WISP_PARAM_REBUILD | WISP_PARAM_METER)) &&
           p->type != WISP_PARAM_STRING && p->type != WISP_PARAM_ASSET;
}

static void wants(const struct convert *c, char *out, size_t size) {
    const wisp_param *p = c->param;
    bool function = (c->allow & ALLOW_FUNCTION) && takes_function(p);
    str_copy(out, size, wants_base(p));
    if (p->type == WISP_PARAM_FLOAT && (p->flags & WISP_PARAM_RANGE))
        add(out, size, ", {lo,hi}");
    if (p->type == WISP_PARAM_VEC3 && p->choice_count) add(out, size, ", a choice");
    if (p->flags & WISP_PARAM_OVER_LIFE)
        add(out, size, p->type == WISP_PARAM_FLOAT ? ", curve" : ", gradient");
    if (c->allow & ALLOW_KNOB) add(out, size, function ? ", knob" : " or knob");
    if (function) add(out, size, " or function");
    if (p->unit && !str_equal(p->unit, "1") && p->type != WISP_PARAM_STRING) {
        add(out, size, " (");
        add(out, size, p->unit);
        add(out, size, ")");
    }
}

bool convert_wrong_type(struct convert *c, int index) {
    char text[160], got[96];
    wants(c, text, sizeof text);
    convert_problem(c, DIAG_ERROR, "wrong-type", "'%s' wants %s; got %s", c->name, text,
                    value_describe(c->L, index, got, sizeof got));
    return false;
}

/* ---- Numbers and limits ---- */

static const char *unit_of(const wisp_param *p) {
    return p->unit && !str_equal(p->unit, "1") ? p->unit : "";
}

static bool outside(struct convert *c, double x, double lo, double hi) {
    char number[40], low[40], high[40];
    value_number(number, sizeof number, x);
    value_number(low, sizeof low, lo);
    value_number(high, sizeof high, hi);
    const char *unit = unit_of(c->param);
    if (isinf(hi))
        convert_problem(c, DIAG_ERROR, "out-of-range", "'%s' is %s; the least is %s%s%s",
                        c->name, number, low, *unit ? " " : "", unit);
    else if (isinf(lo))
        convert_problem(c, DIAG_ERROR, "out-of-range", "'%s' is %s; the limit is %s%s%s",
                        c->name, number, high, *unit ? " " : "", unit);
    else
        convert_problem(c, DIAG_ERROR, "out-of-range", "'%s' is %s; limits are %s to %s%s%s",
                        c->name, number, low, high, *unit ? " " : "", unit);
    return false;
}

/* Hard limits refuse, soft ones clamp. In the table's units. */
bool convert_limits(struct convert *c, double *x) {
    const wisp_param *p = c->param;
    char number[40], low[40], high[40];
    bool limited = p->hard_min != 0 || p->hard_max != 0;
    if (isfinite(*x) && limited && (*x < p->hard_min || *x > p->hard_max))
        return outside(c, *x, p->hard_min, p->hard_max);
    if (!isfinite(*x) || fabs(*x) > 3e38) {
        value_number(number, sizeof number, *x);
        convert_problem(c, DIAG_ERROR, isfinite(*x) ? "out-of-range" : "not-finite",
                        "'%s' is %s; numbers must be %s", c->name, number,
                        isfinite(*x) ? "smaller than 3e38" : "finite");
        return false;
    }
    if (p->soft_min == 0 && p->soft_max == 0) return true;
    double clamped = fmin(fmax(*x, p->soft_min), p->soft_max);
    if (clamped == *x) return true;
    value_number(number, sizeof number, *x);
    value_number(low, sizeof low, p->soft_min);
    value_number(high, sizeof high, p->soft_max);
    const char *unit = unit_of(p);
    convert_problem(c, DIAG_WARNING, "soft-range",
                    "'%s' is %s, outside the useful %s to %s%s%s; clamped", c->name, number,
                    low, high, *unit ? " " : "", unit);
    *x = clamped;
    return true;
}

double convert_unit(const wisp_param *p, double x) {
    return p->flags & WISP_PARAM_ANGLE ? x * degree : x;
}

static bool read_number(struct convert *c, int index, float *out) {
    double x = lua_tonumber(c->L, index);
    if (!convert_limits(c, &x)) return false;
    *out = (float)convert_unit(c->param, x);
    return true;
}

/* {lo, hi} */
static bool read_range(struct convert *c, int index, wisp_value *out) {
    lua_State *L = c->L;
    double x[2];
    if (lua_rawlen(L, index) != 2) return convert_wrong_type(c, index);
    for (int k = 0; k < 2; k++) {
        lua_rawgeti(L, index, k + 1);
        bool number = lua_type(L, -1) == LUA_TNUMBER;
        x[k] = lua_tonumber(L, -1);
        lua_pop(L, 1);
        if (!number) return convert_wrong_type(c, index);
        if (!convert_limits(c, &x[k])) return false;
    }
    if (x[0] > x[1]) {
        char lo[40], hi[40];
        value_number(lo, sizeof lo, x[0]);
        value_number(hi, sizeof hi, x[1]);
        convert_problem(c, DIAG_ERROR, "reversed-range",
                        "'%s' is {%s, %s}: the first is larger than the second", c->name, lo,
                        hi);
        return false;
    }
    out->kind = x[0] == x[1] ? WISP_VALUE_CONST : WISP_VALUE_RANGE;
    for (int k = 0; k < 2; k++) out->v[k] = (float)convert_unit(c->param, x[k]);
    return true;
}

/* n numbers of the table at index. */
static bool read_vector(struct convert *c, int index, int n, float *out) {
    lua_State *L = c->L;
    if (!lua_istable(L, index) || lua_rawlen(L, index) != (size_t)n)
        return convert_wrong_type(c, index);
    index = lua_absindex(L, index);
    for (int k = 0; k < n; k++) {
        lua_rawgeti(L, index, k + 1);
        bool number = lua_type(L, -1) == LUA_TNUMBER;
        bool good = number && read_number(c, -1, &out[k]);
        lua_pop(L, 1);
        if (!number) return convert_wrong_type(c, index);
        if (!good) return false;
    }
    return true;
}

/* ---- Tables of results ---- */

/* Room for a small table that outlives the conversion. */
float *convert_room(struct convert *c, uint32_t floats) {
    struct script *script = c->script;
    if (script->loading || floats > SCRATCH_SLOT)
        return state_push(c->L, floats, sizeof(float));
    script->scratch_next = (script->scratch_next + 1) % SCRATCH_SLOTS;
    return script->scratch + SCRATCH_SLOT * script->scratch_next;
}

static const float *keep_table(struct convert *c, const float *table, uint32_t floats) {
    if (!c->script->loading) return table; /* Lent by the object. */
    float *copy = state_push(c->L, floats, sizeof *copy);
    memcpy(copy, table, floats * sizeof *copy);
    return copy;
}

static bool read_curve(struct convert *c, const struct curve_value *curve, wisp_value *out) {
    double least = (double)curve->least, most = (double)curve->most;
    if (curve->broken) return false;
    if (!convert_limits(c, &least) || !convert_limits(c, &most)) return false;
    bool angle = c->param->flags & WISP_PARAM_ANGLE;
    out->kind = WISP_VALUE_CURVE;
    out->count = SCRIPT_SAMPLES;
    out->table = keep_table(c, curve->table + (angle ? SCRIPT_SAMPLES : 0), SCRIPT_SAMPLES);
    out->v[0] = curve->vary[0];
    out->v[1] = curve->vary[1];
    out->over = curve->over;
    out->over_lo = curve->over_lo;
    out->over_hi = curve->over_hi;
    return true;
}

static bool read_gradient(struct convert *c, const struct curve_value *gradient,
                          wisp_value *out) {
    if (gradient->broken) return false;
    out->kind = WISP_VALUE_GRADIENT;
    out->count = SCRIPT_SAMPLES;
    out->table = keep_table(c, gradient->table, 4 * SCRIPT_SAMPLES);
    memcpy(out->v, gradient->table, sizeof out->v);
    out->over = gradient->over;
    out->over_lo = gradient->over_lo;
    out->over_hi = gradient->over_hi;
    return true;
}

/* One number or colour as a table of two equal samples. */
void convert_flat(struct convert *c, wisp_value *out, uint32_t components) {
    float *table = convert_room(c, 2 * components);
    for (uint32_t k = 0; k < 2 * components; k++) table[k] = out->v[k % components];
    out->kind = components == 4 ? WISP_VALUE_GRADIENT : WISP_VALUE_CURVE;
    out->table = table;
    out->count = 2;
    out->over_hi = 1;
    if (components == 1) out->v[0] = out->v[1] = 1;
}

/* ---- One type each ---- */

static bool read_float(struct convert *c, int index, wisp_value *out) {
    const struct curve_value *curve = value_curve(c->L, index);
    if (lua_type(c->L, index) == LUA_TNUMBER) return read_number(c, index, &out->v[0]);
    if (curve && !curve->gradient && (c->param->flags & WISP_PARAM_OVER_LIFE))
        return read_curve(c, curve, out);
    if (lua_istable(c->L, index) && (c->param->flags & WISP_PARAM_RANGE) &&
        !state_made(c->L, index))
        return read_range(c, index, out);
    return convert_wrong_type(c, index);
}

static bool read_curve_type(struct convert *c, int index, wisp_value *out) {
    const struct curve_value *curve = value_curve(c->L, index);
    if (curve && !curve->gradient) return read_curve(c, curve, out);
    if (lua_type(c->L, index) != LUA_TNUMBER) return convert_wrong_type(c, index);
    if (!read_number(c, index, &out->v[0])) return false;
    convert_flat(c, out, 1);
    return true;
}

static bool read_int(struct convert *c, int index, wisp_value *out) {
    if (lua_type(c->L, index) != LUA_TNUMBER) return convert_wrong_type(c, index);
    double x = lua_tonumber(c->L, index);
    if (!convert_limits(c, &x)) return false;
    if (x != floor(x)) {
        convert_problem(c, DIAG_ERROR, "wrong-type",
                        "'%s' wants a whole number; got number %.9g", c->name, x);
        return false;
    }
    out->i = x < 0 ? (int32_t)fmax(x, INT32_MIN) : (int32_t)(uint32_t)fmin(x, UINT32_MAX);
    out->v[0] = (float)x;
    return true;
}

static bool read_bool(struct convert *c, int index, wisp_value *out) {
    if (!lua_isboolean(c->L, index)) return convert_wrong_type(c, index);
    out->i = lua_toboolean(c->L, index);
    out->v[0] = (float)out->i;
    return true;
}

const wisp_choice *convert_choice(const wisp_param *p, const char *key) {
    for (uint32_t k = 0; k < p->choice_count; k++)
        if (str_equal(p->choices[k].key, key)) return &p->choices[k];
    return NULL;
}

static bool read_choice(struct convert *c, int index, wisp_value *out) {
    const wisp_param *p = c->param;
    if (lua_type(c->L, index) != LUA_TSTRING) {
        char list[400] = "", got[96];
        for (uint32_t k = 0; k < p->choice_count && k < 12; k++) {
            add(list, sizeof list, k ? ", " : "");
            add(list, sizeof list, p->choices[k].key);
        }
        convert_problem(c, DIAG_ERROR, "wrong-type", "'%s' wants one of %s; got %s", c->name,
                        list, value_describe(c->L, index, got, sizeof got));
        return false;
    }
    const char *key = lua_tostring(c->L, index);
    const wisp_choice *choice = convert_choice(p, key);
    if (!choice) return convert_unknown_choice(c, key);
    out->i = choice->value;
    out->text = choice->key;
    return true;
}

static bool read_color(struct convert *c, int index, wisp_value *out) {
    const struct curve_value *gradient = value_curve(c->L, index);
    const struct color_value *color = value_color(c->L, index);
    bool over =
        c->param->type == WISP_PARAM_GRADIENT || (c->param->flags & WISP_PARAM_OVER_LIFE);
    if (gradient && gradient->gradient && over) return read_gradient(c, gradient, out);
    if (color && color->broken) return false;
    if (!value_read_color(c->L, index, out->v)) {
        if (lua_type(c->L, index) != LUA_TSTRING) return convert_wrong_type(c, index);
        char got[96];
        convert_problem(c, DIAG_ERROR, "bad-color",
                        "'%s' wants a colour, \"#rrggbb\" or \"#rrggbbaa\"; got %s", c->name,
                        value_describe(c->L, index, got, sizeof got));
        return false;
    }
    if (c->param->type == WISP_PARAM_GRADIENT) convert_flat(c, out, 4);
    return true;
}

static bool read_points(struct convert *c, int index, wisp_value *out) {
    lua_State *L = c->L;
    if (!lua_istable(L, index) || lua_rawlen(L, index) != 2)
        return convert_wrong_type(c, index);
    float *second = convert_room(c, 3);
    for (int k = 0; k < 2; k++) {
        lua_rawgeti(L, index, k + 1);
        bool good = lua_istable(L, -1) && read_vector(c, -1, 3, k ? second : out->v);
        bool table = lua_istable(L, -1);
        lua_pop(L, 1);
        if (!table) return convert_wrong_type(c, index);
        if (!good) return false;
    }
    out->kind = WISP_VALUE_POINTS;
    out->table = second;
    out->count = 1;
    return true;
}

static bool read_vec3(struct convert *c, int index, wisp_value *out) {
    if (c->param->flags & WISP_PARAM_POINTS) return read_points(c, index, out);
    if (c->param->choice_count && lua_type(c->L, index) == LUA_TSTRING)
        return read_choice(c, index, out);
    out->text = "";
    return read_vector(c, index, 3, out->v);
}

/* A callback may only name what there is. */
static bool known_id(struct convert *c, const char *id) {
    const struct scene_desc *desc = &c->script->desc;
    if (!c->param->unit || !str_equal(c->param->unit, "id") || !id[0]) return true;
    for (uint32_t i = 0; i < desc->node_count; i++)
        if (str_equal(desc->nodes[i].id, id)) return true;
    convert_problem(c, DIAG_ERROR, "unknown-id", "'%s' names '%s', which is not in the scene",
                    c->name, id);
    return false;
}

static bool read_text(struct convert *c, int index, wisp_value *out) {
    lua_State *L = c->L;
    if (lua_type(L, index) != LUA_TSTRING) return convert_wrong_type(c, index);
    size_t n;
    const char *text = lua_tolstring(L, index, &n);
    if (n > TEXT_MOST) {
        convert_problem(c, DIAG_ERROR, "out-of-range", "'%s' has %zu bytes; the limit is %d",
                        c->name, n, TEXT_MOST);
        return false;
    }
    if (c->param->type == WISP_PARAM_ASSET) return asset_resolve(c, text, n, out);
    if (!c->script->loading) {
        out->text = text;
        return known_id(c, text);
    }
    char clean[TEXT_MOST + 1];
    utf8_sanitise(clean, sizeof clean, text, strlen(text));
    out->text = state_text(L, clean);
    return true;
}

bool convert_const(struct convert *c, int index, wisp_value *out) {
    index = lua_absindex(c->L, index);
    *out = (wisp_value){.kind = WISP_VALUE_CONST, .text = ""};
    switch (c->param->type) {
    case WISP_PARAM_BOOL:
        return read_bool(c, index, out);
    case WISP_PARAM_INT:
        return read_int(c, index, out);
    case WISP_PARAM_FLOAT:
        return read_float(c, index, out);
    case WISP_PARAM_VEC2:
        return read_vector(c, index, 2, out->v);
    case WISP_PARAM_VEC3:
        return read_vec3(c, index, out);
    case WISP_PARAM_VEC4:
        return read_vector(c, index, 4, out->v);
    case WISP_PARAM_ENUM:
        return read_choice(c, index, out);
    case WISP_PARAM_STRING:
    case WISP_PARAM_ASSET:
        return read_text(c, index, out);
    case WISP_PARAM_CURVE:
        return read_curve_type(c, index, out);
    case WISP_PARAM_COLOR:
    case WISP_PARAM_GRADIENT:
        return read_color(c, index, out);
    default:
        return convert_wrong_type(c, index);
    }
}

bool convert_takes_function(const wisp_param *p) { return takes_function(p); }
