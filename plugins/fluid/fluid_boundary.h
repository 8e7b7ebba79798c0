/* SPDX-License-Identifier: MIT
 *
 * fluid_boundary - walls, containers and bodies as seen by one particle.
 *
 * A flat axis-aligned room (up to six walls) and a list of solids. Each gives contacts:
 * distance to the surface, normal into the fluid, curvature. The solver asks for the share of
 * the kernel that lies in solids and pushes centres out to `pad`.
 *
 * Units      Kernel radii (h = 1), s.
 * Threads    Pure over a boundary that nobody changes.
 */
#ifndef FLUID_BOUNDARY_H
#define FLUID_BOUNDARY_H

#include <stdint.h>

#define FLUID_MAX_SOLIDS 40
#define FLUID_MAX_PUSHED 16 /* movable bodies that feel the fluid */

typedef struct fluid_vec4 {
    float x, y, z, w;
} fluid_vec4;

/* The vector as four floats. */
static inline float *fluid_xyz(fluid_vec4 *p) { return (float *)(void *)p; }
static inline const float *fluid_xyz_of(const fluid_vec4 *p) {
    return (const float *)(const void *)p;
}

/* The values of the first six are those of WISP_SHAPE_. */
enum {
    FLUID_PLANE = 1,
    FLUID_BOX,
    FLUID_SPHERE,
    FLUID_CYLINDER,
    FLUID_CAPSULE,
    FLUID_GRID,
    FLUID_TORUS
};

typedef struct fluid_solid {
    uint32_t shape;
    uint32_t hollow; /* 1: fluid is inside, the solid is everything else */
    int32_t pushed;  /* slot of a movable body, -1 is none */
    float friction;  /* 1 */
    float origin[3];
    float axes[3][3];   /* rows: local x, y, z in the domain's frame */
    float size[3];      /* as WISP_SHAPE_; torus: ring radius, tube radius */
    float velocity[3];  /* h/s at origin */
    float spin[3];      /* rad/s */
    float lo[3], hi[3]; /* box around the body, without reach */
    /* FLUID_GRID: distances at cell corners in local space, negative in the mesh. */
    const float *distance;
    uint32_t cells[3];
    float grid_origin[3], grid_cell;
    float grid_scale; /* h per unit of distance[] */
} fluid_solid;

typedef struct fluid_contact {
    float distance; /* negative inside the solid */
    float normal[3];
    float curvature;
} fluid_contact;

/* Momentum (h kg/s) and its moment about the body's origin that particles gave to a body. */
typedef struct fluid_push {
    float linear[3], angular[3];
} fluid_push;

typedef struct fluid_boundary {
    float lo[3], hi[3]; /* room; +-FLUID_OPEN where there is no wall */
    float pad;          /* how near centres may come to a surface */
    float extent[3];    /* of the domain: beyond [0, extent] particles are dropped */
    uint32_t solid_count;
    fluid_solid solids[FLUID_MAX_SOLIDS];
} fluid_boundary;

#define FLUID_OPEN 1e8f

/* Contacts of one solid with a point, nearest surfaces first found; at most 3. */
uint32_t fluid_solid_contacts(const fluid_solid *solid, const float p[3], fluid_contact out[3]);

/* 1 when a wall or solid is nearer than reach. */
int fluid_boundary_near(const fluid_boundary *b, const float p[3], float reach);

/* w: share of the kernel at p in solids, 1 - prod(1 - w_k); xyz: sum of its gradients. */
fluid_vec4 fluid_boundary_weigh(const fluid_boundary *b, const float p[3]);

/* Move p out of every wall and solid. push, if not NULL, gets for each movable body the
 * displacement taken (as -displacement). */
void fluid_boundary_collide(const fluid_boundary *b, float p[3], fluid_push *push);

/* Gradient that movable bodies alone have at p, times -scale, added to push. */
void fluid_boundary_react(const fluid_boundary *b, const float p[3], float scale,
                          fluid_push *push);

/* Let the surfaces that touch p drag v along. */
void fluid_boundary_rub(const fluid_boundary *b, const float p[3], float dt, float v[3]);

/* Fill lo and hi of a solid from its shape and place. */
void fluid_solid_bounds(fluid_solid *solid);

#endif
