/* SPDX-License-Identifier: MIT
 *
 * fluid_buffers - the named buffers behind a fluid, and the way between them and the solver.
 *
 * Budget per particle: 40 bytes of state and about 330 of scratch, of which the neighbour list
 * takes 176.
 */
#include "fluid_effect.h"

#include <math.h>
#include <string.h>

#define LIST_WIDTH 44u /* entries per particle at first: 28 neighbours and padding */

static void *ask(wisp_instance *self, const char *name, uint32_t type, uint64_t count,
                 uint32_t components, uint32_t flags) {
    wisp_buffer_desc d = {.struct_size = sizeof d,
                          .type = type,
                          .name = name,
                          .count = count,
                          .components = components,
                          .flags = flags};
    return self->host->state->buffer(self, &d, NULL);
}

void fluid_say(wisp_instance *self, fluid *f, uint32_t bit, const char *text) {
    if (f->said & bit) return;
    f->said |= bit;
    self->host->log->say(self, WISP_LOG_WARN, text);
}

static wisp_status open_particles(wisp_instance *self, fluid *f, uint32_t room) {
    fluid_state s = f->state;
    s.position = ask(self, "pos", WISP_TYPE_F32, room, 3, WISP_BUFFER_SPATIAL);
    s.velocity = ask(self, "vel", WISP_TYPE_F32, room, 3, 0);
    s.calm = ask(self, "calm", WISP_TYPE_F32, room, 1, 0);
    s.density = ask(self, "density", WISP_TYPE_F32, room, 1, 0);
    s.id = ask(self, "id", WISP_TYPE_U32, room, 1, 0);
    if (!s.position || !s.velocity || !s.calm || !s.density || !s.id) return WISP_E_NOMEM;
    f->state = s;
    *f->state.room = room;
    return WISP_OK;
}

wisp_status fluid_open_state(wisp_instance *self, fluid *f) {
    fluid_state *s = &f->state;
    s->alive = ask(self, "alive", WISP_TYPE_U32, 1, 1, 0);
    s->room = ask(self, "capacity", WISP_TYPE_U32, 1, 1, 0);
    s->born = ask(self, "born", WISP_TYPE_U32, 1, 1, 0);
    s->spacing = ask(self, "spacing", WISP_TYPE_F32, 1, 1, 0);
    s->extent = ask(self, "extent", WISP_TYPE_F32, 3, 1, 0);
    s->stream = ask(self, "stream", WISP_TYPE_F32, 2, 1, 0);
    s->region = ask(self, "region", WISP_TYPE_F32, 2, 1, 0);
    s->impulse = ask(self, "impulse", WISP_TYPE_F32, FLUID_MAX_PUSHED, 1, 0);
    if (!s->alive || !s->room || !s->born || !s->spacing || !s->extent || !s->stream ||
        !s->region || !s->impulse) {
        return WISP_E_NOMEM;
    }
    uint32_t room = *s->room ? *s->room : FLUID_CHUNK;
    wisp_status status = open_particles(self, f, room);
    if (status == WISP_OK && *s->alive > room) *s->alive = room;
    return status;
}

wisp_status fluid_reserve(wisp_instance *self, fluid *f, uint32_t count) {
    uint32_t room = *f->state.room;
    if (count > f->most) count = f->most;
    if (count <= room) return WISP_OK;
    uint32_t wanted = count > room + room / 2 ? count : room + room / 2;
    if (wanted > f->most) wanted = f->most;
    wanted = (wanted + FLUID_CHUNK - 1) / FLUID_CHUNK * FLUID_CHUNK;
    if (open_particles(self, f, wanted) != WISP_OK) {
        fluid_say(self, f, FLUID_SAID_MEMORY, "no memory for more particles: none are added");
        return open_particles(self, f, room);
    }
    return WISP_OK;
}

typedef struct work_buffer {
    const char *name;
    uint32_t type, components;
    size_t member; /* offset of the pointer in fluid_arrays */
} work_buffer;

