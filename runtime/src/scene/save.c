/* SPDX-License-Identifier: MIT
 *
 * Checkpoint and hash of a whole scene.
 *
 * A checkpoint is a head and a run of fields in a fixed order, written by one function that is
 * run twice: first to measure, then to write. The head carries what the scene is made of and a
 * hash of the rest, so everything is known to fit before the first field is taken.
 */
#include "scene/scene_own.h"

#include <string.h>

struct head {
    char magic[4];
    uint32_t version;
    uint64_t size, identity, checksum;
};
enum { VERSION = 1 };
static const char MAGIC[4] = {'W', 'S', 'P', 'S'};

/* Where one goes through a checkpoint; data NULL measures. */
struct cursor {
    unsigned char *data;
    size_t at, size;
    bool bad;
};

static void put(struct cursor *c, const void *bytes, size_t n) {
    if (c->data && n) memcpy(c->data + c->at, bytes, n);
    c->at += n;
}

static void pad(struct cursor *c) {
    static const unsigned char zeros[8] = {0};
    put(c, zeros, (8 - c->at % 8) % 8);
}

/* bytes may be NULL when n is 0: a scene without effects has none to keep. */
static void take(struct cursor *c, void *bytes, size_t n) {
    if (n == 0) return;
    if (c->bad || n > c->size - c->at) {
        c->bad = true;
        memset(bytes, 0, n);
        return;
    }
    memcpy(bytes, c->data + c->at, n);
    c->at += n;
}

/* n bytes in place; NULL when there are not so many. */
static const void *take_at(struct cursor *c, size_t n) {
    if (c->bad || n > c->size - c->at) {
        c->bad = true;
        return NULL;
    }
    const void *p = c->data + c->at;
    c->at += n;
    return p;
}

static uint64_t identity(const struct scene *s) {
    struct hash h;
    hash_begin(&h);
    for (uint32_t i = 0; i < s->node_count; i++) {
        const struct node *n = s->nodes[i];
        const uint32_t shape[2] = {(uint32_t)n->kind, n->count};
        hash_add(&h, shape, sizeof shape);
        hash_add(&h, n->id, strlen(n->id) + 1);
        if (n->type) hash_add(&h, n->type->id, strlen(n->type->id) + 1);
    }
    hash_add(&h, &s->desc->seed, sizeof s->desc->seed);
    hash_add(&h, &s->dt, sizeof s->dt);
    return hash_finish64(&h);
}

/* ---- Fields that are copied as they are, in both directions */

struct field {
    void *data;
    size_t size;
};

enum { FIELDS = 14 };

static void fields_of(struct scene *s, struct field out[FIELDS]) {
    struct wind_field *w = &s->world.wind;
    const struct field all[FIELDS] = {
        {&s->index, sizeof s->index},
        {&s->round_start, sizeof s->round_start},
        {&s->rounds, sizeof s->rounds},
        {&s->ended, sizeof s->ended},
        {&w->time, sizeof w->time},
        {&w->gust_phase, sizeof w->gust_phase},
        {&w->turnover, sizeof w->turnover},
        {w->drift, sizeof w->drift},
        {&s->camera.state, sizeof s->camera.state},
        {&s->world.last, sizeof s->world.last},
        {&s->heard_count, sizeof s->heard_count},
        {s->heard, SIGNALS_MOST * sizeof *s->heard},
        {s->world.motion, s->world.body_count * sizeof *s->world.motion},
        {s->ambient, sizeof s->ambient},
    };
    memcpy(out, all, sizeof all);
}

struct flat_value {
    uint32_t kind, count, over, is_table;
    int32_t i;
    float v[4], over_lo, over_hi;
    uint32_t bytes;
};

static void put_value(struct cursor *c, const wisp_value *v) {
    const void *bytes;
    size_t size = value_bytes(v, &bytes);
    struct flat_value f = {.kind = v->kind,
                           .count = v->count,
                           .over = v->over,
                           .is_table = size && bytes == v->table,
                           .i = v->i,
                           .over_lo = v->over_lo,
                           .over_hi = v->over_hi,
                           .bytes = (uint32_t)size};
    memcpy(f.v, v->v, sizeof f.v);
    put(c, &f, sizeof f);
    put(c, bytes, size);
    pad(c);
}

