/* SPDX-License-Identifier: MIT
 *
 * collide - signed distance from colliders to points, in batches.
 *
 * Distances are exact outside and inside for plane, box, sphere, cylinder and capsule. A mesh
 * is its distance grid, read trilinearly inside the grid's box and, outside, the grid's edge
 * value plus the way to the box. Units      m. Normals are unit, outward, world. Threads Pure:
 * callers may split the points. Errors     None. A mesh without a grid is its bounding box.
 */
#ifndef SCENE_COLLIDE_H
#define SCENE_COLLIDE_H

#include <wisp/effect.h>

/* normal may be NULL. */
void collide_distance(const wisp_collider *collider, uint64_t n, const float *const xyz[3],
                      float *distance, float *const normal[3]);
/* The same with a chosen instruction set, see wind_sample_level. Same bits. */
void collide_distance_level(const wisp_collider *collider, int level, uint64_t n,
                            const float *const xyz[3], float *distance, float *const normal[3]);
/* One point. Returns the distance. normal may be NULL. */
float collide_point(const wisp_collider *collider, const float point[3], float normal[3]);

#endif
