/* SPDX-License-Identifier: MIT */
#include "kit/collide.h"

#include "kit/contact.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

#define WALK_STEPS 16
#define CONTACT_GAP 1e-5f /* m: as good as touching */

/* Those of a block whose way may meet one body, packed. */
struct candidates {
    uint32_t n;
    uint32_t slot[KIT_BLOCK];
    float from[3][KIT_BLOCK], way[3][KIT_BLOCK], at[3][KIT_BLOCK];
    float length[KIT_BLOCK], t[KIT_BLOCK], distance[KIT_BLOCK], normal[3][KIT_BLOCK];
};

/* An age that ends a life now: a system that listens for deaths sees it as one of this step. */
static float just_past(float inv_life) { return 1.00001f / fmaxf(inv_life, 1e-9f); }

static void body_velocity(const wisp_collider *body, const float p[3], float out[3]) {
    float arm[3];
    for (int k = 0; k < 3; k++) arm[k] = p[k] - body->pose.position[k];
    for (int k = 0; k < 3; k++)
        out[k] = body->velocity[k] + body->spin[(k + 1) % 3] * arm[(k + 2) % 3] -
                 body->spin[(k + 2) % 3] * arm[(k + 1) % 3];
}

/* Only those within reach of a ball around the body go on. */
static void gather(const struct kit_block *block, const float *const before[3],
                   const struct kit_collide *s, const wisp_collider *body,
                   struct candidates *c) {
    float reach =
        s->radius + sqrtf(body->size[0] * body->size[0] + body->size[1] * body->size[1] +
                          body->size[2] * body->size[2]);
    if (body->shape == WISP_SHAPE_CAPSULE) reach += body->size[0];
    c->n = 0;
    for (uint32_t i = 0; i < block->n; i++) {
        float from[3], to[3], u[3], away = 0.0f, far2 = 0.0f;
        if (block->age[i] * block->inv_life[i] >= 1.0f) continue;
        for (int k = 0; k < 3; k++) to[k] = block->pos[k][i] + s->origin[k];
        body_velocity(body, to, u);
        for (int k = 0; k < 3; k++) {
            /* The body's motion goes into the start, so that the body itself stands still. */
            from[k] = before[k][i] + s->origin[k] + u[k] * s->dt;
            float way = to[k] - from[k], gap = to[k] - body->pose.position[k];
            far2 += way * way;
            away += gap * gap;
        }
        float length = sqrtf(far2), limit = reach + length;
        if (away > limit * limit) continue;
        for (int k = 0; k < 3; k++) {
            c->from[k][c->n] = from[k];
            c->way[k][c->n] = to[k] - from[k];
        }
        c->length[c->n] = length;
        c->slot[c->n++] = i;
    }
}

static void measure(wisp_instance *self, uint32_t index, struct candidates *c) {
    const float *const at[3] = {c->at[0], c->at[1], c->at[2]};
    float *const normal[3] = {c->normal[0], c->normal[1], c->normal[2]};
    for (int k = 0; k < 3; k++)
        for (uint32_t i = 0; i < c->n; i++)
            c->at[k][i] = c->from[k][i] + c->t[i] * c->way[k][i];
    self->host->world->distance(self, index, c->n, at, c->distance, normal);
}

/* Walk all candidates forward together. A way that ends free has t = 1 and a positive distance.
 */
static void walk(wisp_instance *self, uint32_t index, float radius, struct candidates *c) {
    memset(c->t, 0, c->n * sizeof *c->t);
    for (int step = 0; step < WALK_STEPS; step++) {
        bool moving = false;
        measure(self, index, c);
        for (uint32_t i = 0; i < c->n; i++) {
            float gap = c->distance[i] - radius;
            if (gap <= CONTACT_GAP || c->t[i] >= 1.0f) continue;
            c->t[i] = c->length[i] > gap ? fminf(1.0f, c->t[i] + gap / c->length[i]) : 1.0f;
            moving = true;
        }
        if (!moving) break;
    }
    for (uint32_t i = 0; i < c->n; i++)
        if (c->distance[i] - radius > CONTACT_GAP) c->t[i] = 1.0f;
    measure(self, index, c);
}

