/* SPDX-License-Identifier: MIT */
#include "kit/pool.h"

#include <stdbool.h>
#include <string.h>

/* Below this many, compaction is cheaper than thinking about it. */
#define SMALL_POOL 16384u

/* Planes whose starts are a multiple of 4096 bytes apart share one set of the first cache and
 * push each other out; an odd number of lines between them does not. */
static uint64_t plane_length(uint64_t limit) {
    uint64_t lines = (limit + 15) / 16;
    return 16 * (lines % 64 == 0 ? lines + 5 : lines);
}

static void *take(wisp_instance *self, const char *name, uint32_t type, uint32_t components,
                  uint64_t count) {
    const wisp_buffer_desc desc = {.struct_size = sizeof desc,
                                   .type = type,
                                   .name = name,
                                   .count = count,
                                   .components = components,
                                   .flags = components > 1 ? WISP_BUFFER_PLANAR : 0};
    return self->host->state->buffer(self, &desc, NULL);
}

static void tell_used(const struct kit_pool *pool) {
    static const char *const names[] = {"pos", "vel", "age", "inv_life", "seed"};
    const wisp_state_1 *state = pool->self->host->state;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        state->set_used(pool->self, names[k], pool->head->count);
    for (uint32_t k = 0; k < pool->extra_count; k++)
        state->set_used(pool->self, pool->extra[k].name, pool->head->count);
}

wisp_status kit_pool_open(struct kit_pool *pool, wisp_instance *self, uint64_t limit,
                          const struct kit_extra *extra, uint32_t extra_count) {
    struct kit_pool next = {.self = self, .limit = limit, .extra_count = extra_count};
    uint64_t n = next.capacity = plane_length(limit ? limit : 1);
    if (extra_count > KIT_MAX_EXTRA) return WISP_E_LIMIT;
    next.head = take(self, "pool", WISP_TYPE_U64, 1, sizeof *next.head / sizeof(uint64_t));
    next.pos = take(self, "pos", WISP_TYPE_F32, 3, n);
    next.vel = take(self, "vel", WISP_TYPE_F32, 3, n);
    next.age = take(self, "age", WISP_TYPE_F32, 1, n);
    next.inv_life = take(self, "inv_life", WISP_TYPE_F32, 1, n);
    next.seed = take(self, "seed", WISP_TYPE_U32, 1, n);
    if (!next.head || !next.pos || !next.vel || !next.age || !next.inv_life || !next.seed)
        return WISP_E_NOMEM;
    for (uint32_t k = 0; k < extra_count; k++) {
        next.extra[k] = extra[k];
        next.extra[k].data = take(self, extra[k].name, extra[k].type, extra[k].components, n);
        if (!next.extra[k].data) return WISP_E_NOMEM;
    }
    *pool = next;
    if (pool->head->count > pool->capacity) pool->head->count = pool->capacity;
    kit_pool_compact(pool);
    if (pool->head->count > limit) pool->head->count = limit;
    tell_used(pool);
    return WISP_OK;
}

uint64_t kit_pool_alive(const struct kit_pool *pool) {
    return pool->head->count - pool->head->dead;
}

static bool is_dead(const struct kit_pool *pool, uint64_t i) {
    return pool->age[i] * pool->inv_life[i] >= 1.0f;
}

/* Who stays: either a few runs, moved as wholes, or one index each. */
struct survivors {
    uint32_t *index; /* old slot of each new one */
    uint64_t first;  /* slots before it stay where they are */
    uint64_t count, runs;
};

/* Written without a branch on who is dead, which no processor could foresee. */
static void find_survivors(const struct kit_pool *pool, struct survivors *s) {
    const float *restrict age = pool->age, *restrict inv_life = pool->inv_life;
    uint64_t alive = 0, runs = 0;
    uint32_t was = 0;
    for (uint64_t i = s->first; i < pool->head->count; i++) {
        uint32_t keep = age[i] * inv_life[i] < 1.0f;
        s->index[alive] = (uint32_t)i;
        alive += keep;
        runs += keep & ~was;
        was = keep;
    }
    s->count = alive;
    s->runs = runs;
}

