/* SPDX-License-Identifier: MIT */
#include "plugin/mesh_obj.h"

#include "base/hash.h"
#include <math.h>
#include <string.h>

/* Numbers of one kind as they stand in the file. */
struct numbers {
    float *data;
    size_t count, capacity;
};

/* A corner of a face: indices from 0 into the file's lists, -1 for none. */
struct corner {
    int64_t v, t, n;
};

/* Corner -> vertex, open addressing. */
struct corner_map {
    struct corner *keys;
    uint32_t *vertices; /* + 1; 0 is free */
    size_t size;
};

struct parser {
    const struct allocator *allocator;
    const char *path, *at, *end;
    int line;
    struct numbers v, t, n;
    struct corner_map map;
    struct mesh *mesh;
    struct diag_list *diags;
    wisp_status status;
};

static void fail(struct parser *p, wisp_status status, const char *text) {
    if (p->status < 0) return;
    p->status = status;
    diag_add(p->diags, (struct diag_place){.file = p->path, .line = p->line}, DIAG_ERROR,
             "mesh", "%s", text);
}

static void skip_blanks(struct parser *p) {
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\r')) p->at++;
}

static bool at_line_end(struct parser *p) {
    skip_blanks(p);
    return p->at == p->end || *p->at == '\n' || *p->at == '#';
}

static bool is_digit(const struct parser *p) {
    return p->at < p->end && *p->at >= '0' && *p->at <= '9';
}

static bool take(struct parser *p, char c) {
    if (p->at == p->end || *p->at != c) return false;
    p->at++;
    return true;
}

/* Decimal number, whatever the locale is. */
static bool read_float(struct parser *p, float *out) {
    double value = 0, scale = 1;
    int exponent = 0, digits = 0;
    skip_blanks(p);
    bool negative = take(p, '-');
    if (!negative) take(p, '+');
    for (; is_digit(p); p->at++, digits++) value = value * 10 + (*p->at - '0');
    if (take(p, '.'))
        for (; is_digit(p); p->at++, digits++) {
            value = value * 10 + (*p->at - '0');
            scale *= 10;
        }
    if (digits == 0) return false;
    if (take(p, 'e') || take(p, 'E')) {
        bool below = take(p, '-');
        if (!below) take(p, '+');
        for (; is_digit(p); p->at++)
            if (exponent < 1000) exponent = exponent * 10 + (*p->at - '0');
        if (below) exponent = -exponent;
    }
    value = value / scale * pow(10, exponent);
    *out = (float)(negative ? -value : value);
    return isfinite(*out);
}

static void read_numbers(struct parser *p, struct numbers *list, int count) {
    void *data = list->data;
    if (list->count / (size_t)count >= MESH_VERTICES_MOST) {
        fail(p, WISP_E_LIMIT, "more than 4194304 vertices");
        return;
    }
    if (!alloc_grow(p->allocator, &data, &list->capacity, list->count + (size_t)count,
                    sizeof *list->data)) {
        fail(p, WISP_E_NOMEM, "out of memory");
        return;
    }
    list->data = data;
    for (int i = 0; i < count; i++)
        if (!read_float(p, &list->data[list->count + (size_t)i])) {
            fail(p, WISP_E_BAD_DATA, "a number was expected");
            return;
        }
    list->count += (size_t)count;
}

/* One index of a corner; OBJ counts from 1, and backwards from -1. */
static bool read_index(struct parser *p, size_t count, int64_t *out) {
    int64_t value = 0;
    bool negative = take(p, '-');
    if (!is_digit(p)) return false;
    for (; is_digit(p); p->at++)
        if (value < INT32_MAX) value = value * 10 + (*p->at - '0');
    *out = negative ? (int64_t)count - value : value - 1;
    return *out >= 0 && *out < (int64_t)count;
}

static bool read_corner(struct parser *p, struct corner *c) {
    *c = (struct corner){.v = -1, .t = -1, .n = -1};
    skip_blanks(p);
    if (!read_index(p, p->v.count / 3, &c->v)) return false;
    if (!take(p, '/')) return true;
    if (p->at < p->end && *p->at != '/' && !read_index(p, p->t.count / 2, &c->t)) return false;
    return !take(p, '/') || read_index(p, p->n.count / 3, &c->n);
}

