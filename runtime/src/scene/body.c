/* SPDX-License-Identifier: MIT */
#include "scene/body.h"
#include "scene/collide.h"

#include <math.h>

enum { PROBES_MOST = 24 };

/* A ball of a body's surface: where others are touched by it. */
struct probe {
    float at[3], radius;
};

static float dot(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const float a[3], const float b[3], float out[3]) {
    float r[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                  a[0] * b[1] - a[1] * b[0]};
    for (int i = 0; i < 3; i++) out[i] = r[i];
}

float body_radius(const struct world_body *b) {
    const float *h = b->half;
    switch (b->shape) {
    case WISP_SHAPE_PLANE:
        return HUGE_VALF;
    case WISP_SHAPE_SPHERE:
        return h[0];
    case WISP_SHAPE_CYLINDER:
        return sqrtf(h[0] * h[0] + h[1] * h[1]);
    case WISP_SHAPE_CAPSULE:
        return h[0] + h[1];
    default:
        return sqrtf(dot(h, h));
    }
}

wisp_collider body_collider(const struct world *w, uint32_t i) {
    const struct world_body *b = &w->bodies[i];
    const struct body_motion *m = &w->motion[i];
    wisp_collider c = {.struct_size = sizeof c,
                       .shape = b->shape,
                       .id = b->id,
                       .pose = m->pose,
                       .prev_pose = m->prev_pose,
                       .friction = b->friction,
                       .restitution = b->restitution,
                       .mass = b->mass,
                       .sdf = b->sdf};
    for (int k = 0; k < 3; k++) {
        c.velocity[k] = m->velocity[k];
        c.spin[k] = m->spin[k];
        c.size[k] = b->half[k];
    }
    return c;
}

static bool moves(const struct world *w, uint32_t i) {
    return w->bodies[i].mass > 0.0f && !w->motion[i].driven;
}

/* 1 / principal moment about each local axis. */
static void inverse_inertia(const struct world_body *b, float out[3]) {
    const float *h = b->half;
    float m = b->mass, i[3];
    switch (b->shape) {
    case WISP_SHAPE_SPHERE:
        i[0] = i[1] = i[2] = 0.4f * m * h[0] * h[0];
        break;
    case WISP_SHAPE_CYLINDER:
    case WISP_SHAPE_CAPSULE: {
        float half = h[1] + (b->shape == WISP_SHAPE_CAPSULE ? 0.6f * h[0] : 0.0f);
        i[1] = 0.5f * m * h[0] * h[0];
        i[0] = i[2] = m * (0.25f * h[0] * h[0] + half * half / 3.0f);
        break;
    }
    default:
        for (int k = 0; k < 3; k++) {
            float p = h[(k + 1) % 3], q = h[(k + 2) % 3];
            i[k] = m * (p * p + q * q) / 3.0f;
        }
    }
    for (int k = 0; k < 3; k++) out[k] = i[k] > 1e-12f ? 1.0f / i[k] : 0.0f;
}

/* Spin gained from an angular impulse. */
static void spin_from(const struct world *w, uint32_t i, const float impulse[3], float out[3]) {
    float local[3], inverse[3];
    inverse_inertia(&w->bodies[i], inverse);
    pose_rotate_inverse(w->motion[i].pose.rotation, impulse, local);
    for (int k = 0; k < 3; k++) local[k] *= inverse[k];
    pose_rotate(w->motion[i].pose.rotation, local, out);
}

void body_impulse(struct world *w, uint32_t i, const float point[3], const float impulse[3]) {
    struct body_motion *m = &w->motion[i];
    float arm[3], twist[3], spin[3];
    for (int k = 0; k < 3; k++) arm[k] = point[k] - m->pose.position[k];
    cross(arm, impulse, twist);
    spin_from(w, i, twist, spin);
    for (int k = 0; k < 3; k++) {
        m->velocity[k] += impulse[k] / w->bodies[i].mass;
        m->spin[k] += spin[k];
    }
}

/* ---- Contacts */

/* Corners and rims are balls set in by their radius: while an overlap is less than that, the
 * nearest face of the other body is the right one. */
static float inset(float a, float b, float c) { return 0.2f * fminf(a, fminf(b, c)); }

static uint32_t probes_round(const float h[3], struct probe out[PROBES_MOST]) {
    enum { RIM = 12 };
    float r = inset(h[0], h[1], h[1]);
    for (uint32_t i = 0; i < RIM; i++) {
        float turn = (float)i * (6.28318531f / (float)RIM);
        float x = (h[0] - r) * cosf(turn), z = (h[0] - r) * sinf(turn);
        out[2 * i] = (struct probe){{x, h[1] - r, z}, r};
        out[2 * i + 1] = (struct probe){{x, r - h[1], z}, r};
    }
    return 2 * RIM;
}

