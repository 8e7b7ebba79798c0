/* SPDX-License-Identifier: MIT */
#include "kit/system.h"

#include "kit/pose.h"
#include "kit/system_bake.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Below this a second thread costs more than it brings. */
#define THREAD_WORTH 32768u
#define CHUNK_BLOCKS 16u

struct chunk_result {
    struct kit_bounds bounds;
    uint64_t dead, touched;
};

struct pass {
    struct kit_system *system;
    const wisp_step *step;
    const wisp_world *world;
    uint64_t old; /* slots before this step's births: those to be moved */
    uint64_t grain;
    struct chunk_result *results;
};

wisp_status kit_system_open(struct kit_system *s, wisp_instance *self, uint64_t limit) {
    const struct kit_extra style = {.name = "style", .type = WISP_TYPE_U32, .components = 1};
    wisp_status status;
    s->self = self;
    s->level = wisp_simd_level();
    status = kit_pool_open(&s->pool, self, limit, &style, 1);
    if (status < 0) return status;
    s->style = s->pool.extra[0].data;
    status = kit_emitter_open(&s->emitter, self);
    s->anchor = wisp_take(self, "anchor", WISP_TYPE_F32, 4, 1, 0);
    /* A table's texels are not values over life that could be baked again: the burst is over. */
    s->rgba_table =
        wisp_take(self, "rgba_table", WISP_TYPE_U32, (KIT_STYLES + 1) * KIT_TABLE, 1, 0);
    s->styles_used = wisp_take(self, "styles_used", WISP_TYPE_U64, 1, 1, 0);
    s->record = wisp_take(self, "record", WISP_TYPE_F32, s->pool.capacity, 5,
                          WISP_BUFFER_PLANAR | WISP_BUFFER_SCRATCH);
    s->size_table =
        wisp_take(self, "size_table", WISP_TYPE_F32, KIT_TABLE, 1, WISP_BUFFER_SCRATCH);
    s->size_revision = s->color_revision = 0;
    s->hit = NULL;
    if (!s->anchor || !s->record || !s->size_table || !s->rgba_table || !s->styles_used)
        return WISP_E_NOMEM;
    return status;
}

void kit_system_order(struct kit_system *s, struct kit_order order, const wisp_value *color) {
    if (!(order.count > 0.0)) return;
    if (s->order_count == KIT_ORDERS) {
        s->orders[KIT_ORDERS - 1].count += order.count;
        return;
    }
    if (order.given & KIT_ORDER_COLOR) {
        order.style = 1 + (uint32_t)(*s->styles_used % KIT_STYLES);
        ++*s->styles_used;
        if (s->baked.brightest < 1.0f) s->baked.brightest = 1.0f;
        kit_system_bake_style(s, order.style, color);
    }
    s->orders[s->order_count++] = order;
}

static struct kit_block block_at(struct kit_system *s, uint64_t first, uint32_t n) {
    struct kit_block b = {
        .n = n, .age = s->pool.age + first, .inv_life = s->pool.inv_life + first};
    for (uint64_t k = 0; k < 3; k++) {
        b.pos[k] = s->pool.pos + k * s->pool.capacity + first;
        b.vel[k] = s->pool.vel + k * s->pool.capacity + first;
    }
    return b;
}

/* Wind acts through drag: still air slows to rest, moving air carries along. */
static void add_wind(struct pass *p, const struct kit_block *b, float *const accel[3]) {
    struct kit_system *s = p->system;
    float at[3][KIT_BLOCK], wind[3][KIT_BLOCK];
    const float *const from[3] = {at[0], at[1], at[2]};
    float *const to[3] = {wind[0], wind[1], wind[2]};
    const float k_wind = s->baked.drag * s->baked.wind;
    for (int k = 0; k < 3; k++)
        for (uint32_t i = 0; i < b->n; i++) at[k][i] = b->pos[k][i] + s->anchor[k];
    s->self->host->world->wind(s->self, b->n, from, p->step->time, to);
    for (int k = 0; k < 3; k++)
        for (uint32_t i = 0; i < b->n; i++) accel[k][i] += k_wind * wind[k][i];
}

