/* SPDX-License-Identifier: MIT */
#include "scene/world.h"
#include "scene/body.h"

#include <math.h>
#include <string.h>
#include <wisp/rng.h>

wisp_status world_init(struct world *w, const struct allocator *allocator, uint64_t seed) {
    memset(w, 0, sizeof *w);
    w->allocator = allocator;
    wind_init(&w->wind, wisp_rng_key(seed, 0x61697221));
    w->pushes = alloc_array(allocator, WORLD_PUSHES_MOST, sizeof *w->pushes);
    w->contacts = alloc_array(allocator, BODY_CONTACTS_MOST, sizeof *w->contacts);
    if (!w->pushes || !w->contacts) {
        world_free(w);
        return WISP_E_NOMEM;
    }
    w->snapshot.struct_size = sizeof w->snapshot;
    w->snapshot.gravity[1] = -9.81f;
    w->snapshot.sun_direction[1] = 1.0f;
    w->snapshot.forward[2] = -1.0f;
    w->snapshot.up[1] = 1.0f;
    return WISP_OK;
}

static void free_bodies(struct world *w) {
    const size_t n = w->body_capacity;
    alloc_free(w->allocator, w->bodies, n * sizeof *w->bodies);
    alloc_free(w->allocator, w->motion, n * sizeof *w->motion);
    alloc_free(w->allocator, w->colliders, n * sizeof *w->colliders);
    alloc_free(w->allocator, w->collider_body, n * sizeof *w->collider_body);
    w->bodies = NULL, w->motion = NULL, w->colliders = NULL, w->collider_body = NULL;
    w->body_count = w->body_capacity = 0;
}

void world_free(struct world *w) {
    if (!w->allocator) return;
    free_bodies(w);
    if (w->pushes) alloc_free(w->allocator, w->pushes, WORLD_PUSHES_MOST * sizeof *w->pushes);
    if (w->contacts)
        alloc_free(w->allocator, w->contacts, BODY_CONTACTS_MOST * sizeof *w->contacts);
    w->pushes = NULL, w->contacts = NULL;
}

wisp_status world_reserve_bodies(struct world *w, uint32_t count) {
    if (count > WORLD_BODIES_MOST) return WISP_E_LIMIT;
    if (count > w->body_capacity) {
        struct world fresh = {.allocator = w->allocator, .body_capacity = count};
        fresh.bodies = alloc_array(w->allocator, count, sizeof *fresh.bodies);
        fresh.motion = alloc_array(w->allocator, count, sizeof *fresh.motion);
        fresh.colliders = alloc_array(w->allocator, count, sizeof *fresh.colliders);
        fresh.collider_body = alloc_array(w->allocator, count, sizeof *fresh.collider_body);
        if (!fresh.bodies || !fresh.motion || !fresh.colliders || !fresh.collider_body) {
            free_bodies(&fresh);
            return WISP_E_NOMEM;
        }
        if (w->body_count) {
            memcpy(fresh.bodies, w->bodies, w->body_count * sizeof *w->bodies);
            memcpy(fresh.motion, w->motion, w->body_count * sizeof *w->motion);
        }
        uint32_t kept = w->body_count;
        free_bodies(w);
        w->bodies = fresh.bodies, w->motion = fresh.motion;
        w->colliders = fresh.colliders, w->collider_body = fresh.collider_body;
        w->body_capacity = count, w->body_count = kept;
    }
    for (uint32_t i = w->body_count; i < count; i++) {
        w->bodies[i] = (struct world_body){0};
        w->motion[i] = (struct body_motion){0};
        pose_identity(&w->motion[i].pose);
        pose_identity(&w->motion[i].prev_pose);
    }
    w->body_count = count;
    return WISP_OK;
}

void world_place(struct world *w, uint32_t body, const wisp_pose *pose) {
    w->motion[body] = (struct body_motion){.pose = *pose, .prev_pose = *pose};
}

/* The spin that takes one rotation to another in dt. */
static void spin_between(const float from[4], const float to[4], float dt, float out[3]) {
    const float back[4] = {-from[0], -from[1], -from[2], from[3]};
    float q[4];
    pose_multiply(to, back, q);
    float sign = q[3] < 0.0f ? -1.0f : 1.0f;
    float s = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    float angle = 2.0f * atan2f(s, sign * q[3]);
    float f = s > 1e-9f ? sign * angle / (s * dt) : 0.0f;
    for (int k = 0; k < 3; k++) out[k] = q[k] * f;
}

void world_drive(struct world *w, uint32_t body, const wisp_pose *pose, float dt) {
    struct body_motion *m = &w->motion[body];
    m->prev_pose = m->pose;
    m->pose = *pose;
    m->driven = 1;
    m->still = 0;
    for (int k = 0; k < 3; k++)
        m->velocity[k] = dt > 0.0f ? (pose->position[k] - m->prev_pose.position[k]) / dt : 0.0f;
    if (dt > 0.0f)
        spin_between(m->prev_pose.rotation, pose->rotation, dt, m->spin);
    else
        m->spin[0] = m->spin[1] = m->spin[2] = 0.0f;
}

static void point_at_lights(struct world *w, const struct world_lights *lights) {
    w->snapshot.lights = lights->items;
    w->snapshot.light_count = lights->count;
}

