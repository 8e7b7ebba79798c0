/* SPDX-License-Identifier: MIT */
#include "scene/camera.h"

#include <cglm/cglm.h>
#include <string.h>
#include <wisp/rng.h>

static const float STEEPEST = 1.553343f; /* 89 degrees */

void camera_init(struct camera *c) {
    memset(c, 0, sizeof *c);
    c->settings = (struct camera_settings){.kind = CAMERA_ORBIT,
                                           .distance = 5.0f,
                                           .pitch = 0.2f,
                                           .position = {0.0f, 2.0f, 8.0f},
                                           .fov_y = 0.785398f,
                                           .near_z = 0.05f,
                                           .far_z = 500.0f};
}

static float clampf(float x, float lo, float hi) { return x < lo ? lo : x > hi ? hi : x; }

/* What the camera looks along before shaking, and from where. */
struct sight {
    float eye[3], forward[3], right[3], up[3], distance;
};

static void direction_of(float yaw, float pitch, float out[3]) {
    out[0] = -sinf(yaw) * cosf(pitch);
    out[1] = sinf(pitch);
    out[2] = -cosf(yaw) * cosf(pitch);
}

static void frame_of(struct sight *s) {
    static const float up[3] = {0.0f, 1.0f, 0.0f}, side[3] = {1.0f, 0.0f, 0.0f};
    float forward[3] = {s->forward[0], s->forward[1], s->forward[2]}, right[3];
    float world_up[3] = {up[0], up[1], up[2]};
    glm_vec3_cross(forward, world_up, right);
    if (glm_vec3_norm(right) < 1e-5f) /* straight up or down */
        for (int i = 0; i < 3; i++) right[i] = side[i];
    glm_vec3_normalize(right);
    for (int i = 0; i < 3; i++) s->right[i] = right[i];
    glm_vec3_cross(right, forward, s->up);
}

static void sight_orbit(const struct camera *c, float ahead, struct sight *s) {
    const struct camera_settings *t = &c->settings;
    const struct camera_state *u = &c->state;
    float yaw = t->yaw + u->spin_angle + t->spin * ahead - u->turn[0];
    float pitch = clampf(t->pitch + u->turn[1], -STEEPEST, STEEPEST);
    s->distance = clampf(t->distance * (1.0f + u->zoom), 1e-3f, 1e6f);
    direction_of(yaw, -pitch, s->forward);
    for (int i = 0; i < 3; i++)
        s->eye[i] = t->target[i] + u->shift[i] - s->forward[i] * s->distance;
}

static void sight_placed(const struct camera *c, struct sight *s) {
    const struct camera_settings *t = &c->settings;
    const struct camera_state *u = &c->state;
    float d[3], l = 0.0f;
    for (int i = 0; i < 3; i++) {
        d[i] = t->look_at[i] - t->position[i];
        l += d[i] * d[i];
    }
    l = sqrtf(l);
    s->distance = l > 1e-6f ? l : 1.0f;
    float yaw = l > 1e-6f ? atan2f(-d[0], -d[2]) : 0.0f;
    float pitch = l > 1e-6f ? asinf(clampf(d[1] / l, -1.0f, 1.0f)) : 0.0f;
    if (t->kind == CAMERA_FLY) {
        yaw -= u->turn[0];
        pitch = clampf(pitch + u->turn[1], -STEEPEST, STEEPEST);
    }
    direction_of(yaw, pitch, s->forward);
    for (int i = 0; i < 3; i++)
        s->eye[i] = t->position[i] + (t->kind == CAMERA_FLY ? u->shift[i] : 0.0f);
}

static void sight_of(const struct camera *c, float ahead, struct sight *s) {
    if (c->settings.kind == CAMERA_FIXED || c->settings.kind == CAMERA_FLY)
        sight_placed(c, s);
    else
        sight_orbit(c, ahead, s);
    frame_of(s);
}

static void fly_keys(struct camera *c, const struct sight *s, const struct camera_input *in) {
    static const struct {
        uint32_t key;
        int axis; /* 0 right, 1 up, 2 forward */
        float sign;
    } map[] = {{CAMERA_KEY_FORWARD, 2, 1.0f}, {CAMERA_KEY_BACK, 2, -1.0f},
               {CAMERA_KEY_RIGHT, 0, 1.0f},   {CAMERA_KEY_LEFT, 0, -1.0f},
               {CAMERA_KEY_UP, 1, 1.0f},      {CAMERA_KEY_DOWN, 1, -1.0f}};
    float speed = 3.0f * in->dt;
    if (in->keys & CAMERA_KEY_FAST) speed *= 4.0f;
    if (in->keys & CAMERA_KEY_SLOW) speed *= 0.25f;
    for (size_t k = 0; k < sizeof map / sizeof *map; k++) {
        if (!(in->keys & map[k].key)) continue;
        const float *axis = map[k].axis == 0 ? s->right : map[k].axis == 1 ? s->up : s->forward;
        for (int i = 0; i < 3; i++) c->state.shift[i] += axis[i] * map[k].sign * speed;
    }
}