static bool take_value(struct cursor *c, wisp_value *v) {
    struct flat_value f;
    take(c, &f, sizeof f);
    const void *bytes = take_at(c, f.bytes);
    take_at(c, (8 - c->at % 8) % 8);
    if (c->bad) return false;
    *v = (wisp_value){.kind = f.kind,
                      .count = f.count,
                      .over = f.over,
                      .i = f.i,
                      .over_lo = f.over_lo,
                      .over_hi = f.over_hi};
    memcpy(v->v, f.v, sizeof f.v);
    if (f.bytes && f.is_table) v->table = bytes;
    if (f.bytes && !f.is_table) v->text = bytes;
    return true;
}

static void put_effect(struct cursor *c, const struct node *n) {
    const uint32_t flags[2] = {n->teleport, n->rebuild};
    put(c, &n->pose, sizeof n->pose);
    put(c, &n->prev_pose, sizeof n->prev_pose);
    put(c, flags, sizeof flags);
    uint64_t size = instance_save_size(n->instance);
    pad(c);
    put(c, &size, sizeof size);
    if (c->data) instance_save(n->instance, c->data + c->at);
    c->at += (size_t)size;
    pad(c);
}

static void put_script(struct cursor *c, struct scene *s) {
    uint64_t random = script_random_position(s->script);
    const char *text = "";
    size_t length = 0;
    if (script_state_save(s->script, &text, &length)) length = 0;
    uint64_t size = length;
    put(c, &random, sizeof random);
    put(c, &size, sizeof size);
    put(c, text, length);
    pad(c);
    for (uint32_t i = 0; i < s->knob_count; i++) {
        uint64_t changed = s->knob_changed[i];
        put(c, s->desc->knobs[i].value, sizeof s->desc->knobs[i].value);
        put(c, &changed, sizeof changed);
    }
}

static void put_all(struct cursor *c, struct scene *s) {
    struct head head = {.version = VERSION};
    struct field fields[FIELDS];
    fields_of(s, fields);
    put(c, &head, sizeof head);
    for (int i = 0; i < FIELDS; i++) put(c, fields[i].data, fields[i].size);
    pad(c);
    put_script(c, s);
    for (uint32_t i = 0; i < s->node_count; i++) {
        const struct node *n = s->nodes[i];
        for (uint32_t p = 0; p < n->count; p++) put_value(c, &n->values[p]);
        if (n->kind == NODE_EFFECT) put_effect(c, n);
    }
}

wisp_status scene_save(struct scene *s, void **data, size_t *size) {
    /* What is not heard yet is all that counts of the queue. */
    memset(s->heard + s->heard_count, 0, (SIGNALS_MOST - s->heard_count) * sizeof *s->heard);
    struct cursor c = {0};
    put_all(&c, s);
    size_t bytes = c.at;
    unsigned char *out = alloc_bytes(s->allocator, bytes);
    if (!out) return WISP_E_NOMEM;
    c = (struct cursor){.data = out, .size = bytes};
    put_all(&c, s);
    struct head head = {.version = VERSION, .size = bytes, .identity = identity(s)};
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    head.checksum = hash_bytes64(out + sizeof head, bytes - sizeof head);
    memcpy(out, &head, sizeof head);
    *data = out;
    *size = bytes;
    return WISP_OK;
}

/* ---- The way back */

static bool fits(const struct scene *s, const void *data, size_t size) {
    struct head head;
    if (size < sizeof head) return false;
    memcpy(&head, data, sizeof head);
    return memcmp(head.magic, MAGIC, sizeof MAGIC) == 0 && head.version == VERSION &&
           head.size == size && head.identity == identity(s) &&
           head.checksum ==
               hash_bytes64((const unsigned char *)data + sizeof head, size - sizeof head);
}

static void take_script(struct cursor *c, struct scene *s, bool knobs) {
    uint64_t random, length;
    take(c, &random, sizeof random);
    take(c, &length, sizeof length);
    const char *text = take_at(c, (size_t)length);
    take_at(c, (8 - c->at % 8) % 8);
    if (c->bad) return;
    if (length)
        script_state_load(s->script, text, (size_t)length);
    else
        script_state_load(s->script, "{}", 2);
    script_random_seek(s->script, random);
    for (uint32_t i = 0; i < s->knob_count; i++) {
        double value[4];
        uint64_t changed;
        take(c, value, sizeof value);
        take(c, &changed, sizeof changed);
        if (knobs && !c->bad) s->knob_changed[i] = changed != 0;
        /* In both cases: values that follow a knob are set again by the next script frame. */
        script_knob_set(s->script, i, knobs ? value : s->desc->knobs[i].value);
    }
}