void world_begin_step(struct world *w, double time, uint32_t index) {
    w->snapshot.time = time;
    w->snapshot.step_index = index;
    for (int k = 0; k < 3; k++) w->snapshot.wind[k] = w->wind.settings.velocity[k];
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->body_count; i++) {
        if (!w->bodies[i].collide) continue;
        w->colliders[n] = body_collider(w, i);
        w->collider_body[n++] = i;
    }
    w->snapshot.colliders = w->colliders;
    w->snapshot.collider_count = n;
    point_at_lights(w, &w->last);
    w->next.count = w->next.dropped = 0;
    w->push_count = 0;
    w->in_step = true;
}

void world_end_step(struct world *w, float dt) {
    for (uint32_t i = 0; i < w->push_count; i++) {
        const struct world_push *p = &w->pushes[i];
        w->motion[p->body].still = 0;
        body_impulse(w, p->body, p->point, p->impulse);
    }
    w->push_count = 0;
    body_step(w, dt);
    for (uint32_t i = 0; i < w->body_count; i++) w->motion[i].driven = 0;
    w->last = w->next;
    w->in_step = false;
}

void world_add_push(struct world *w, uint32_t collider, const float point[3],
                    const float impulse[3]) {
    if (!w->in_step || collider >= w->snapshot.collider_count) return;
    uint32_t body = w->collider_body[collider];
    if (!(w->bodies[body].mass > 0.0f) || w->motion[body].driven) return;
    if (w->push_count == WORLD_PUSHES_MOST) return;
    struct world_push p = {.body = body};
    float sum = 0.0f;
    for (int k = 0; k < 3; k++) {
        p.point[k] = point[k];
        p.impulse[k] = impulse[k];
        sum += point[k] + impulse[k];
    }
    if (isfinite(sum)) w->pushes[w->push_count++] = p;
}

/* ---- Lights */

static float light_weight(const struct world *w, const wisp_light *l) {
    if (l->importance > 0.0f) return l->importance;
    float d = 1.0f, power = 0.0f;
    static const float luminance[3] = {0.2126f, 0.7152f, 0.0722f};
    for (int k = 0; k < 3; k++) {
        float way = l->position[k] - w->snapshot.eye[k];
        d += way * way;
        power += luminance[k] * l->color[k];
    }
    return power / d;
}

static bool light_valid(const wisp_light *l) {
    float sum = l->radius + l->range + l->importance + l->heat;
    for (int k = 0; k < 3; k++) sum += l->position[k] + l->color[k];
    return isfinite(sum) && l->color[0] >= 0.0f && l->color[1] >= 0.0f && l->color[2] >= 0.0f;
}

static void insert_light(struct world_lights *list, const wisp_light *light, float weight) {
    uint32_t at = list->count;
    if (at == WORLD_LIGHTS_MOST) {
        uint32_t least = 0;
        for (uint32_t i = 1; i < at; i++)
            if (list->weight[i] <= list->weight[least]) least = i;
        list->dropped++;
        if (weight <= list->weight[least]) return;
        at--;
        memmove(&list->items[least], &list->items[least + 1],
                (at - least) * sizeof *list->items);
        memmove(&list->weight[least], &list->weight[least + 1],
                (at - least) * sizeof *list->weight);
    }
    list->items[at] = *light;
    list->weight[at] = weight;
    list->count = at + 1;
}

void world_add_light(struct world *w, const wisp_light *given) {
    wisp_light light = {0};
    size_t size = given->struct_size < sizeof light ? given->struct_size : sizeof light;
    memcpy(&light, given, size);
    light.struct_size = sizeof light;
    light.reserved = 0;
    if (!light_valid(&light)) return;
    float brightest = fmaxf(light.color[0], fmaxf(light.color[1], light.color[2]));
    if (!(light.range > 0.0f)) light.range = sqrtf(brightest / 0.002f); /* below is unseen */
    insert_light(w->in_step ? &w->next : &w->drawn, &light, light_weight(w, &light));
}

void world_begin_frame(struct world *w) {
    w->frame = w->last;
    for (uint32_t i = 0; i < w->drawn.count; i++)
        insert_light(&w->frame, &w->drawn.items[i], w->drawn.weight[i]);
    w->drawn.count = w->drawn.dropped = 0;
    point_at_lights(w, &w->frame);
}

/* Smooth noise in -1..1 through random values at whole numbers. */
static double smooth_noise(uint64_t key, double x) {
    double cell = floor(x), f = x - cell;
    uint64_t i = (uint64_t)(int64_t)cell;
    double a = (double)wisp_rng_f01(key, i), b = (double)wisp_rng_f01(key, i + 1);
    return 2.0 * (a + (b - a) * (f * f * (3.0 - 2.0 * f))) - 1.0;
}

float world_flicker(uint64_t seed, float amount, double time) {
    uint64_t key = wisp_rng_key(seed, 0x666c6963);
    double n = 0.6 * smooth_noise(key, time * 3.1) + 0.3 * smooth_noise(key + 1, time * 9.7) +
               0.1 * smooth_noise(key + 2, time * 23.0);
    double f = 1.0 + (double)amount * n;
    return f > 0.0 ? (float)f : 0.0f;
}
