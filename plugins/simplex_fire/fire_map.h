/* SPDX-License-Identifier: MIT
 *
 * Where a point of the fire's box looks into the flame profile.
 *
 * Units    The box is the unit cube about the origin, y up (a sea of fire: sizes in m).
 *          u is 0 on the axis and 1 at the box wall; v is 0 at the base and 1 at the top, and
 *          may leave [0, 1], where the profile is dark.
 * Errors   None.
 * Threads  Pure.
 * Source   Document 001, texture mapping and sea of fire; the square-root anchor and the factor
 *          2 follow Tatarinov, Perlin Fire, 2007.
 */
#ifndef WISP_SIMPLEX_FIRE_MAP_H
#define WISP_SIMPLEX_FIRE_MAP_H

struct fire_coords {
    float u, v;
};

/* A cuboid of fire: length along x, height along y, depth along z; length >= depth > 0. */
struct fire_sea {
    float length, height, depth;
};

/* Single flame. noise is the signed or unsigned noise sum; its magnitude is used. */
struct fire_coords fire_map_flame(const float p[3], float noise, float roughness);

/* Sea of fire: a flame drawn out along x, with half a flame at each end. */
struct fire_coords fire_map_sea(const struct fire_sea *sea, const float p[3], float noise,
                                float roughness);

/* Distance from the middle to the centre of an end cap: (length - depth) / 2, or 0. */
float fire_sea_end(const struct fire_sea *sea);

/* Area of the footprint u <= 1, a stadium. m^2 */
float fire_sea_area(const struct fire_sea *sea);

/* Noise coordinates of a point at time t: the pattern climbs along y. scroll = speed * t. */
void fire_noise_point(const float p[3], float scale, float scroll, float q[3]);

/* Noise coordinates when the samples are not un-bent: the pattern climbs along the leaning
 * direction (up + lean) / |up + lean|, where lean is the wind offset k times its direction. */
void fire_noise_point_oblique(const float p[3], float scale, float scroll, const float lean[2],
                              float q[3]);

#endif
