/* SPDX-License-Identifier: MIT
 *
 * shape - where particles are born and which way they leave.
 *
 * Shapes are in the emitter's space: +y is its direction. Every sample is a pure function of
 * its random numbers, so birth k is the same whichever thread makes it. Units      m, rad.
 * Source     Reeves 1983 (sphere outward, circle and rectangle within an ejection angle of the
 * normal).
 */
#ifndef KIT_SHAPE_H
#define KIT_SHAPE_H

#include <stdint.h>

enum kit_shape_kind {
    KIT_POINT = 1,
    KIT_LINE,   /* a to b */
    KIT_CIRCLE, /* the filled circle: same as KIT_DISC, Reeves' word */
    KIT_DISC,   /* radius, in x-z */
    KIT_RING,   /* radius, inner radius: evenly by area between them */
    KIT_SPHERE, /* the ball's volume */
    KIT_SPHERE_SURFACE,
    KIT_BOX, /* half extents */
    KIT_BOX_SURFACE,
    KIT_CONE,      /* apex at the origin, height size[1], radius at the top */
    KIT_RECTANGLE, /* half extents x and z */
    KIT_MESH       /* triangles with an area table: kit_shape_mesh */
};

enum kit_direction_kind {
    KIT_ALONG = 1, /* +y within `angle` of it, evenly over the solid angle */
    KIT_OUTWARD,   /* from the centre, or the surface normal; within `angle` */
    KIT_INWARD,
    KIT_EVERYWHERE, /* evenly over the sphere */
    KIT_TANGENT     /* around +y */
};

struct kit_mesh_area; /* kit/mesh_area.h */

struct kit_shape {
    enum kit_shape_kind kind;
    float radius, inner;
    float size[3];    /* half extents, or cone height in [1] */
    float a[3], b[3]; /* line */
    const struct kit_mesh_area *mesh;
};

/* One birth place. u: 4 uniform numbers in [0,1). Writes position and unit outward normal. */
void kit_shape_sample(const struct kit_shape *shape, const float u[4], float position[3],
                      float normal[3]);

/* One direction. u: 2 uniform numbers. angle: half angle of the cone, 0..pi. direction is a
 * unit vector. */
void kit_direction_sample(enum kit_direction_kind kind, const float position[3],
                          const float normal[3], float angle, const float u[2],
                          float direction[3]);

/* Evenly over the solid angle within `angle` of unit `axis`: cos = 1 - u (1 - cos angle). */
void kit_cone_sample(const float axis[3], float angle, const float u[2], float direction[3]);

#endif
