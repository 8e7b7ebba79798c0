/* SPDX-License-Identifier: MIT
 *
 * world - what all effects of a scene share: gravity, wind, bodies, lights, sun, sky, camera.
 *
 * Bodies are colliders in scene order: bodies[i] and colliders[i] are the same thing. A body of
 * mass 0 goes where the script puts it and its velocity follows from that; one of mass > 0 is
 * moved by gravity, pushes and contacts. Lights are gathered twice: those being added for the
 * frame that will be drawn, and those of the frame before, which effects read.
 * Units      SI; linear radiance; radian.
 * Ownership  The world owns its arrays. Texts and distance grids are lent by the scene.
 * Errors     WISP_E_NOMEM, WISP_E_LIMIT.
 * Threads    One at a time, but for what wind.h and collide.h call pure.
 */
#ifndef SCENE_WORLD_H
#define SCENE_WORLD_H

#include "base/alloc.h"
#include "scene/wind.h"
#include <wisp/effect.h>

enum { WORLD_LIGHTS_MOST = 32, WORLD_PUSHES_MOST = 4096, WORLD_BODIES_MOST = 1024 };

/* What the scene says of one body before each step. */
struct world_body {
    const char *id;
    uint32_t shape; /* WISP_SHAPE_ */
    float half[3];  /* as wisp_collider.size */
    float friction, restitution, mass;
    bool collide; /* false: seen, but nothing touches it */
    const wisp_sdf *sdf;
};

/* Motion of one body; plain data, part of a checkpoint. */
struct body_motion {
    wisp_pose pose, prev_pose;
    float velocity[3], spin[3];
    uint32_t still;  /* steps at rest; asleep from BODY_STILL_STEPS on */
    uint32_t driven; /* 1: where it is now comes from the scene, not from dynamics */
};

struct world_push {
    uint32_t body;
    float point[3], impulse[3];
};

struct world_lights {
    wisp_light items[WORLD_LIGHTS_MOST];
    float weight[WORLD_LIGHTS_MOST]; /* what decides who stays */
    uint32_t count, dropped;
};

struct body_contact;

struct world {
    const struct allocator *allocator;
    struct wind_field wind;
    struct world_body *bodies;
    struct body_motion *motion;
    wisp_collider *colliders; /* of those with collide set, in scene order */
    uint32_t *collider_body;  /* index into bodies */
    uint32_t body_count, body_capacity;
    struct world_push *pushes;
    uint32_t push_count;
    struct body_contact *contacts; /* scratch of one step */
    struct world_lights next;      /* being gathered in this step */
    struct world_lights last;      /* of the step before: what updates may read */
    struct world_lights drawn;     /* added while drawing: for the next picture only */
    struct world_lights frame;     /* of the picture: last and drawn */
    bool in_step;
    wisp_world snapshot; /* the scene writes sun, ambient, camera and view size */
};

wisp_status world_init(struct world *world, const struct allocator *allocator, uint64_t seed);
void world_free(struct world *world);

/* Room for count bodies; those that are new stand at the origin with zero motion. */
wisp_status world_reserve_bodies(struct world *world, uint32_t count);
/* Put a body somewhere, now: its previous pose too, so no streak is left. */
void world_place(struct world *world, uint32_t body, const wisp_pose *pose);
/* Where a body shall be at the end of the coming step of length dt; dynamics leave it alone for
 * this step. */
void world_drive(struct world *world, uint32_t body, const wisp_pose *pose, float dt);

/* Frame of one step: begin fills colliders and the snapshot; effects run; end applies their
 * pushes and moves the bodies of mass > 0. Lights added between them become readable at end. */
void world_begin_step(struct world *world, double time, uint32_t index);
void world_end_step(struct world *world, float dt);

/* Add one light; beyond WORLD_LIGHTS_MOST the least important goes and ties keep the earlier
 * one. Outside a step it is for the next picture and no update sees it. */
void world_add_light(struct world *world, const wisp_light *light);
/* Lights of a picture, ready in world->frame and in the snapshot until the next step. */
void world_begin_frame(struct world *world);
/* collider as effects count them. Unknown ones and bodies of mass 0 are left alone. */
void world_add_push(struct world *world, uint32_t collider, const float point[3],
                    const float impulse[3]);

/* Steadily flickering factor around 1, never below 0: amount 0..1, at time, for one light. */
float world_flicker(uint64_t seed, float amount, double time);

/* Quaternion helpers on wisp_pose conventions (x, y, z, w). */
void pose_identity(wisp_pose *pose);
/* Rotation of the smallest angle that takes +y to direction (any length; zero is +y). */
void pose_from_direction(float rotation[4], const float direction[3]);
/* Euler angles, rad: about x, then y, then z of the world. */
void pose_from_angles(float rotation[4], const float angles[3]);
void pose_rotate(const float rotation[4], const float v[3], float out[3]);
void pose_rotate_inverse(const float rotation[4], const float v[3], float out[3]);
void pose_multiply(const float a[4], const float b[4], float out[4]); /* b first, then a */
/* child as seen from the world when it hangs on parent. */
void pose_attach(const wisp_pose *parent, const wisp_pose *child, wisp_pose *out);
/* Between a and b at t in 0..1: positions straight, rotations on the short way, normalised. */
void pose_mix(const wisp_pose *a, const wisp_pose *b, float t, wisp_pose *out);

#endif
