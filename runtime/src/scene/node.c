/* SPDX-License-Identifier: MIT
 *
 * Live values of nodes.
 */
#include "scene/scene_own.h"

#include <string.h>

const wisp_param *node_param(const struct node *n, uint32_t param) {
    uint32_t count;
    const wisp_param *table = schema_table(n->kind, &count);
    if (param < count) return &table[param];
    if (n->kind != NODE_EFFECT || !n->type || param - count >= n->type->param_count)
        return NULL;
    return &n->type->params[param - count];
}

size_t value_bytes(const wisp_value *v, const void **bytes) {
    size_t floats = v->kind == WISP_VALUE_CURVE      ? v->count
                    : v->kind == WISP_VALUE_GRADIENT ? (size_t)v->count * 4
                    : v->kind == WISP_VALUE_POINTS   ? 3
                                                     : 0;
    if (floats && v->table) {
        *bytes = v->table;
        return floats * sizeof(float);
    }
    *bytes = v->text;
    return v->text ? strlen(v->text) + 1 : 0;
}

bool value_equal(const wisp_value *a, const wisp_value *b) {
    if (a->kind != b->kind || a->i != b->i || a->count != b->count || a->over != b->over ||
        a->over_lo != b->over_lo || a->over_hi != b->over_hi)
        return false;
    for (int k = 0; k < 4; k++)
        if (a->v[k] != b->v[k]) return false;
    const void *p, *q;
    size_t m = value_bytes(a, &p), n = value_bytes(b, &q);
    return m == n && (m == 0 || memcmp(p, q, m) == 0);
}

wisp_status node_reserve(struct scene *s, struct node *n, uint32_t param,
                         const wisp_value *value) {
    const void *bytes;
    size_t size = value_bytes(value, &bytes);
    struct room *room = &n->rooms[param];
    if (size <= room->size) return WISP_OK;
    void *data = alloc_bytes(s->allocator, size);
    if (!data) return WISP_E_NOMEM;
    wisp_value *old = &n->values[param];
    if (room->size) memcpy(data, room->data, room->size);
    if (old->table == room->data && old->table) old->table = data;
    if (old->text == room->data && old->text) old->text = data;
    alloc_free(s->allocator, room->data, room->size);
    *room = (struct room){data, size};
    return WISP_OK;
}

/* Copy in, without looking at what was there. */
static wisp_status assign(struct scene *s, struct node *n, uint32_t param,
                          const wisp_value *value) {
    wisp_status status = node_reserve(s, n, param, value);
    if (status) return status;
    const void *bytes;
    size_t size = value_bytes(value, &bytes);
    uint32_t revision = n->values[param].revision + 1;
    if (size) memmove(n->rooms[param].data, bytes, size);
    wisp_value *to = &n->values[param];
    bool table = size && bytes == value->table;
    *to = *value;
    to->table = table ? n->rooms[param].data : NULL;
    to->text = size && !table ? n->rooms[param].data : NULL;
    to->revision = revision ? revision : 1;
    return WISP_OK;
}

wisp_status node_set(struct scene *s, struct node *n, uint32_t param, const wisp_value *value) {
    if (param >= n->count) return WISP_E_BAD_PARAM;
    if (value_equal(&n->values[param], value)) return WISP_OK;
    wisp_status status = assign(s, n, param, value);
    if (status) return status;
    const wisp_param *p = node_param(n, param);
    if (p && (p->flags & WISP_PARAM_REBUILD)) n->rebuild = true;
    if (n->kind == NODE_BODY && (param == BODY_POSITION || param == BODY_ROTATION))
        n->driven = true;
    return WISP_OK;
}

static bool fill(struct scene *s, struct node *n, const struct desc_node *d) {
    n->id = alloc_text(s->allocator, d->id ? d->id : "");
    n->values = alloc_array(s->allocator, d->value_count, sizeof *n->values);
    n->rooms = alloc_array(s->allocator, d->value_count, sizeof *n->rooms);
    if (!n->id || (d->value_count && (!n->values || !n->rooms))) return false;
    n->count = d->value_count;
    for (uint32_t i = 0; i < n->count; i++)
        if (assign(s, n, i, &d->values[i].value)) return false;
    return true;
}

struct node *node_create(struct scene *s, const struct desc_node *d) {
    struct node *n = alloc_zero(s->allocator, sizeof *n);
    if (!n) return NULL;
    n->kind = d->kind;
    n->count = d->value_count;
    n->teleport = true;
    pose_identity(&n->pose);
    pose_identity(&n->prev_pose);
    if (fill(s, n, d)) return n;
    node_destroy(s, n);
    return NULL;
}

void node_destroy(struct scene *s, struct node *n) {
    if (!n) return;
    instance_destroy(n->instance);
    for (uint32_t i = 0; n->rooms && i < n->count; i++)
        alloc_free(s->allocator, n->rooms[i].data, n->rooms[i].size);
    if (n->rooms) alloc_free(s->allocator, n->rooms, n->count * sizeof *n->rooms);
    if (n->values) alloc_free(s->allocator, n->values, n->count * sizeof *n->values);
    if (n->id) alloc_free(s->allocator, n->id, strlen(n->id) + 1);
    alloc_free(s->allocator, n, sizeof *n);
}

int32_t scene_node_by_id(const struct scene *s, const char *id) {
    if (!id || !*id) return NO_NODE;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i]->kind >= NODE_BODY && strcmp(s->nodes[i]->id, id) == 0)
            return (int32_t)i;
    return NO_NODE;
}