static uint32_t move_block(struct pass *p, const struct kit_block *b, uint64_t first,
                           struct chunk_result *result) {
    struct kit_system *s = p->system;
    const struct kit_baked *baked = &s->baked;
    const struct kit_kernels *kernels = kit_kernels(s->level);
    const bool turbulent = baked->turbulence.strength > 0.0f, attracted = baked->attract != 0;
    const bool windy = baked->wind > 0.0f && baked->drag > 0.0f;
    const bool collides = baked->collide.kind != KIT_COLLIDE_NONE;
    float planes[3][KIT_BLOCK], before[3][KIT_BLOCK];
    float *const accel[3] = {planes[0], planes[1], planes[2]};
    const float *const lent[3] = {planes[0], planes[1], planes[2]};
    const float *const start[3] = {before[0], before[1], before[2]};
    uint32_t dead;
    if (collides)
        for (int k = 0; k < 3; k++) memcpy(before[k], b->pos[k], b->n * sizeof(float));
    if (baked->drag_quadratic > 0.0f) {
        float wind[3];
        for (int k = 0; k < 3; k++) wind[k] = baked->wind * p->world->wind[k];
        kit_forces(s->level)->drag_quadratic(b, baked->drag_quadratic, p->step->dt, wind);
    }
    if (turbulent || attracted || windy) {
        memset(planes, 0, sizeof planes);
        if (turbulent) kit_turbulence_add(s->level, b, &baked->turbulence, accel);
        if (attracted) kit_forces(s->level)->attract(b, &baked->attractor, accel);
        if (windy) add_wind(p, b, accel);
        dead = kernels->move_by(b, &baked->motion, lent);
    } else {
        dead = kernels->move(b, &baked->motion);
    }
    if (baked->limit_speed > 0.0f) kit_forces(s->level)->limit_speed(b, baked->limit_speed);
    if (collides) {
        result->touched += kit_collide(s->level, s->self, p->world, &baked->collide, b, start,
                                       s->hit ? s->hit + first : NULL);
        if (baked->collide.kind == KIT_COLLIDE_KILL) {
            dead = 0;
            for (uint32_t i = 0; i < b->n; i++) dead += b->age[i] * b->inv_life[i] >= 1.0f;
        }
    }
    return dead;
}

static void one_block(struct pass *p, uint64_t first, uint32_t n, struct chunk_result *result) {
    struct kit_system *s = p->system;
    const uint64_t capacity = s->pool.capacity;
    struct kit_block all = block_at(s, first, n);
    struct kit_record record = {s->record + first, s->record + capacity + first,
                                s->record + 2 * capacity + first,
                                s->record + 3 * capacity + first,
                                (uint32_t *)(void *)(s->record + 4 * capacity + first)};
    if (first < p->old) {
        struct kit_block moved = all;
        moved.n = p->old - first < n ? (uint32_t)(p->old - first) : n;
        result->dead += move_block(p, &moved, first, result);
    }
    struct kit_look look = s->baked.look;
    if (*s->styles_used) {
        look.rgba_table = s->rgba_table;
        look.style = s->style + first;
    }
    kit_kernels(s->level)->record(&all, &look, &record);
    const float *const pos[3] = {all.pos[0], all.pos[1], all.pos[2]};
    kit_bounds_grow(s->level, &result->bounds, pos, n);
}

static void chunk(void *context, uint64_t begin, uint64_t end, uint32_t index) {
    struct pass *p = context;
    struct chunk_result result = {.bounds = KIT_BOUNDS_EMPTY};
    for (uint64_t i = begin; i < end; i += KIT_BLOCK)
        one_block(p, i, end - i < KIT_BLOCK ? (uint32_t)(end - i) : KIT_BLOCK, &result);
    p->results[index] = result;
}

/* In local space the living ride along: what the emitter did in this step is done to each of
 * them. */
