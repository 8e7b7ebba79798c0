/* SPDX-License-Identifier: MIT
 *
 * frame - one picture's worth of a scene, as plain values: what the render layer draws from.
 *
 * Ownership  Lent by the scene until its next step, apply, seek or destroy.
 * Units      SI; linear light, straight alpha in colours.
 */
#ifndef SCENE_FRAME_H
#define SCENE_FRAME_H

#include "scene/camera.h"
#include "scene/world.h"

struct instance;

/* One thing to draw for an effect; they come in draw order. */
struct frame_effect {
    struct instance *instance;
    wisp_pose pose;  /* at the time of the picture */
    uint32_t node;   /* index into the description */
    uint32_t passes; /* WISP_PASS_ bits */
    float depth;     /* m along the view to the middle of its bounds */
};

struct frame_body {
    const char *id;
    uint32_t shape; /* WISP_SHAPE_ */
    wisp_pose pose;
    float half[3];
    const char *file, *texture; /* "" is none */
    float color[4], emission[3];
    float roughness, metallic;
    float checker; /* m: size of the ground's squares; 0 is none */
    bool shadow;
};

struct scene_frame {
    struct camera_view camera;
    uint32_t width, height; /* px */
    double time;            /* s of scene time, with alpha */
    float alpha, step_dt;
    uint64_t step;
    const wisp_value *sky, *sun, *post; /* SKY_, SUN_ and POST_PARAMS values */
    float sun_direction[3];             /* towards the sun, unit */
    float wind[3];                      /* mean, m/s */
    const struct wisp_light *lights;
    uint32_t light_count;
    const struct frame_body *bodies;
    uint32_t body_count;
    const struct frame_effect *effects; /* opaque ones first, then from the back to the front */
    uint32_t effect_count;
};

#endif