static bool corner_equal(struct corner a, struct corner b) {
    return a.v == b.v && a.t == b.t && a.n == b.n;
}

static size_t find_place(const struct corner_map *map, struct corner c) {
    size_t i = (size_t)hash_bytes64(&c, sizeof c) & (map->size - 1);
    while (map->vertices[i] && !corner_equal(map->keys[i], c)) i = (i + 1) & (map->size - 1);
    return i;
}

static void free_map(const struct allocator *a, struct corner_map *map) {
    alloc_free(a, map->keys, map->size * sizeof *map->keys);
    alloc_free(a, map->vertices, map->size * sizeof *map->vertices);
}

static bool grow_map(struct parser *p) {
    struct corner_map *map = &p->map, larger = {.size = map->size ? 2 * map->size : 1024};
    larger.keys = alloc_array(p->allocator, larger.size, sizeof *larger.keys);
    larger.vertices = alloc_array(p->allocator, larger.size, sizeof *larger.vertices);
    if (!larger.keys || !larger.vertices) {
        free_map(p->allocator, &larger);
        return false;
    }
    for (size_t i = 0; i < map->size; i++) {
        if (!map->vertices[i]) continue;
        size_t at = find_place(&larger, map->keys[i]);
        larger.keys[at] = map->keys[i];
        larger.vertices[at] = map->vertices[i];
    }
    free_map(p->allocator, map);
    *map = larger;
    return true;
}

static bool grow_floats(const struct allocator *a, float **list, size_t *capacity,
                        size_t need) {
    void *data = *list;
    if (!alloc_grow(a, &data, capacity, need, sizeof **list)) return false;
    *list = data;
    return true;
}

static bool grow_vertices(struct mesh *m, size_t count) {
    return grow_floats(m->allocator, &m->positions, &m->position_capacity, 3 * count) &&
           grow_floats(m->allocator, &m->normals, &m->normal_capacity, 3 * count) &&
           grow_floats(m->allocator, &m->uvs, &m->uv_capacity, 2 * count);
}

static uint32_t add_vertex(struct parser *p, struct corner c) {
    struct mesh *m = p->mesh;
    uint32_t k = m->view.vertex_count;
    if (2 * ((size_t)k + 1) > p->map.size && !grow_map(p)) {
        fail(p, WISP_E_NOMEM, "out of memory");
        return 0;
    }
    size_t at = find_place(&p->map, c);
    if (p->map.vertices[at]) return p->map.vertices[at] - 1;
    if (k >= MESH_VERTICES_MOST || !grow_vertices(m, (size_t)k + 1)) {
        fail(p, k >= MESH_VERTICES_MOST ? WISP_E_LIMIT : WISP_E_NOMEM, "too many vertices");
        return 0;
    }
    memcpy(&m->positions[3 * (size_t)k], &p->v.data[3 * c.v], 3 * sizeof(float));
    memset(&m->normals[3 * (size_t)k], 0, 3 * sizeof(float));
    memset(&m->uvs[2 * (size_t)k], 0, 2 * sizeof(float));
    if (c.n >= 0) memcpy(&m->normals[3 * (size_t)k], &p->n.data[3 * c.n], 3 * sizeof(float));
    if (c.t >= 0) memcpy(&m->uvs[2 * (size_t)k], &p->t.data[2 * c.t], 2 * sizeof(float));
    p->map.keys[at] = c;
    p->map.vertices[at] = k + 1;
    m->view.vertex_count++;
    return k;
}

static void add_triangle(struct parser *p, uint32_t a, uint32_t b, uint32_t c) {
    struct mesh *m = p->mesh;
    void *indices = m->indices;
    size_t n = m->view.index_count;
    if (n + 3 > MESH_INDICES_MOST) {
        fail(p, WISP_E_LIMIT, "too many faces");
        return;
    }
    if (!alloc_grow(p->allocator, &indices, &m->index_capacity, n + 3, sizeof *m->indices)) {
        fail(p, WISP_E_NOMEM, "out of memory");
        return;
    }
    m->indices = indices;
    m->indices[n] = a;
    m->indices[n + 1] = b;
    m->indices[n + 2] = c;
    m->view.index_count += 3;
}