static void move_plane(const struct survivors *s, uint32_t *plane) {
    uint32_t *to = plane + s->first;
    if (s->runs * 64 > s->count) {
        for (uint64_t k = 0; k < s->count; k++) to[k] = plane[s->index[k]];
        return;
    }
    for (uint64_t k = 0; k < s->count;) {
        uint64_t end = k + 1;
        while (end < s->count && s->index[end] == s->index[end - 1] + 1) end++;
        memmove(to + k, plane + s->index[k], (end - k) * sizeof *plane);
        k = end;
    }
}

void kit_pool_compact(struct kit_pool *pool) {
    struct kit_pool_head *head = pool->head;
    struct survivors s = {0};
    if (head->dead == 0) return;
    while (s.first < head->count && !is_dead(pool, s.first)) s.first++;
    s.index = pool->self->host->state->frame(pool->self,
                                             (head->count - s.first + 1) * sizeof *s.index);
    if (!s.index) return; /* The dead lie on until there is room to think. */
    find_survivors(pool, &s);
    for (uint64_t k = 0; k < 3; k++) {
        move_plane(&s, (uint32_t *)(void *)(pool->pos + k * pool->capacity));
        move_plane(&s, (uint32_t *)(void *)(pool->vel + k * pool->capacity));
    }
    move_plane(&s, (uint32_t *)(void *)pool->age);
    move_plane(&s, (uint32_t *)(void *)pool->inv_life);
    move_plane(&s, pool->seed);
    for (uint32_t e = 0; e < pool->extra_count; e++)
        for (uint32_t k = 0; k < pool->extra[e].components; k++)
            move_plane(&s, pool->extra[e].data + k * pool->capacity);
    head->count = s.first + s.count;
    head->dead = 0;
    tell_used(pool);
}

void kit_pool_kill(struct kit_pool *pool, uint64_t i) {
    if (is_dead(pool, i)) return;
    pool->inv_life[i] = 1.0f;
    pool->age[i] = 2.0f;
    pool->head->dead++;
}

void kit_pool_settle(struct kit_pool *pool, uint64_t dead_now) {
    struct kit_pool_head *head = pool->head;
    head->dead = dead_now;
    if (head->count <= SMALL_POOL || head->dead > head->count / 8) kit_pool_compact(pool);
    tell_used(pool);
}

void kit_pool_clear(struct kit_pool *pool) {
    pool->head->count = pool->head->dead = 0;
    tell_used(pool);
}

static void make_room(struct kit_pool *pool, uint64_t n, enum kit_full full) {
    struct kit_pool_head *head = pool->head;
    uint64_t over = head->count + n > pool->limit ? head->count + n - pool->limit : 0;
    if (full == KIT_FULL_OLDEST) {
        for (uint64_t i = 0; i < over && i < head->count; i++) kit_pool_kill(pool, i);
    } else if (full == KIT_FULL_RANDOM) {
        uint64_t key = wisp_rng_key(pool->self->seed, 0x6b696c6c);
        uint64_t target = head->count > over ? head->count - over : 0;
        for (uint64_t try = 0; kit_pool_alive(pool) > target && try < 64 * over; try++)
            kit_pool_kill(pool, wisp_rng_u64(key, head->born + try * 7919) % head->count);
        for (uint64_t i = 0; i < head->count && kit_pool_alive(pool) > target; i++)
            kit_pool_kill(pool, i);
    }
    head->killed += head->dead;
    kit_pool_compact(pool);
}

uint64_t kit_pool_push(struct kit_pool *pool, uint64_t n, enum kit_full full,
                       uint64_t *granted) {
    struct kit_pool_head *head = pool->head;
    uint64_t first;
    if (n > pool->limit && full != KIT_FULL_REFUSE) n = pool->limit;
    if (head->count + n > pool->limit) kit_pool_compact(pool);
    if (head->count + n > pool->limit && full != KIT_FULL_REFUSE) make_room(pool, n, full);
    if (n > pool->limit - head->count) n = pool->limit - head->count;
    first = head->count;
    for (uint64_t i = first; i < first + n; i++) {
        pool->seed[i] = (uint32_t)(head->born + (i - first));
        pool->age[i] = 0.0f;
        pool->inv_life[i] = 0.0f;
        for (uint32_t k = 0; k < 3; k++) pool->vel[k * pool->capacity + i] = 0.0f;
    }
    head->count += n;
    head->born += n;
    *granted = n;
    tell_used(pool);
    return first;
}