static uint32_t probes_box(const float h[3], struct probe out[PROBES_MOST]) {
    float r = inset(h[0], h[1], h[2]);
    for (uint32_t i = 0; i < 8; i++)
        for (uint32_t k = 0; k < 3; k++) {
            out[i].at[k] = i >> k & 1 ? h[k] - r : r - h[k];
            out[i].radius = r;
        }
    return 8;
}

static uint32_t probes_of(const struct world_body *b, struct probe out[PROBES_MOST]) {
    const float *h = b->half;
    switch (b->shape) {
    case WISP_SHAPE_PLANE:
        return 0;
    case WISP_SHAPE_SPHERE:
        out[0] = (struct probe){{0, 0, 0}, h[0]};
        return 1;
    case WISP_SHAPE_CYLINDER:
        return probes_round(h, out);
    case WISP_SHAPE_CAPSULE:
        out[0] = (struct probe){{0, h[1], 0}, h[0]};
        out[1] = (struct probe){{0, -h[1], 0}, h[0]};
        out[2] = (struct probe){{0, 0, 0}, h[0]};
        return 3;
    default:
        return probes_box(h, out);
    }
}

static bool near(const struct world *w, uint32_t a, uint32_t b) {
    float ra = body_radius(&w->bodies[a]), rb = body_radius(&w->bodies[b]);
    if (rb == HUGE_VALF) return true;
    float d[3];
    for (int k = 0; k < 3; k++)
        d[k] = w->motion[a].pose.position[k] - w->motion[b].pose.position[k];
    return dot(d, d) <= (ra + rb) * (ra + rb);
}

static void velocity_at(const struct body_motion *m, const float point[3], float out[3]) {
    float arm[3], turn[3];
    for (int k = 0; k < 3; k++) arm[k] = point[k] - m->pose.position[k];
    cross(m->spin, arm, turn);
    for (int k = 0; k < 3; k++) out[k] = m->velocity[k] + turn[k];
}

static float approach(const struct world *w, const struct body_contact *c,
                      const float axis[3]) {
    float va[3], vb[3];
    velocity_at(&w->motion[c->a], c->point, va);
    velocity_at(&w->motion[c->b], c->point, vb);
    for (int k = 0; k < 3; k++) va[k] -= vb[k];
    return dot(va, axis);
}

static void tangents(struct body_contact *c) {
    const float *n = c->normal;
    float side[3] = {0, 0, 0};
    side[fabsf(n[0]) < 0.6f ? 0 : 1] = 1.0f;
    cross(n, side, c->along[0]);
    float l = sqrtf(dot(c->along[0], c->along[0]));
    for (int k = 0; k < 3; k++) c->along[0][k] /= l;
    cross(n, c->along[0], c->along[1]);
}

/* All points of a that are inside b. */
static uint32_t touch(const struct world *w, uint32_t a, uint32_t b, struct body_contact *out,
                      uint32_t room) {
    struct probe probes[PROBES_MOST];
    uint32_t n = probes_of(&w->bodies[a], probes), found = 0;
    wisp_collider field = body_collider(w, b);
    for (uint32_t i = 0; i < n && found < room; i++) {
        float at[3], normal[3];
        pose_rotate(w->motion[a].pose.rotation, probes[i].at, at);
        for (int k = 0; k < 3; k++) at[k] += w->motion[a].pose.position[k];
        float depth = probes[i].radius - collide_point(&field, at, normal);
        if (depth <= 0.0f) continue;
        struct body_contact c = {.a = a, .b = b, .depth = depth};
        for (int k = 0; k < 3; k++) {
            c.normal[k] = normal[k];
            c.point[k] = at[k] - normal[k] * probes[i].radius;
        }
        float bounce = fmaxf(w->bodies[a].restitution, w->bodies[b].restitution);
        float speed = approach(w, &c, c.normal);
        c.bounce = speed < -0.5f ? -speed * bounce : 0.0f;
        tangents(&c);
        out[found++] = c;
    }
    return found;
}

static uint32_t find_contacts(struct world *w) {
    uint32_t n = 0;
    for (uint32_t a = 0; a < w->body_count; a++)
        for (uint32_t b = 0; b < w->body_count; b++) {
            if (a == b || !w->bodies[a].collide || !w->bodies[b].collide) continue;
            bool awake = (moves(w, a) && w->motion[a].still < BODY_STILL_STEPS) ||
                         (moves(w, b) && w->motion[b].still < BODY_STILL_STEPS);
            if (!awake || !near(w, a, b)) continue;
            n += touch(w, a, b, w->contacts + n, BODY_CONTACTS_MOST - n);
        }
    return n;
}

