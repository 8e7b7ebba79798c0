/* SPDX-License-Identifier: MIT
 *
 * Wind on the fire: how far it leans at each height, and gusts.
 *
 * Units    h is height over the base, 0 to 1. k is the tip's offset in box heights, 0 to 1.
 *          Angles in degrees. Time in s.
 * Errors   None.
 * Threads  Pure.
 * Source   Document 001: x' = x + k f(h), k driven by a linear random function. f(h) = h^2
 *          keeps the base still and upright; f(h) = h is the document's sheared box.
 */
#ifndef WISP_SIMPLEX_FIRE_WIND_H
#define WISP_SIMPLEX_FIRE_WIND_H

#include <stdint.h>

enum fire_wind_mode { FIRE_WIND_BEND = 1, FIRE_WIND_SHEAR };

/* Offset of the flame at height h. */
float fire_wind_offset(enum fire_wind_mode mode, float k, float h);

/* The straight flame's point under a leaning one: moves p[0], p[2] back by the offset along
 * the unit wind direction (x, z). p is in the unit cube, so h = p[1] + 1/2. */
void fire_wind_unbend(enum fire_wind_mode mode, float k, const float direction[2], float p[3]);

/* Angle of the flame to the vertical at its tip. */
float fire_wind_tip_lean(enum fire_wind_mode mode, float k);

/* How far [-1/2, 1/2] must widen along the wind to hold the leaning flame. */
void fire_wind_extent(float k, float *low, float *high);

/* Gust factor in [-1, 1] at time t: straight lines between random targets, whose spacing
 * varies between half and one and a half `period`. Depends only on t and seed. */
float fire_wind_gust(float t, float period, uint32_t seed);

/* k at time t: k0 (1 + strength * gust), never under 0 for k0 >= 0. */
float fire_wind_strength(float k0, float strength, float t, float period, uint32_t seed);

#endif