static void read_face(struct parser *p) {
    uint32_t first = 0, last = 0;
    int corners = 0;
    while (p->status >= 0 && !at_line_end(p)) {
        struct corner c;
        if (!read_corner(p, &c)) {
            fail(p, WISP_E_BAD_DATA, "a face names a vertex that is not there");
            return;
        }
        uint32_t k = add_vertex(p, c);
        if (corners == 0) first = k;
        if (corners >= 2 && p->status >= 0) add_triangle(p, first, last, k);
        last = k;
        corners++;
    }
    if (corners < 3) fail(p, WISP_E_BAD_DATA, "a face has fewer than three corners");
}

static bool starts(const struct parser *p, const char *word) {
    size_t n = strlen(word);
    return (size_t)(p->end - p->at) > n && memcmp(p->at, word, n) == 0 &&
           (p->at[n] == ' ' || p->at[n] == '\t');
}

static void read_line(struct parser *p) {
    skip_blanks(p);
    if (starts(p, "v")) {
        p->at += 1;
        read_numbers(p, &p->v, 3);
    } else if (starts(p, "vt")) {
        p->at += 2;
        read_numbers(p, &p->t, 2);
    } else if (starts(p, "vn")) {
        p->at += 2;
        read_numbers(p, &p->n, 3);
    } else if (starts(p, "f")) {
        p->at += 1;
        read_face(p);
    }
    while (p->at < p->end && *p->at != '\n') p->at++;
    if (p->at < p->end) p->at++;
    p->line++;
}

static void add_face_normal(struct mesh *m, const uint32_t *corner) {
    const float *a = &m->positions[3 * (size_t)corner[0]];
    const float *b = &m->positions[3 * (size_t)corner[1]];
    const float *c = &m->positions[3 * (size_t)corner[2]];
    float u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = b[k] - a[k];
        v[k] = c[k] - a[k];
    }
    float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                  u[0] * v[1] - u[1] * v[0]};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) m->normals[3 * (size_t)corner[i] + (size_t)k] += n[k];
}

static void finish_normals(struct mesh *m, bool given) {
    for (uint32_t i = 0; !given && i + 2 < m->view.index_count; i += 3)
        add_face_normal(m, &m->indices[i]);
    for (size_t i = 0; i < m->view.vertex_count; i++) {
        float *n = &m->normals[3 * i];
        float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; k < 3; k++)
            n[k] = length > 0 && isfinite(length) ? n[k] / length : (k == 1 ? 1.0f : 0.0f);
    }
}

wisp_status mesh_parse_obj(const struct allocator *allocator, const char *path,
                           const char *text, size_t size, struct mesh *out,
                           struct diag_list *diags) {
    struct parser p = {.allocator = allocator,
                       .path = path,
                       .at = text,
                       .end = text + size,
                       .line = 1,
                       .mesh = out,
                       .diags = diags};
    memset(out, 0, sizeof *out);
    out->allocator = allocator;
    while (p.at < p.end && p.status >= 0) read_line(&p);
    if (p.status >= 0 && out->view.index_count == 0)
        fail(&p, WISP_E_BAD_DATA, "there are no faces in it");
    if (p.status >= 0) finish_normals(out, p.n.count > 0);
    alloc_free(allocator, p.v.data, p.v.capacity * sizeof(float));
    alloc_free(allocator, p.t.data, p.t.capacity * sizeof(float));
    alloc_free(allocator, p.n.data, p.n.capacity * sizeof(float));
    free_map(allocator, &p.map);
    if (p.status < 0) {
        mesh_free(out);
        return p.status;
    }
    out->view.struct_size = sizeof out->view;
    out->view.positions = out->positions;
    out->view.normals = out->normals;
    out->view.uvs = out->uvs;
    out->view.indices = out->indices;
    return WISP_OK;
}

void mesh_free(struct mesh *mesh) {
    const struct allocator *a = mesh->allocator;
    if (!a) return;
    alloc_free(a, mesh->positions, mesh->position_capacity * sizeof(float));
    alloc_free(a, mesh->normals, mesh->normal_capacity * sizeof(float));
    alloc_free(a, mesh->uvs, mesh->uv_capacity * sizeof(float));
    alloc_free(a, mesh->indices, mesh->index_capacity * sizeof(uint32_t));
    memset(mesh, 0, sizeof *mesh);
}
