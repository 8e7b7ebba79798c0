/* SPDX-License-Identifier: MIT
 *
 * camera - orbit, fixed and fly cameras: what the scene file says plus what the user did.
 *
 * The two are kept apart, so that a reload can change one and keep the other. Mouse and keys
 * arrive as plain numbers; nothing here knows of a window.
 * Units      m, rad (settings too: the scene converts), s. Yaw 0 looks along -z, grows to the
 *            left; pitch > 0 looks down from above in orbit and up in fly.
 * Errors     None: degenerate settings (eye on target, zero field of view) give a usable view.
 * Threads    One at a time.
 */
#ifndef SCENE_CAMERA_H
#define SCENE_CAMERA_H

#include "script/schema.h"
#include <stdbool.h>

struct camera_settings {
    enum camera_kind kind;
    float target[3], distance, yaw, pitch, spin; /* orbit; spin in rad/s */
    float position[3], look_at[3];               /* fixed, fly */
    float fov_y, near_z, far_z, roll;
};

#define CAMERA_KEY_FORWARD (1u << 0)
#define CAMERA_KEY_BACK (1u << 1)
#define CAMERA_KEY_LEFT (1u << 2)
#define CAMERA_KEY_RIGHT (1u << 3)
#define CAMERA_KEY_UP (1u << 4)
#define CAMERA_KEY_DOWN (1u << 5)
#define CAMERA_KEY_FAST (1u << 6)
#define CAMERA_KEY_SLOW (1u << 7)

/* What the user did in dt seconds of real time. */
struct camera_input {
    float turn[2]; /* rad, from dragging: right, up */
    float pan[2];  /* fractions of the view's height: right, up */
    float zoom;    /* wheel steps, towards the scene > 0 */
    uint32_t keys; /* CAMERA_KEY_ bits */
    float dt;
};

/* Plain data, part of a checkpoint. */
struct camera_state {
    float spin_angle;               /* rad so far */
    float turn[2], zoom, shift[3];  /* the user's part: rad, factor - 1, m */
    uint32_t moved;                 /* 1: the user has moved it */
    float shake_amount, shake_time; /* m, s in all */
    float shake_left;               /* s */
    uint64_t shake_seed;
};

struct camera {
    struct camera_settings settings;
    struct camera_state state;
};

/* Everything that drawing and effects need. Matrices are column-major, OpenGL clip space. */
struct camera_view {
    float eye[3], forward[3], up[3], right[3];
    float view[16], proj[16], view_proj[16], inverse_view_proj[16];
    float fov_y, aspect, near_z, far_z;
};

void camera_init(struct camera *camera);
void camera_input(struct camera *camera, const struct camera_input *input);
/* Forget what the user did. */
void camera_reset(struct camera *camera);
/* Trembling of at most `amount` m that dies within `time` s. */
void camera_shake(struct camera *camera, float amount, float time);
/* One step of scene time: spin and shake. */
void camera_advance(struct camera *camera, float dt);
/* The view `ahead` seconds after the last step. aspect = width / height. */
void camera_look(const struct camera *camera, float aspect, float ahead,
                 struct camera_view *out);

#endif
