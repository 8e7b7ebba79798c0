/* SPDX-License-Identifier: MIT
 *
 * The flame's outline as a procedural profile: no painted texture is needed.
 *
 * Units    u, v as in fire_map.h. Intensity 0 to 1; heat 0 to 1 (1 is the hottest part).
 * Errors   None; outside 0 <= v <= 1 or beyond the outline everything is 0.
 * Threads  Pure.
 */
#ifndef WISP_SIMPLEX_FIRE_PROFILE_H
#define WISP_SIMPLEX_FIRE_PROFILE_H

/* Half-width of the flame at v, in units of u: .9 (1-v)^.6 sqrt(min(1, 6 (v + .03))). */
float fire_profile_width(float v);

/* How much gas burns at (u, v): 1 on the axis, 0 at the outline. */
float fire_profile_intensity(float u, float v);

/* Where on the blackbody ramp (u, v) lies: hottest low on the axis, coolest at tip and rim. */
float fire_profile_heat(float u, float v);

/* Largest half-width at or above height h when the noise can only raise v: the hull that
 * empty-space skipping uses. Never below fire_profile_width(v) for any v >= h. */
float fire_profile_hull(float h);

#endif