/* Change of speed along axis that a unit impulse along it makes. */
static float give(const struct world *w, uint32_t i, const float point[3],
                  const float axis[3]) {
    if (!moves(w, i)) return 0.0f;
    float arm[3], twist[3], spin[3], turn[3];
    for (int k = 0; k < 3; k++) arm[k] = point[k] - w->motion[i].pose.position[k];
    cross(arm, axis, twist);
    spin_from(w, i, twist, spin);
    cross(spin, arm, turn);
    return 1.0f / w->bodies[i].mass + dot(turn, axis);
}

static void apply(struct world *w, const struct body_contact *c, const float axis[3],
                  float impulse) {
    float p[3], q[3];
    for (int k = 0; k < 3; k++) {
        p[k] = axis[k] * impulse;
        q[k] = -p[k];
    }
    if (moves(w, c->a)) body_impulse(w, c->a, c->point, p);
    if (moves(w, c->b)) body_impulse(w, c->b, c->point, q);
}

static void solve(struct world *w, struct body_contact *c, float dt) {
    float g = give(w, c->a, c->point, c->normal) + give(w, c->b, c->point, c->normal);
    if (!(g > 0.0f)) return;
    float apart = 0.2f * fmaxf(c->depth - 0.002f, 0.0f) / dt;
    float wanted = fmaxf(c->bounce, fminf(apart, 2.0f));
    float before = c->pressed;
    c->pressed = fmaxf(before + (wanted - approach(w, c, c->normal)) / g, 0.0f);
    apply(w, c, c->normal, c->pressed - before);
    float grip = sqrtf(w->bodies[c->a].friction * w->bodies[c->b].friction) * c->pressed;
    for (int t = 0; t < 2; t++) {
        const float *axis = c->along[t];
        float h = give(w, c->a, c->point, axis) + give(w, c->b, c->point, axis);
        if (!(h > 0.0f)) continue;
        float had = c->rubbed[t], want = had - approach(w, c, axis) / h;
        c->rubbed[t] = want > grip ? grip : want < -grip ? -grip : want;
        apply(w, c, axis, c->rubbed[t] - had);
    }
}

/* ---- Motion */

static void turn_by(float rotation[4], const float spin[3], float dt) {
    float angle = sqrtf(dot(spin, spin)) * dt;
    if (!(angle > 1e-9f)) return;
    float s = sinf(0.5f * angle) / (angle / dt),
          q[4] = {spin[0] * s, spin[1] * s, spin[2] * s, cosf(0.5f * angle)};
    pose_multiply(q, rotation, rotation);
    float l = 0.0f;
    for (int k = 0; k < 4; k++) l += rotation[k] * rotation[k];
    l = sqrtf(l);
    for (int k = 0; k < 4; k++) rotation[k] /= l;
}

static void move(struct world *w, uint32_t i, float dt) {
    struct body_motion *m = &w->motion[i];
    m->prev_pose = m->pose;
    if (m->still >= BODY_STILL_STEPS) return;
    for (int k = 0; k < 3; k++) m->pose.position[k] += m->velocity[k] * dt;
    turn_by(m->pose.rotation, m->spin, dt);
    float r = body_radius(&w->bodies[i]);
    float speed = dot(m->velocity, m->velocity) + r * r * dot(m->spin, m->spin);
    m->still = speed < 0.04f * 0.04f ? m->still + 1 : 0;
    if (m->still < BODY_STILL_STEPS) return;
    for (int k = 0; k < 3; k++) m->velocity[k] = m->spin[k] = 0.0f;
}

/* Whoever is touched by something that moves wakes up. */
static void wake(struct world *w, uint32_t contacts) {
    for (uint32_t i = 0; i < contacts; i++) {
        const struct body_contact *c = &w->contacts[i];
        struct body_motion *a = &w->motion[c->a], *b = &w->motion[c->b];
        if (fabsf(approach(w, c, c->normal)) < 0.3f) continue;
        a->still = 0;
        b->still = 0;
    }
}

void body_step(struct world *w, float dt) {
    bool any = false;
    for (uint32_t i = 0; i < w->body_count; i++) any = any || moves(w, i);
    if (!any || !(dt > 0.0f)) return;
    uint32_t contacts = find_contacts(w);
    wake(w, contacts);
    for (uint32_t i = 0; i < w->body_count; i++) {
        struct body_motion *m = &w->motion[i];
        if (!moves(w, i) || m->still >= BODY_STILL_STEPS) continue;
        for (int k = 0; k < 3; k++) {
            m->velocity[k] += w->snapshot.gravity[k] * dt;
            m->velocity[k] *= 1.0f - 0.05f * dt;
            m->spin[k] *= 1.0f - 0.4f * dt;
        }
    }
    for (int n = 0; n < BODY_ITERATIONS; n++)
        for (uint32_t i = 0; i < contacts; i++) solve(w, &w->contacts[i], dt);
    for (uint32_t i = 0; i < w->body_count; i++)
        if (moves(w, i)) move(w, i, dt);
}