static void ride(struct kit_system *s, const wisp_step *step) {
    const wisp_pose *a = &step->prev_pose, *b = &step->pose;
    wisp_pose turn = {.scale = 1.0f};
    float inverse[4] = {-a->rotation[0], -a->rotation[1], -a->rotation[2], a->rotation[3]};
    const float *q = b->rotation;
    bool turned = memcmp(a->rotation, b->rotation, sizeof a->rotation) != 0;
    if (!turned && memcmp(a->position, b->position, sizeof a->position) == 0) return;
    for (int k = 0; k < 3; k++)
        turn.rotation[k] = q[3] * inverse[k] + q[k] * inverse[3] +
                           q[(k + 1) % 3] * inverse[(k + 2) % 3] -
                           q[(k + 2) % 3] * inverse[(k + 1) % 3];
    turn.rotation[3] =
        q[3] * inverse[3] - q[0] * inverse[0] - q[1] * inverse[1] - q[2] * inverse[2];
    for (uint64_t i = 0; i < s->pool.head->count; i++) {
        float p[3], v[3], out[3];
        for (uint64_t k = 0; k < 3; k++) {
            p[k] = s->pool.pos[k * s->pool.capacity + i] - (a->position[k] - s->anchor[k]);
            v[k] = s->pool.vel[k * s->pool.capacity + i];
        }
        if (turned) {
            kit_pose_rotate(&turn, p, out);
            memcpy(p, out, sizeof p);
            kit_pose_rotate(&turn, v, out);
            memcpy(v, out, sizeof v);
        }
        for (uint64_t k = 0; k < 3; k++) {
            s->pool.pos[k * s->pool.capacity + i] = p[k] + (b->position[k] - s->anchor[k]);
            s->pool.vel[k * s->pool.capacity + i] = v[k];
        }
    }
}

static void set_anchor(struct kit_system *s, const wisp_step *step) {
    if (s->anchor[3] != 0.0f) return;
    memcpy(s->anchor, step->pose.position, 3 * sizeof *s->anchor);
    s->anchor[3] = 1.0f;
}

static void set_style(struct kit_system *s, uint64_t first, uint32_t style) {
    for (uint64_t i = first; i < s->pool.head->count; i++) s->style[i] = style;
}

static void obey_orders(struct kit_system *s, const wisp_step *step,
                        const struct kit_birth_values *birth, double share) {
    for (uint32_t k = 0; k < s->order_count; k++) {
        const struct kit_order *o = &s->orders[k];
        const wisp_value speed = {.kind = WISP_VALUE_RANGE, .v = {o->speed[0], o->speed[1]}};
        struct kit_birth_values own = *birth;
        struct kit_group group = {(uint64_t)fmin(ceil(o->count * share), 1e9), 0.0, 0.0};
        wisp_step at = *step;
        uint64_t granted;
        if (o->given & KIT_ORDER_SPEED) own.speed = &speed;
        if (o->given & KIT_ORDER_POSITION)
            for (int c = 0; c < 3; c++)
                at.pose.position[c] = at.prev_pose.position[c] = o->position[c] - s->anchor[c];
        granted =
            kit_emitter_bear(&s->emitter, &s->pool, &at, &own, s->baked.motion.accel, group);
        set_style(s, s->pool.head->count - granted, o->style);
    }
    s->order_count = 0;
}

/* All births of the step. Returns the first new slot. */
static uint64_t bear(struct kit_system *s, const wisp_step *step, const wisp_value *values) {
    struct kit_burst burst;
    struct kit_emission emission = kit_system_emission(s, step, values, &burst);
    const struct kit_birth_values birth = kit_system_birth(values);
    const float *accel = s->baked.motion.accel;
    const uint64_t before = s->pool.head->born;
    wisp_step local = *step;
    uint64_t born, plain;
    for (int k = 0; k < 3; k++) {
        local.pose.position[k] -= s->anchor[k];
        local.prev_pose.position[k] -= s->anchor[k];
    }
    if (step->flags & WISP_STEP_TELEPORT) local.prev_pose = local.pose;
    if (values[KIT_SOURCE].text && values[KIT_SOURCE].text[0]) {
        struct kit_source source = {.id = values[KIT_SOURCE].text,
                                    .on = (enum kit_source_on)values[KIT_SOURCE_ON].i,
                                    .rate = emission.rate,
                                    .count = (double)values[KIT_SOURCE_COUNT].v[0],
                                    .spread = (double)values[KIT_SOURCE_VARIANCE].v[0],
                                    .share = emission.share};
        memcpy(source.anchor, s->anchor, sizeof source.anchor);
        kit_source_step(&s->emitter, &s->pool, &local, &source, &birth, accel);
    } else {
        kit_emitter_step(&s->emitter, &s->pool, &local, &emission, &birth, accel);
    }
    plain = s->pool.head->born - before;
    set_style(s,
              s->pool.head->count - (plain < s->pool.head->count ? plain : s->pool.head->count),
              0);
    obey_orders(s, &local, &birth, emission.share);
    born = s->pool.head->born - before;
    return s->pool.head->count - (born < s->pool.head->count ? born : s->pool.head->count);
}

