/* SPDX-License-Identifier: MIT
 *
 * What each bird makes of its neighbours: model A and model B.
 */
#include <math.h>

#include "flock_model.h"

/* The weight of attraction in model B that goes with a cohesion of 1. */
#define DOCUMENT_ATTRACTION 0.35f
#define NO_MATE 1e9f

struct near_one {
    float square, d[3];
    uint32_t k; /* place in the grid's order */
};

/* One bird and what it has gathered. */
struct seeker {
    const struct flock_rules *rules;
    const struct flock_grid *grid;
    uint32_t self;
    float pos[3], vel[3], speed;
    float reach, reach2;
    uint32_t found, most;
    struct near_one near[FLOCK_NEAREST_MOST];
    float apart[3], ahead[3], together[3], away[3], mate[3]; /* sums over neighbours */
    float own, courted, nearest_mate;
};

static void add_steer(struct seeker *s, const struct near_one *o, float length) {
    const struct flock_grid *g = s->grid;
    float spacing = s->rules->spacing;
    float push =
        length < spacing ? (spacing - length) / (spacing * fmaxf(length, 1e-6f)) : 0.0f;
    for (int c = 0; c < 3; c++) {
        s->ahead[c] += g->vel[c][o->k];
        s->together[c] += o->d[c];
        s->apart[c] -= push * o->d[c];
    }
    s->own += 1.0f;
}

/* Direction of the target that one neighbour of the same colour stands for. */
static void add_document(struct seeker *s, const struct near_one *o, float length) {
    const struct flock_rules *r = s->rules;
    if (length < 1e-9f) return;
    float v[3] = {s->grid->vel[0][o->k], s->grid->vel[1][o->k], s->grid->vel[2][o->k]};
    float speed = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    float pull = length < r->spacing
                     ? -4.0f * r->separation * (r->spacing - length) / r->spacing
                     : DOCUMENT_ATTRACTION * r->cohesion * (length - r->spacing) /
                           fmaxf(s->reach - r->spacing, 1e-6f);
    for (int c = 0; c < 3; c++)
        s->together[c] += r->alignment * v[c] / fmaxf(speed, 1e-9f) + pull * o->d[c] / length;
    s->own += 1.0f;
}

static void add(struct seeker *s, const struct near_one *o) {
    const struct flock_grid *g = s->grid;
    float length = sqrtf(o->square);
    if (g->color[o->k] != g->color[s->self]) {
        float push = s->rules->mode == FLOCK_DOCUMENT ? 2.0f / fmaxf(length, 1e-6f)
                                                      : 6.0f / fmaxf(o->square, 1e-6f);
        for (int c = 0; c < 3; c++) s->away[c] -= s->rules->other * push * o->d[c];
        return;
    }
    if (s->rules->mode == FLOCK_DOCUMENT)
        add_document(s, o, length);
    else
        add_steer(s, o, length);
    float heat = g->heat[o->k];
    if (heat <= 0.0f) return;
    for (int c = 0; c < 3; c++) s->mate[c] += heat * o->d[c] / fmaxf(length, 1e-6f);
    s->courted += heat;
    s->nearest_mate = fminf(s->nearest_mate, length);
}

static void keep_nearest(struct seeker *s, const struct near_one *o) {
    uint32_t at = s->found;
    if (at == s->most) {
        if (o->square >= s->near[at - 1].square) return;
        at--;
    } else {
        s->found++;
    }
    for (; at > 0 && s->near[at - 1].square > o->square; at--) s->near[at] = s->near[at - 1];
    s->near[at] = *o;
}

static void visit(struct seeker *s, uint32_t first, uint32_t end) {
    const struct flock_grid *g = s->grid;
    for (uint32_t k = first; k < end; k++) {
        struct near_one o = {.k = k};
        for (int c = 0; c < 3; c++) o.d[c] = g->pos[c][k] - s->pos[c];
        o.square = o.d[0] * o.d[0] + o.d[1] * o.d[1] + o.d[2] * o.d[2];
        if (o.square > s->reach2 || k == s->self) continue;
        if (s->rules->cos_view > -1.0f) {
            float along = o.d[0] * s->vel[0] + o.d[1] * s->vel[1] + o.d[2] * s->vel[2];
            if (along < s->rules->cos_view * sqrtf(o.square) * s->speed) continue;
        }
        if (s->most)
            keep_nearest(s, &o);
        else
            add(s, &o);
    }
}

/* Cells x0..x1 of one row lie side by side. */
static void visit_row(struct seeker *s, int32_t x0, int32_t x1, int32_t y, int32_t z) {
    const struct flock_grid *g = s->grid;
    int32_t most = (int32_t)g->dims[0] - 1;
    if (y < 0 || z < 0 || y >= (int32_t)g->dims[1] || z >= (int32_t)g->dims[2]) return;
    x0 = x0 < 0 ? 0 : x0;
    x1 = x1 > most ? most : x1;
    if (x0 > x1) return;
    uint32_t row = ((uint32_t)z * g->dims[1] + (uint32_t)y) * g->dims[0];
    visit(s, g->start[row + (uint32_t)x0], g->start[row + (uint32_t)x1 + 1]);
}

