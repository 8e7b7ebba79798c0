/* SPDX-License-Identifier: MIT */
#include "plugin/entry.h"

#include <math.h>
#include <string.h>

struct table {
    const wisp_param *params;
    uint32_t count, size;
    const char *path, *where;
    struct diag_list *diags;
};

/* One parameter on the table: a text that names it, and what it says. */
struct row {
    const struct table *table;
    char name[96];
    wisp_param param;
};

#define REPORT(row, code, ...) report(row, code, __VA_ARGS__)

__attribute__((format(printf, 3, 4))) static void
report(const struct row *row, const char *code, const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    str_format_args(text, sizeof text, format, args);
    va_end(args);
    struct diag_list *diags = row->table->diags;
    struct diag *d = diag_add(diags, (struct diag_place){.file = row->table->path}, DIAG_ERROR,
                              code, "%s: %s", row->name, text);
    diag_set_path(diags, d, row->name);
}

/* How many numbers of def a type has; 0 for those with a text, a table or a choice. */
static uint32_t width_of(uint32_t type) {
    switch (type) {
    case WISP_PARAM_BOOL:
    case WISP_PARAM_INT:
    case WISP_PARAM_FLOAT:
        return 1;
    case WISP_PARAM_VEC2:
        return 2;
    case WISP_PARAM_VEC3:
        return 3;
    case WISP_PARAM_VEC4:
    case WISP_PARAM_COLOR:
        return 4;
    default:
        return 0;
    }
}

static bool has_limits(double lo, double hi) { return lo != 0 || hi != 0; }

static void check_limits(const struct row *row) {
    const wisp_param *p = &row->param;
    bool nan = isnan(p->hard_min) || isnan(p->hard_max) || isnan(p->soft_min) ||
               isnan(p->soft_max) || !isfinite(p->step);
    if (nan) {
        REPORT(row, "param-range", "a limit is not a number");
        return;
    }
    bool hard = has_limits(p->hard_min, p->hard_max);
    bool soft = has_limits(p->soft_min, p->soft_max);
    if (hard && !(p->hard_min < p->hard_max))
        REPORT(row, "param-range", "hard range %g to %g is empty", p->hard_min, p->hard_max);
    if (soft && !(p->soft_min < p->soft_max))
        REPORT(row, "param-range", "soft range %g to %g is empty", p->soft_min, p->soft_max);
    if (hard && soft && (p->soft_min < p->hard_min || p->soft_max > p->hard_max))
        REPORT(row, "param-range", "soft range %g to %g reaches out of the hard one, %g to %g",
               p->soft_min, p->soft_max, p->hard_min, p->hard_max);
}

static void check_number(const struct row *row, double v) {
    const wisp_param *p = &row->param;
    if (!isfinite(v))
        REPORT(row, "param-default", "the default is not finite");
    else if (p->hard_min < p->hard_max && (v < p->hard_min || v > p->hard_max))
        REPORT(row, "param-default", "the default %g is outside %g to %g", v, p->hard_min,
               p->hard_max);
}

static void check_stops(const struct row *row) {
    const wisp_param *p = &row->param;
    if (p->def_stop_count == 0) return;
    if (!p->def_stops) {
        REPORT(row, "param-stops", "%u stops, but no table", p->def_stop_count);
        return;
    }
    uint32_t width = p->type == WISP_PARAM_CURVE || p->type == WISP_PARAM_FLOAT ? 1 : 4;
    float before = 0.0f;
    for (uint32_t i = 0; i < p->def_stop_count; i++) {
        const wisp_stop *s = &p->def_stops[i];
        if (!(s->t >= before && s->t <= 1.0f)) {
            REPORT(row, "param-stops", "stop %u at %g: stops must rise from 0 to 1", i,
                   (double)s->t);
            return;
        }
        before = s->t;
        for (uint32_t c = 0; c < width; c++) check_number(row, (double)s->v[c]);
    }
}