/* Room for contact marks, which other systems read. */
static void open_hits(struct kit_system *s) {
    if (s->baked.collide.kind == KIT_COLLIDE_NONE) {
        s->hit = NULL;
        return;
    }
    s->hit = wisp_take(s->self, "hit", WISP_TYPE_U8, s->pool.capacity, 1, WISP_BUFFER_SCRATCH);
    if (s->hit) memset(s->hit, 0, s->pool.head->count);
}

static void report(struct kit_system *s) {
    const wisp_report_1 *r = s->self->host->report;
    float lo[3], hi[3];
    const float reach =
        s->baked.look.size_table ? 0.0f : fmaxf(s->baked.look.size[0], s->baked.look.size[1]);
    r->count(s->self, "alive", (double)kit_pool_alive(&s->pool));
    r->count(s->self, "born", (double)s->pool.head->born);
    r->count(s->self, "dropped", s->emitter.state->dropped);
    if (s->records == 0) return;
    for (int k = 0; k < 3; k++) {
        lo[k] = s->bounds.min[k] + s->anchor[k] - reach;
        hi[k] = s->bounds.max[k] + s->anchor[k] + reach;
    }
    r->bounds(s->self, lo, hi);
}

static void shine(struct kit_system *s, const wisp_value *values) {
    wisp_light light = {.struct_size = sizeof light};
    float color[4], share = (float)kit_pool_alive(&s->pool) / fmaxf(1.0f, (float)s->pool.limit);
    if (!(s->baked.light > 0.0f) || s->records == 0) return;
    wisp_color_at(&values[KIT_COLOR], 0.2f, color);
    for (int k = 0; k < 3; k++) {
        light.position[k] = 0.5f * (s->bounds.min[k] + s->bounds.max[k]) + s->anchor[k];
        light.color[k] = s->baked.light * share * color[k];
    }
    light.radius = 0.1f;
    s->self->host->world->light(s->self, &light);
}

wisp_status kit_system_update(struct kit_system *s, const wisp_step *step,
                              const wisp_value *values) {
    const wisp_jobs_1 *jobs = s->self->host->jobs;
    struct pass p = {.system = s, .step = step};
    uint64_t count, chunks, dead = 0;
    set_anchor(s, step);
    kit_system_bake(s, step, values);
    kit_pool_settle(&s->pool, s->pool.head->dead);
    if (values[KIT_SPACE].i == KIT_SPACE_LOCAL) ride(s, step);
    p.old = bear(s, step, values);
    open_hits(s);
    p.world = s->self->host->world->snapshot(s->self);
    count = s->pool.head->count;
    p.grain = count < THREAD_WORTH ? (count ? count : 1) : CHUNK_BLOCKS * KIT_BLOCK;
    chunks = (count + p.grain - 1) / p.grain;
    p.results = s->self->host->state->frame(s->self, (chunks + 1) * sizeof *p.results);
    if (!p.results) return WISP_E_NOMEM;
    jobs->parallel(s->self, count, p.grain, chunk, &p);
    s->bounds = (struct kit_bounds)KIT_BOUNDS_EMPTY;
    s->touched = 0;
    for (uint64_t k = 0; k < chunks; k++) {
        kit_bounds_join(&s->bounds, &p.results[k].bounds);
        dead += p.results[k].dead;
        s->touched += p.results[k].touched;
    }
    for (uint64_t i = p.old; i < count; i++)
        dead += s->pool.age[i] * s->pool.inv_life[i] >= 1.0f;
    s->pool.head->dead = dead;
    s->records = count;
    report(s);
    shine(s, values);
    return WISP_OK;
}