/* The cells that are `ring` away from cell p in one axis at least, and no farther in any. */
static void visit_ring(struct seeker *s, const int32_t p[3], int32_t ring) {
    for (int32_t z = -ring; z <= ring; z++)
        for (int32_t y = -ring; y <= ring; y++) {
            if (z == -ring || z == ring || y == -ring || y == ring) {
                visit_row(s, p[0] - ring, p[0] + ring, p[1] + y, p[2] + z);
            } else {
                visit_row(s, p[0] - ring, p[0] - ring, p[1] + y, p[2] + z);
                visit_row(s, p[0] + ring, p[0] + ring, p[1] + y, p[2] + z);
            }
        }
}

static void look_around(struct seeker *s) {
    const struct flock_grid *g = s->grid;
    int32_t p[3], last = 0;
    flock_grid_place(g, s->pos, p);
    for (int c = 0; c < 3; c++)
        if ((int32_t)g->dims[c] > last) last = (int32_t)g->dims[c];
    for (int32_t ring = 0; ring <= last; ring++) {
        visit_ring(s, p, ring);
        float sure = (float)ring * g->cell; /* nobody nearer than this was missed */
        if (sure >= s->reach) break;
        if (s->most && s->found == s->most && s->near[s->most - 1].square <= sure * sure) break;
    }
    for (uint32_t n = 0; n < s->found; n++) add(s, &s->near[n]);
}

static void limit(float v[3], float most) {
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (length <= most) return;
    for (int c = 0; c < 3; c++) v[c] *= most / length;
}

static void decide_steer(const struct seeker *s, const float urge[3], float panic,
                         float want[3]) {
    const struct flock_rules *r = s->rules;
    float share = s->own > 0.0f ? 1.0f / s->own : 0.0f;
    for (int c = 0; c < 3; c++) {
        float social = 0.0f;
        if (s->own > 0.0f)
            social = r->separation * r->acceleration * s->apart[c] +
                     2.0f * r->alignment * (s->ahead[c] * share - s->vel[c]) +
                     r->cohesion * s->together[c] * share;
        social += s->away[c];
        want[c] = (1.0f - 0.8f * panic) * social + urge[c];
    }
    limit(want, r->acceleration * (1.0f + panic));
}

static void decide_document(const struct seeker *s, const float urge[3], float panic,
                            float want[3]) {
    float square = 0.0f;
    /* An urge at full acceleration weighs as much as all neighbours together. */
    float weight = (s->own + 3.0f) / fmaxf(s->rules->acceleration, 1e-6f);
    for (int c = 0; c < 3; c++) {
        want[c] = (1.0f - 0.8f * panic) * (s->together[c] + s->away[c]) + weight * urge[c];
        square += want[c] * want[c];
    }
    float length = sqrtf(square);
    for (int c = 0; c < 3; c++)
        want[c] = length > 1e-9f ? want[c] / length : s->vel[c] / fmaxf(s->speed, 1e-9f);
}

static void think_one(struct seeker *s, const struct flock_birds *b, uint32_t i) {
    const struct flock_rules *r = s->rules;
    s->speed = sqrtf(s->vel[0] * s->vel[0] + s->vel[1] * s->vel[1] + s->vel[2] * s->vel[2]);
    s->reach = r->radius * (b->reach ? b->reach[i] : 1.0f);
    s->reach2 = s->reach * s->reach;
    s->most = r->neighbours > FLOCK_NEAREST_MOST ? FLOCK_NEAREST_MOST : r->neighbours;
    s->nearest_mate = NO_MATE;
    look_around(s);
    float urge[3] = {0}, want[3], panic = b->panic ? b->panic[i] : 0.0f;
    float heat = b->heat && s->courted > 0.0f ? b->heat[i] * r->courtship / s->courted : 0.0f;
    for (int c = 0; c < 3; c++)
        urge[c] = (b->urge[c] ? b->urge[c][i] : 0.0f) + heat * s->mate[c];
    if (r->mode == FLOCK_DOCUMENT)
        decide_document(s, urge, panic, want);
    else
        decide_steer(s, urge, panic, want);
    for (int c = 0; c < 3; c++) b->want[c][i] = want[c];
    if (b->mate) b->mate[i] = s->nearest_mate;
}

void flock_think(const struct flock_rules *rules, const struct flock_grid *grid,
                 const struct flock_birds *birds, uint64_t begin, uint64_t end) {
    for (uint64_t k = begin; k < end; k++) {
        struct seeker s = {.rules = rules, .grid = grid, .self = (uint32_t)k};
        for (int c = 0; c < 3; c++) {
            s.pos[c] = grid->pos[c][k];
            s.vel[c] = grid->vel[c][k];
        }
        think_one(&s, birds, grid->order[k]);
    }
}
