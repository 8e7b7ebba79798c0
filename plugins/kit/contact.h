/* SPDX-License-Identifier: MIT
 *
 * contact - what happens to a velocity at a surface, and when a moving point meets a moving
 * body.
 *
 * Units      m, m/s, s.
 * Source     Swept sphere: the quadratic |p + (v - u) t| = r; response by parts along and
 * across the normal.
 */
#ifndef KIT_CONTACT_H
#define KIT_CONTACT_H

#include <stdbool.h>

/* Reflect v at a surface of unit normal n that moves at u: the normal part of v - u times
 * -restitution, the tangential part times 1 - friction, only if approaching. Returns whether it
 * was. */
bool kit_contact_bounce(float v[3], const float u[3], const float n[3], float restitution,
                        float friction);

/* First time in [0, dt] at which a point at p moving at v touches a sphere at c moving at u.
 * Returns a negative number if it does not; 0 if it starts inside. */
double kit_contact_sphere(const double p[3], const double v[3], const double c[3],
                          const double u[3], double radius, double dt);

#endif