#define WORK(name, type, components, field) \
    { "work." name, WISP_TYPE_##type, components, offsetof(fluid_arrays, field) }

/* All of capacity + FLUID_DUMMIES elements. */
static const work_buffer work_buffers[] = {
    WORK("position", F32, 4, position),
    WORK("velocity", F32, 4, velocity),
    WORK("start", F32, 4, start),
    WORK("guess", F32, 4, guess),
    WORK("next", F32, 4, next),
    WORK("smoothed", F32, 4, smoothed),
    WORK("id", U32, 1, id),
    WORK("id_sorted", U32, 1, id_sorted),
    WORK("x", F32, 1, x),
    WORK("y", F32, 1, y),
    WORK("z", F32, 1, z),
    WORK("density", F32, 1, density),
    WORK("cell", U32, 1, cell),
    WORK("list_start", U32, 1, list_start),
    WORK("neighbours", U16, 1, neighbours),
    WORK("near", U32, 1, near),
    WORK("near_wall", F32, 4, near_wall),
    WORK("foam", F32, 1, foam),
};

wisp_status fluid_widen(wisp_instance *self, fluid *f, uint32_t width) {
    uint64_t entries = (uint64_t)f->solver.capacity * width + 64u;
    void *list = entries < UINT32_MAX
                     ? ask(self, "work.list", WISP_TYPE_U32, entries, 1, WISP_BUFFER_SCRATCH)
                     : NULL;
    if (!list) return WISP_E_NOMEM;
    f->solver.a.list = list;
    f->solver.list_width = width;
    return WISP_OK;
}

/* Bytes in U8 buffers: structs of a chunk, which nobody else reads. */
static wisp_status open_sums(wisp_instance *self, fluid *f) {
    uint32_t chunks = f->solver.capacity / FLUID_CHUNK + 1;
    fluid_arrays *a = &f->solver.a;
    a->near_count = ask(self, "work.near_count", WISP_TYPE_U32, chunks, 1, WISP_BUFFER_SCRATCH);
    a->sums =
        ask(self, "work.sums", WISP_TYPE_U8, chunks * sizeof *a->sums, 1, WISP_BUFFER_SCRATCH);
    a->push =
        ask(self, "work.push", WISP_TYPE_U8,
            (uint64_t)chunks * FLUID_MAX_PUSHED * sizeof *a->push, 1, WISP_BUFFER_SCRATCH);
    f->glances = ask(self, "work.glances", WISP_TYPE_U8, chunks * sizeof *f->glances, 1,
                     WISP_BUFFER_SCRATCH);
    return a->near_count && a->sums && a->push && f->glances ? WISP_OK : WISP_E_NOMEM;
}

static wisp_status open_cells(wisp_instance *self, fluid *f) {
    fluid_solver *s = &f->solver;
    uint64_t cells = 1;
    for (int k = 0; k < 3; k++) {
        s->cells[k] = (uint32_t)s->boundary.extent[k] + 3;
        cells *= s->cells[k];
    }
    if (cells > FLUID_MAX_CELLS) return WISP_E_LIMIT;
    if (cells > s->cell_capacity) {
        s->cell_capacity = (uint32_t)(cells + cells / 4);
        s->a.cell_start = NULL;
    }
    s->a.cell_start = ask(self, "work.cells", WISP_TYPE_U32, (uint64_t)s->cell_capacity + 2, 1,
                          WISP_BUFFER_SCRATCH);
    return s->a.cell_start ? WISP_OK : WISP_E_NOMEM;
}

wisp_status fluid_open_work(wisp_instance *self, fluid *f) {
    fluid_solver *s = &f->solver;
    uint32_t room = (*f->state.room + FLUID_CHUNK - 1) / FLUID_CHUNK * FLUID_CHUNK;
    s->capacity = room;
    for (size_t k = 0; k < sizeof work_buffers / sizeof *work_buffers; k++) {
        const work_buffer *w = &work_buffers[k];
        void *p = ask(self, w->name, w->type, room + FLUID_DUMMIES, w->components,
                      WISP_BUFFER_SCRATCH);
        if (!p) return WISP_E_NOMEM;
        memcpy((char *)&s->a + w->member, &p, sizeof p);
    }
    wisp_status status = open_sums(self, f);
    if (status == WISP_OK) status = open_cells(self, f);
    if (status == WISP_OK) {
        status = fluid_widen(self, f, s->list_width ? s->list_width : LIST_WIDTH);
    }
    return status;
}

/* Height against gravity and speed, for the choice of substeps. */
static void look_at(const fluid *f, fluid_glance *g, const float p[3], const float v[3],
                    int first) {
    float up = -(p[0] * f->down[0] + p[1] * f->down[1] + p[2] * f->down[2]);
    float speed = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    g->sum += (double)up;
    if (first || up < g->lowest) g->lowest = up;
    if (speed > g->speed) g->speed = speed;
}

static void load_chunk(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    fluid *f = context;
    const float scale = 1.0f / f->h;
    fluid_glance glance = {0};
    for (uint64_t i = begin; i < end; i++) {
        const float *p = f->state.position + 3 * i, *v = f->state.velocity + 3 * i;
        f->solver.a.position[i] =
            (fluid_vec4){(p[0] - f->origin[0]) * scale, (p[1] - f->origin[1]) * scale,
                         (p[2] - f->origin[2]) * scale, f->state.calm[i]};
        f->solver.a.velocity[i] = (fluid_vec4){v[0] * scale, v[1] * scale, v[2] * scale, 0.0f};
        f->solver.a.id[i] = f->state.id[i];
        f->solver.a.density[i] = f->state.density[i];
        look_at(f, &glance, p, v, i == begin);
    }
    f->glances[chunk] = glance;
}

void fluid_load(fluid *f) {
    fluid_solver *s = &f->solver;
    fluid_glance all = {0};
    uint32_t chunks = (*f->state.alive + FLUID_CHUNK - 1) / FLUID_CHUNK;
    s->count = *f->state.alive;
    f->height = f->speed = 0.0f;
    if (s->count == 0) return;
    s->jobs.parallel(s->jobs.self, s->count, FLUID_CHUNK, load_chunk, f);
    all = f->glances[0];
    for (uint32_t c = 1; c < chunks; c++) {
        const fluid_glance *g = &f->glances[c];
        all.sum += g->sum;
        if (g->lowest < all.lowest) all.lowest = g->lowest;
        if (g->speed > all.speed) all.speed = g->speed;
    }
    float height = 2.0f * ((float)(all.sum / (double)s->count) - all.lowest);
    f->height = isfinite(height) ? height : 0.0f;
    f->speed = isfinite(all.speed) ? sqrtf(all.speed) : 0.0f;
}

static void store_chunk(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    fluid *f = context;
    (void)chunk;
    for (uint64_t i = begin; i < end; i++) {
        float *p = f->state.position + 3 * i, *v = f->state.velocity + 3 * i;
        const fluid_vec4 *q = &f->solver.a.position[i], *u = &f->solver.a.velocity[i];
        p[0] = q->x * f->h + f->origin[0];
        p[1] = q->y * f->h + f->origin[1];
        p[2] = q->z * f->h + f->origin[2];
        v[0] = u->x * f->h;
        v[1] = u->y * f->h;
        v[2] = u->z * f->h;
        f->state.calm[i] = q->w;
        f->state.id[i] = f->solver.a.id[i];
        f->state.density[i] = f->solver.a.density[i];
    }
}

void fluid_store(wisp_instance *self, fluid *f) {
    static const char *const names[] = {"pos", "vel", "calm", "density", "id"};
    *f->state.alive = f->solver.count;
    if (f->solver.count) {
        f->solver.jobs.parallel(f->solver.jobs.self, f->solver.count, FLUID_CHUNK, store_chunk,
                                f);
    }
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        self->host->state->set_used(self, names[k], f->solver.count);
    }
}
