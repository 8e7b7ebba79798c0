/* SPDX-License-Identifier: MIT
 *
 * Marching a ray through the fire's box, stopped by the scene's depth.
 *
 * Units    Ray parameter t is a length when the direction is a unit vector. step > 0 likewise.
 * Errors   None; an empty interval integrates to 0.
 * Threads  Pure when the field is.
 * Source   Document 001, ray segments and "sample once more"; the clipped midpoint rule has the
 *          same continuity and a smaller error.
 */
#ifndef WISP_SIMPLEX_FIRE_MARCH_H
#define WISP_SIMPLEX_FIRE_MARCH_H

enum fire_depth_mode {
    FIRE_DEPTH_STOP = 1, /* samples at segment ends, dropped once hidden: bands appear */
    FIRE_DEPTH_EXTRA,    /* plus one at the surface, weighted by its distance / step */
    FIRE_DEPTH_MIDPOINT, /* midpoints, last segment shortened */
};

struct fire_span {
    float enter, leave;
};

struct fire_ray {
    float origin[3], direction[3];
};

/* Emission per unit length at parameter t. */
typedef float fire_field(void *self, float t);

/* Where the ray is inside the box [low, high]. False when it misses; the span is untouched.
 * A ray that starts inside enters at `near`. A zero direction component is allowed. */
int fire_clip_box(const struct fire_ray *ray, const float low[3], const float high[3],
                  float near, struct fire_span *span);

/* The line integral of the field over [enter, min(leave, hit)], by one of the depth modes. */
float fire_march(const struct fire_span *span, float hit, float step, enum fire_depth_mode mode,
                 fire_field *field, void *self);

/* Weight of the last sample: distance from the last full sample to the surface over the step.
 */
float fire_last_weight(float distance, float step);

/* Samples that the longest ray, the unit cube's diagonal, may need. */
int fire_samples_max(float step);

/* Distance in front of the eye of a depth-buffer value, and back. near and far are the planes
 * of the perspective projection; depth is 0 to 1. */
float fire_eye_depth(float depth, float near, float far);
float fire_window_depth(float eye, float near, float far);

#endif
