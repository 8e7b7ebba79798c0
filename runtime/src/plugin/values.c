/* SPDX-License-Identifier: MIT */
#include "plugin/values.h"

#include <math.h>
#include <string.h>

static double unit_of(const wisp_param *param) {
    return param->flags & WISP_PARAM_ANGLE ? 3.14159265358979323846 / 180.0 : 1.0;
}

/* Stops at x in 0..1, component c, linear between them. */
static double stops_at(const wisp_stop *stops, uint32_t count, double x, uint32_t c) {
    uint32_t k = 0;
    while (k + 1 < count && x > (double)stops[k + 1].t) k++;
    if (k + 1 >= count || x <= (double)stops[k].t) return (double)stops[k].v[c];
    double t0 = (double)stops[k].t, t1 = (double)stops[k + 1].t;
    double f = t1 > t0 ? (x - t0) / (t1 - t0) : 1.0;
    return (double)stops[k].v[c] + ((double)stops[k + 1].v[c] - (double)stops[k].v[c]) * f;
}

/* A table over 0..1 from the stops, or of the plain default when there are none. */
static wisp_status make_table(struct arena *arena, const wisp_param *param, uint32_t width,
                              wisp_value *out) {
    float *table = arena_push_array(arena, (size_t)VALUE_SAMPLES * width, sizeof *table, 0);
    if (!table) return WISP_E_NOMEM;
    for (uint32_t i = 0; i < VALUE_SAMPLES; i++) {
        double x = (double)i / (VALUE_SAMPLES - 1);
        for (uint32_t c = 0; c < width; c++) {
            double v = param->def_stop_count
                           ? stops_at(param->def_stops, param->def_stop_count, x, c)
                           : param->def[c];
            table[i * width + c] = (float)(v * unit_of(param));
        }
    }
    out->kind = width == 1 ? WISP_VALUE_CURVE : WISP_VALUE_GRADIENT;
    out->table = table;
    out->count = VALUE_SAMPLES;
    if (width == 1) out->v[0] = out->v[1] = 1.0f;
    return WISP_OK;
}

static void choose(const wisp_param *param, wisp_value *out) {
    const wisp_choice *choice = param->choices;
    for (uint32_t i = 0; param->def_text && i < param->choice_count; i++)
        if (strcmp(param->choices[i].key, param->def_text) == 0) choice = &param->choices[i];
    out->i = choice->value;
    out->text = choice->key;
}

wisp_status value_default(struct arena *arena, const wisp_param *param, wisp_value *out) {
    memset(out, 0, sizeof *out);
    out->over_hi = 1.0f;
    bool stops = (param->flags & WISP_PARAM_OVER_LIFE) && param->def_stop_count > 0;
    switch (param->type) {
    case WISP_PARAM_ENUM:
        choose(param, out);
        return WISP_OK;
    case WISP_PARAM_STRING:
    case WISP_PARAM_ASSET:
        out->text = param->def_text ? param->def_text : "";
        return WISP_OK;
    case WISP_PARAM_CURVE:
        return make_table(arena, param, 1, out);
    case WISP_PARAM_GRADIENT:
        return make_table(arena, param, 4, out);
    case WISP_PARAM_FLOAT:
        if (stops) return make_table(arena, param, 1, out);
        break;
    case WISP_PARAM_COLOR:
        if (stops) return make_table(arena, param, 4, out);
        break;
    default:
        break;
    }
    for (int c = 0; c < 4; c++) out->v[c] = (float)(param->def[c] * unit_of(param));
    out->i = (int32_t)param->def[0];
    if ((param->flags & WISP_PARAM_RANGE) && param->def[1] > param->def[0])
        out->kind = WISP_VALUE_RANGE;
    return WISP_OK;
}

wisp_status values_default(struct arena *arena, const wisp_param *params, uint32_t count,
                           wisp_value **out) {
    wisp_value *values = arena_push_array(arena, count ? count : 1, sizeof *values, 0);
    if (!values) return WISP_E_NOMEM;
    for (uint32_t i = 0; i < count; i++) {
        wisp_status status = value_default(arena, &params[i], &values[i]);
        if (status < 0) return status;
    }
    *out = values;
    return WISP_OK;
}

int32_t param_find(const wisp_param *params, uint32_t count, const char *key) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(params[i].key, key) == 0) return (int32_t)i;
    return -1;
}