void camera_input(struct camera *c, const struct camera_input *in) {
    if (c->settings.kind == CAMERA_FIXED) return;
    bool any = in->turn[0] != 0.0f || in->turn[1] != 0.0f || in->pan[0] != 0.0f ||
               in->pan[1] != 0.0f || in->zoom != 0.0f || in->keys;
    if (!any) return;
    struct sight s;
    sight_of(c, 0.0f, &s);
    struct camera_state *u = &c->state;
    u->moved = 1;
    u->turn[0] += in->turn[0];
    u->turn[1] += in->turn[1];
    if (c->settings.kind == CAMERA_FLY) {
        fly_keys(c, &s, in);
        return;
    }
    u->turn[1] =
        clampf(u->turn[1], -STEEPEST - c->settings.pitch, STEEPEST - c->settings.pitch);
    u->zoom = clampf((1.0f + u->zoom) * expf(-0.1f * in->zoom), 1e-3f, 1e3f) - 1.0f;
    float height = 2.0f * s.distance * tanf(0.5f * c->settings.fov_y);
    for (int i = 0; i < 3; i++)
        u->shift[i] -= (s.right[i] * in->pan[0] + s.up[i] * in->pan[1]) * height;
}

void camera_reset(struct camera *c) {
    struct camera_state *u = &c->state;
    u->turn[0] = u->turn[1] = u->zoom = 0.0f;
    u->shift[0] = u->shift[1] = u->shift[2] = 0.0f;
    u->moved = 0;
}

void camera_shake(struct camera *c, float amount, float time) {
    if (!(amount > 0.0f) || !(time > 0.0f)) return;
    c->state.shake_amount = amount;
    c->state.shake_time = time;
    c->state.shake_left = time;
    c->state.shake_seed++;
}

void camera_advance(struct camera *c, float dt) {
    c->state.spin_angle = fmodf(c->state.spin_angle + c->settings.spin * dt, 6.28318531f);
    c->state.shake_left = c->state.shake_left > dt ? c->state.shake_left - dt : 0.0f;
}

/* Smooth noise in -1..1, twelve values a second. */
static float tremble(uint64_t key, float time) {
    float x = time * 12.0f, cell = floorf(x), f = x - cell;
    uint64_t i = (uint64_t)cell;
    float a = wisp_rng_f01(key, i), b = wisp_rng_f01(key, i + 1);
    return 2.0f * (a + (b - a) * f * f * (3.0f - 2.0f * f)) - 1.0f;
}

static void shake(const struct camera *c, float ahead, struct sight *s) {
    const struct camera_state *u = &c->state;
    float left = u->shake_left - ahead;
    if (!(left > 0.0f)) return;
    float size = u->shake_amount * (left / u->shake_time) * (left / u->shake_time);
    uint64_t key = wisp_rng_key(u->shake_seed, 0x7368616b);
    float x = size * tremble(key, u->shake_time - left);
    float y = size * tremble(key + 1, u->shake_time - left);
    for (int i = 0; i < 3; i++) s->eye[i] += s->right[i] * x + s->up[i] * y;
}

static void roll(float angle, struct sight *s) {
    float c = cosf(angle), n = sinf(angle);
    for (int i = 0; i < 3; i++) {
        float r = s->right[i], u = s->up[i];
        s->right[i] = r * c + u * n;
        s->up[i] = u * c - r * n;
    }
}

void camera_look(const struct camera *c, float aspect, float ahead, struct camera_view *out) {
    const struct camera_settings *t = &c->settings;
    struct sight s;
    sight_of(c, ahead, &s);
    shake(c, ahead, &s);
    if (t->roll != 0.0f) roll(t->roll, &s);
    for (int i = 0; i < 3; i++) {
        out->eye[i] = s.eye[i];
        out->forward[i] = s.forward[i];
        out->right[i] = s.right[i];
        out->up[i] = s.up[i];
    }
    out->fov_y = clampf(t->fov_y, 0.01f, 3.0f);
    out->aspect = aspect > 1e-3f ? aspect : 1.0f;
    out->near_z = t->near_z > 1e-4f ? t->near_z : 1e-4f;
    out->far_z = t->far_z > out->near_z * 1.01f ? t->far_z : out->near_z * 1000.0f;
    mat4 view, proj, both, inverse;
    glm_mat4_identity(view);
    for (int i = 0; i < 3; i++) {
        view[i][0] = s.right[i];
        view[i][1] = s.up[i];
        view[i][2] = -s.forward[i];
    }
    view[3][0] = -glm_vec3_dot(s.right, s.eye);
    view[3][1] = -glm_vec3_dot(s.up, s.eye);
    view[3][2] = glm_vec3_dot(s.forward, s.eye);
    glm_perspective(out->fov_y, out->aspect, out->near_z, out->far_z, proj);
    glm_mat4_mul(proj, view, both);
    glm_mat4_inv(both, inverse);
    memcpy(out->view, view, sizeof out->view);
    memcpy(out->proj, proj, sizeof out->proj);
    memcpy(out->view_proj, both, sizeof out->view_proj);
    memcpy(out->inverse_view_proj, inverse, sizeof out->inverse_view_proj);
}