static void take_effect(struct cursor *c, struct scene *s, struct node *n) {
    uint32_t flags[2];
    uint64_t size;
    take(c, &n->pose, sizeof n->pose);
    take(c, &n->prev_pose, sizeof n->prev_pose);
    take(c, flags, sizeof flags);
    take_at(c, (8 - c->at % 8) % 8);
    take(c, &size, sizeof size);
    const void *blob = take_at(c, (size_t)size);
    take_at(c, (8 - c->at % 8) % 8);
    if (c->bad) return;
    n->teleport = flags[0] != 0;
    n->rebuild = flags[1] != 0;
    n->told = false;
    instance_set_values(n->instance, n->type, n->values + COMMON_PARAMS);
    wisp_status status = instance_restore(n->instance, blob, (size_t)size);
    if (!status) return;
    log_write(s->config.log, LOG_LEVEL_WARN, n->id, "begins anew: its checkpoint does not fit");
    instance_restart(n->instance);
}

wisp_status scene_restore(struct scene *s, const void *data, size_t size, bool knobs) {
    if (!fits(s, data, size)) return WISP_E_BAD_DATA;
    struct cursor c = {.data = (unsigned char *)(uintptr_t)data, .size = size};
    struct field fields[FIELDS];
    wisp_status status = WISP_OK;
    fields_of(s, fields);
    take_at(&c, sizeof(struct head));
    for (int i = 0; i < FIELDS; i++) take(&c, fields[i].data, fields[i].size);
    take_at(&c, (8 - c.at % 8) % 8);
    take_script(&c, s, knobs);
    for (uint32_t i = 0; i < s->node_count && !c.bad; i++) {
        struct node *n = s->nodes[i];
        wisp_value v;
        for (uint32_t p = 0; p < n->count && take_value(&c, &v); p++) {
            wisp_status set = node_set(s, n, p, &v);
            if (set) status = set;
        }
        n->driven = n->rebuild = false;
        if (n->kind == NODE_EFFECT) take_effect(&c, s, n);
    }
    timeline_reset(&s->timeline);
    for (uint32_t i = 0; i < s->timeline.track_count; i++) {
        wisp_value v;
        bool changed; /* what holds at this time is in the values already */
        if (s->index > s->round_start)
            timeline_value(&s->timeline, i, scene_time(s) - s->dt + 1e-7, &v, &changed);
    }
    s->command_count = 0;
    s->world.drawn.count = 0;
    scene_apply_globals(s);
    struct camera_view view;
    scene_look(s, 0.0f, &view);
    return c.bad ? WISP_E_BAD_DATA : status;
}

wisp_status scene_load(struct scene *s, const void *data, size_t size) {
    return scene_restore(s, data, size, true);
}

/* ---- Hash */

static void hash_values(struct hash *h, const struct node *n) {
    for (uint32_t p = 0; p < n->count; p++) {
        const wisp_value *v = &n->values[p];
        const void *bytes;
        size_t size = value_bytes(v, &bytes);
        hash_add(h, &v->kind, sizeof v->kind);
        hash_add(h, &v->i, sizeof v->i);
        hash_add(h, v->v, sizeof v->v);
        if (size) hash_add(h, bytes, size);
    }
}

struct hash128 scene_hash(struct scene *s) {
    struct hash h;
    const struct camera_state *c = &s->camera.state;
    hash_begin(&h);
    hash_add(&h, &s->index, sizeof s->index);
    hash_add(&h, &s->round_start, sizeof s->round_start);
    const struct wind_field *w = &s->world.wind;
    const double wind[6] = {w->time,     w->gust_phase, w->turnover,
                            w->drift[0], w->drift[1],   w->drift[2]};
    hash_add(&h, wind, sizeof wind);
    const float camera[8] = {c->spin_angle, c->turn[0],  c->turn[1],  c->zoom,
                             c->shift[0],   c->shift[1], c->shift[2], c->shake_left};
    hash_add(&h, camera, sizeof camera);
    hash_add(&h, s->world.motion, s->world.body_count * sizeof *s->world.motion);
    for (uint32_t i = 0; i < s->node_count; i++) {
        const struct node *n = s->nodes[i];
        hash_add(&h, n->id, strlen(n->id) + 1);
        hash_values(&h, n);
        if (n->kind != NODE_EFFECT) continue;
        uint64_t state = instance_hash(n->instance);
        hash_add(&h, &state, sizeof state);
    }
    uint64_t random = script_random_position(s->script);
    hash_add(&h, &random, sizeof random);
    return hash_finish128(&h);
}