static int32_t find_source(const wisp_param *from, uint32_t count, const wisp_param *param) {
    int32_t k = param_find(from, count, param->key);
    for (const char *const *a = param->aliases; k < 0 && a && *a; a++)
        k = param_find(from, count, *a);
    return k;
}

/* Whether values of one parameter mean the same for the other. */
static bool is_same_kind(const wisp_param *a, const wisp_param *b) {
    uint32_t kinds = WISP_PARAM_ANGLE | WISP_PARAM_POINTS;
    return a->type == b->type && (a->flags & kinds) == (b->flags & kinds);
}

void values_map(const wisp_param *from, uint32_t from_count, const wisp_param *to,
                uint32_t to_count, int32_t *map) {
    for (uint32_t i = 0; i < to_count; i++) {
        map[i] = find_source(from, from_count, &to[i]);
        if (map[i] >= 0 && !is_same_kind(&from[map[i]], &to[i])) map[i] = -1;
    }
}

static bool in_range(const wisp_param *param, double v) {
    if (!isfinite(v)) return false;
    if (param->hard_min == 0 && param->hard_max == 0) return true;
    /* The value went through a float: allow its rounding. */
    double slack = 1e-6 * fmax(fabs(param->hard_min), fabs(param->hard_max));
    if (!isfinite(slack)) slack = 1e-6 * fabs(v);
    v /= unit_of(param);
    return v >= param->hard_min - slack && v <= param->hard_max + slack;
}

static bool numbers_fit(const wisp_param *param, const float *v, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        if (!in_range(param, (double)v[i])) return false;
    return true;
}

static bool is_choice(const wisp_param *param, const wisp_value *value) {
    for (uint32_t i = 0; i < param->choice_count; i++)
        if (param->choices[i].value == value->i)
            return value->text && strcmp(value->text, param->choices[i].key) == 0;
    return false;
}

static bool float_fits(const wisp_param *param, const wisp_value *value) {
    switch (value->kind) {
    case WISP_VALUE_CONST:
        return numbers_fit(param, value->v, 1);
    case WISP_VALUE_RANGE:
        return (param->flags & WISP_PARAM_RANGE) && value->v[0] <= value->v[1] &&
               numbers_fit(param, value->v, 2);
    case WISP_VALUE_CURVE:
        return (param->flags & WISP_PARAM_OVER_LIFE) && value->table && value->count >= 2 &&
               numbers_fit(param, value->table, value->count);
    default:
        return false;
    }
}

static bool color_fits(const wisp_param *param, const wisp_value *value) {
    if (value->kind == WISP_VALUE_CONST) return numbers_fit(param, value->v, 4);
    return value->kind == WISP_VALUE_GRADIENT && (param->flags & WISP_PARAM_OVER_LIFE) &&
           value->table && value->count >= 2 &&
           numbers_fit(param, value->table, (uint64_t)value->count * 4);
}

static bool vector_fits(const wisp_param *param, const wisp_value *value, uint64_t n) {
    if (value->kind == WISP_VALUE_POINTS)
        return (param->flags & WISP_PARAM_POINTS) && value->table &&
               numbers_fit(param, value->v, n) && numbers_fit(param, value->table, n);
    return value->kind == WISP_VALUE_CONST && numbers_fit(param, value->v, n);
}

bool value_fits(const wisp_param *param, const wisp_value *value) {
    switch (param->type) {
    case WISP_PARAM_BOOL:
        return value->i == 0 || value->i == 1;
    case WISP_PARAM_INT:
        return in_range(param, value->i);
    case WISP_PARAM_FLOAT:
        return float_fits(param, value);
    case WISP_PARAM_VEC2:
        return vector_fits(param, value, 2);
    case WISP_PARAM_VEC3:
        return vector_fits(param, value, 3);
    case WISP_PARAM_VEC4:
        return vector_fits(param, value, 4);
    case WISP_PARAM_COLOR:
        return color_fits(param, value);
    case WISP_PARAM_ENUM:
        return is_choice(param, value);
    case WISP_PARAM_STRING:
    case WISP_PARAM_ASSET:
        return value->text != NULL;
    case WISP_PARAM_CURVE:
        return value->kind == WISP_VALUE_CURVE && value->table && value->count >= 2 &&
               numbers_fit(param, value->table, value->count);
    case WISP_PARAM_GRADIENT:
        return value->kind == WISP_VALUE_GRADIENT && value->table && value->count >= 2 &&
               numbers_fit(param, value->table, (uint64_t)value->count * 4);
    default:
        return false;
    }
}