static void check_choices(const struct row *row) {
    const wisp_param *p = &row->param;
    if (p->choice_count == 0 || !p->choices) {
        REPORT(row, "param-choices", "it has no choices");
        return;
    }
    bool found = false;
    for (uint32_t i = 0; i < p->choice_count; i++) {
        const char *key = p->choices[i].key;
        if (!key || !*key) {
            REPORT(row, "param-choices", "choice %u has no key", i);
            return;
        }
        found = found || (p->def_text && strcmp(key, p->def_text) == 0);
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(p->choices[j].key, key) == 0)
                REPORT(row, "param-choices", "choice \"%s\" is there twice", key);
    }
    if (!found)
        REPORT(row, "param-default", "the default \"%s\" is none of the choices",
               p->def_text ? p->def_text : "");
}

static void check_default(const struct row *row) {
    const wisp_param *p = &row->param;
    uint32_t width = width_of(p->type);
    for (uint32_t c = 0; c < width; c++) check_number(row, p->def[c]);
    if (p->type == WISP_PARAM_BOOL && p->def[0] != 0 && p->def[0] != 1)
        REPORT(row, "param-default", "the default %g is neither 0 nor 1", p->def[0]);
    if (p->type == WISP_PARAM_INT && isfinite(p->def[0]) &&
        (p->def[0] != floor(p->def[0]) || fabs(p->def[0]) > 2147483647.0))
        REPORT(row, "param-default", "the default %g is no 32-bit integer", p->def[0]);
    if ((p->flags & WISP_PARAM_RANGE) && p->def[1] > p->def[0]) check_number(row, p->def[1]);
    if (p->type == WISP_PARAM_ENUM) check_choices(row);
    check_stops(row);
}

static void check_flags(const struct row *row) {
    const wisp_param *p = &row->param;
    bool number = p->type == WISP_PARAM_FLOAT;
    if ((p->flags & WISP_PARAM_RANGE) && !number)
        REPORT(row, "param-flags", "only FLOAT can be a range");
    if ((p->flags & WISP_PARAM_OVER_LIFE) && !number && p->type != WISP_PARAM_COLOR)
        REPORT(row, "param-flags", "only FLOAT and COLOR can be over life");
    if ((p->flags & WISP_PARAM_POINTS) && p->type != WISP_PARAM_VEC3)
        REPORT(row, "param-flags", "only VEC3 can be two points");
    if ((p->flags & WISP_PARAM_METER) && !number)
        REPORT(row, "param-flags", "only FLOAT can be a meter");
}

/* All names that one parameter goes by, one after the other; NULL at the end. */
static const char *name_at(const wisp_param *p, uint32_t i) {
    if (i == 0) return p->key;
    if (!p->aliases) return NULL;
    for (uint32_t k = 0; k < i; k++)
        if (!p->aliases[k]) return NULL;
    return p->aliases[i - 1];
}

static bool has_name(const wisp_param *p, const char *name) {
    const char *other;
    for (uint32_t i = 0; (other = name_at(p, i)); i++)
        if (strcmp(other, name) == 0) return true;
    return false;
}

static void check_names(const struct row *row, uint32_t k) {
    const char *name;
    for (uint32_t i = 0; (name = name_at(&row->param, i)); i++) {
        if (!entry_name_is_valid(name)) {
            REPORT(row, "param-key", "\"%s\" is not [a-z][a-z0-9_]*, at most 31 long", name);
            continue;
        }
        for (uint32_t j = 0; j < k; j++) {
            wisp_param other = entry_param(row->table->params, row->table->size, j);
            if (other.key && has_name(&other, name))
                REPORT(row, "param-duplicate", "\"%s\" is the name of params[%u] too", name, j);
        }
    }
}

void entry_check_params(const wisp_param *params, uint32_t count, uint32_t size,
                        const char *path, const char *where, struct diag_list *diags) {
    struct table table = {params, count, size, path, where, diags};
    for (uint32_t k = 0; k < count; k++) {
        struct row row = {.table = &table, .param = entry_param(params, size, k)};
        const char *key = row.param.key;
        str_format(row.name, sizeof row.name, "%s[%u]%s%.40s", where, k, key ? "." : "",
                   key ? key : "");
        if (!key) {
            REPORT(&row, "param-key", "it has no key");
            continue;
        }
        check_names(&row, k);
        if (row.param.type == 0 || row.param.type > WISP_PARAM_GRADIENT) {
            REPORT(&row, "param-type", "unknown type %u", row.param.type);
            continue;
        }
        check_flags(&row);
        check_limits(&row);
        check_default(&row);
    }
}
