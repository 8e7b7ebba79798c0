/* SPDX-License-Identifier: MIT */
#include "scene/apply_report.h"

#include <string.h>

void report_begin(struct apply_report *r, struct strbuf *out) {
    memset(r, 0, sizeof *r);
    r->out = out;
}

/* Room for one more item, with the comma before it. */
static bool next(struct apply_report *r) {
    if (!r->out) return false;
    if (r->items == REPORT_ITEMS_MOST) {
        r->more++;
        return false;
    }
    if (r->items++) strbuf_add(r->out, ", ");
    return true;
}

static double shown(const wisp_param *p, float x) {
    return p->flags & WISP_PARAM_ANGLE ? (double)x * 57.29577951308232 : (double)x;
}

static uint32_t components(uint32_t type) {
    switch (type) {
    case WISP_PARAM_VEC2:
        return 2;
    case WISP_PARAM_VEC3:
        return 3;
    case WISP_PARAM_VEC4:
    case WISP_PARAM_COLOR:
        return 4;
    default:
        return 1;
    }
}

static void add_numbers(struct strbuf *out, const wisp_param *p, const float *v, uint32_t n) {
    strbuf_add(out, "{");
    for (uint32_t k = 0; k < n; k++) strbuf_addf(out, "%s%.4g", k ? ", " : "", shown(p, v[k]));
    strbuf_add(out, "}");
}

static void add_value(struct strbuf *out, const wisp_param *p, const struct desc_value *d) {
    const wisp_value *v = &d->value;
    if (d->source == SOURCE_FUNCTION) {
        strbuf_add(out, "function");
        return;
    }
    if (v->kind == WISP_VALUE_CURVE || v->kind == WISP_VALUE_GRADIENT) {
        strbuf_add(out, v->kind == WISP_VALUE_CURVE ? "curve" : "gradient");
        return;
    }
    if (v->kind == WISP_VALUE_RANGE) {
        add_numbers(out, p, v->v, 2);
        return;
    }
    switch (p->type) {
    case WISP_PARAM_BOOL:
        strbuf_add(out, v->i ? "true" : "false");
        return;
    case WISP_PARAM_INT:
        strbuf_addf(out, "%d", (int)v->i);
        return;
    case WISP_PARAM_ENUM:
    case WISP_PARAM_STRING:
    case WISP_PARAM_ASSET:
        strbuf_addf(out, "\"%s\"", v->text ? v->text : "");
        return;
    default:
        break;
    }
    if (components(p->type) == 1)
        strbuf_addf(out, "%.6g", shown(p, v->v[0]));
    else
        add_numbers(out, p, v->v, components(p->type));
}

void report_value(struct apply_report *r, const char *id, const wisp_param *p,
                  const struct desc_value *from, const struct desc_value *to) {
    if (!p || !next(r)) return;
    strbuf_addf(r->out, "%s.%s ", id, p->key);
    add_value(r->out, p, from);
    strbuf_add(r->out, " -> ");
    add_value(r->out, p, to);
    if (p->flags & WISP_PARAM_REBUILD) strbuf_add(r->out, " (rebuilt)");
    if (p->flags & WISP_PARAM_RESIZE) strbuf_add(r->out, " (resized)");
    if (p->flags & WISP_PARAM_SPAWN) strbuf_add(r->out, " (new ones)");
}

void report_text(struct apply_report *r, const char *text) {
    if (next(r)) strbuf_add(r->out, text);
}

void report_added(struct apply_report *r, enum node_kind kind) { r->added[kind]++; }
void report_removed(struct apply_report *r, enum node_kind kind) { r->removed[kind]++; }

static void add_count(struct apply_report *r, char sign, uint32_t n, enum node_kind kind) {
    static const char *const one[NODE_KINDS] = {
        [NODE_BODY] = "body", [NODE_LIGHT] = "light", [NODE_EFFECT] = "effect"};
    static const char *const many[NODE_KINDS] = {
        [NODE_BODY] = "bodies", [NODE_LIGHT] = "lights", [NODE_EFFECT] = "effects"};
    if (!n || !one[kind]) return;
    if (r->items++) strbuf_add(r->out, ", ");
    strbuf_addf(r->out, "%c%u %s", sign, n, n == 1 ? one[kind] : many[kind]);
}

void report_end(struct apply_report *r) {
    if (!r->out) return;
    if (r->more) strbuf_addf(r->out, ", %u more", r->more);
    for (enum node_kind k = NODE_BODY; k < NODE_KINDS; k++) {
        add_count(r, '+', r->added[k], k);
        add_count(r, '-', r->removed[k], k);
    }
    if (!r->items) strbuf_add(r->out, "nothing changed");
}