static void respond(const struct kit_collide *s, const wisp_collider *body,
                    const struct kit_block *block, const struct candidates *c, uint32_t i) {
    const uint32_t slot = c->slot[i];
    float n[3], at[3], u[3], v[3];
    float out = s->radius - c->distance[i]; /* how deep it stands */
    for (int k = 0; k < 3; k++) {
        n[k] = c->normal[k][i];
        at[k] = c->at[k][i] + (out > 0.0f ? out : 0.0f) * n[k];
        v[k] = block->vel[k][slot];
    }
    body_velocity(body, at, u);
    if (s->kind == KIT_COLLIDE_BOUNCE)
        kit_contact_bounce(v, u, n, s->restitution < 0.0f ? body->restitution : s->restitution,
                           s->friction < 0.0f ? body->friction : s->friction);
    else
        memcpy(v, u, sizeof v);
    for (int k = 0; k < 3; k++) {
        block->pos[k][slot] = at[k] - s->origin[k];
        block->vel[k][slot] = v[k];
    }
    if (s->kind == KIT_COLLIDE_KILL) block->age[slot] = just_past(block->inv_life[slot]);
}

static uint32_t against_body(wisp_instance *self, const wisp_world *world, uint32_t index,
                             const struct kit_collide *s, const struct kit_block *block,
                             const float *const before[3], uint8_t *hit) {
    const wisp_collider *body = &world->colliders[index];
    struct candidates c;
    uint32_t touched = 0;
    gather(block, before, s, body, &c);
    if (c.n == 0) return 0;
    walk(self, index, s->radius, &c);
    for (uint32_t i = 0; i < c.n; i++) {
        float approach = 0.0f;
        for (int k = 0; k < 3; k++) approach += c.way[k][i] * c.normal[k][i];
        if (c.distance[i] - s->radius > CONTACT_GAP ||
            (approach >= 0.0f && c.distance[i] >= s->radius))
            continue;
        respond(s, body, block, &c, i);
        touched++;
        if (hit) hit[c.slot[i]] = 1;
    }
    return touched;
}

/* The ground in closed form: no way ends below it, whatever the step. */
static uint32_t against_plane(int level, const wisp_collider *body, const struct kit_collide *s,
                              const struct kit_block *block, uint8_t *hit) {
    const float *q = body->pose.rotation;
    struct kit_plane plane = {.normal = {2.0f * (q[0] * q[1] - q[3] * q[2]),
                                         1.0f - 2.0f * (q[0] * q[0] + q[2] * q[2]),
                                         2.0f * (q[1] * q[2] + q[3] * q[0])},
                              .restitution =
                                  s->restitution < 0.0f ? body->restitution : s->restitution,
                              .friction = s->friction < 0.0f ? body->friction : s->friction};
    uint32_t touched = 0;
    for (int k = 0; k < 3; k++) {
        plane.offset += plane.normal[k] * (body->pose.position[k] - s->origin[k]);
        plane.velocity[k] = body->velocity[k];
    }
    if (s->kind == KIT_COLLIDE_BOUNCE && !hit)
        return kit_forces(level)->bounce(block, &plane, s->radius);
    for (uint32_t i = 0; i < block->n; i++) {
        float above = -plane.offset - s->radius, v[3];
        for (int k = 0; k < 3; k++) above += plane.normal[k] * block->pos[k][i];
        if (above > 0.0f || block->age[i] * block->inv_life[i] >= 1.0f) continue;
        for (int k = 0; k < 3; k++) v[k] = block->vel[k][i];
        if (s->kind == KIT_COLLIDE_BOUNCE)
            kit_contact_bounce(v, plane.velocity, plane.normal, plane.restitution,
                               plane.friction);
        else
            memcpy(v, plane.velocity, sizeof v);
        for (int k = 0; k < 3; k++) {
            block->pos[k][i] -= above * plane.normal[k];
            block->vel[k][i] = v[k];
        }
        if (s->kind == KIT_COLLIDE_KILL) block->age[i] = just_past(block->inv_life[i]);
        if (hit) hit[i] = 1;
        touched++;
    }
    return touched;
}

uint32_t kit_collide(int level, wisp_instance *self, const wisp_world *world,
                     const struct kit_collide *s, const struct kit_block *block,
                     const float *const before[3], uint8_t *hit) {
    uint32_t touched = 0;
    if (hit) memset(hit, 0, block->n);
    if (s->kind == KIT_COLLIDE_NONE) return 0;
    for (uint32_t i = 0; i < world->collider_count; i++) {
        const wisp_collider *body = &world->colliders[i];
        touched += body->shape == WISP_SHAPE_PLANE
                       ? against_plane(level, body, s, block, hit)
                       : against_body(self, world, i, s, block, before, hit);
    }
    return touched;
}
