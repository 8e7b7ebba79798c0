/* SPDX-License-Identifier: MIT
 *
 * body - motion of the bodies of mass > 0: gravity, pushes, contacts with friction.
 *
 * Contacts are points of one body inside another's distance field; velocities are put right by
 * sequential impulses in scene order, overlaps by a small push apart. Made for crates that
 * topple and balls that roll, not for towers of a hundred. Errors   None. Contacts past
 * BODY_CONTACTS_MOST are ignored for a step. Source   Catto, Fast and Simple Physics using
 * Sequential Impulses, 2006.
 */
#ifndef SCENE_BODY_H
#define SCENE_BODY_H

#include "scene/world.h"

enum { BODY_CONTACTS_MOST = 2048, BODY_STILL_STEPS = 30, BODY_ITERATIONS = 8 };

struct body_contact {
    uint32_t a, b;             /* bodies: b's field is touched by a's point */
    float normal[3], point[3]; /* normal points out of b */
    float depth, bounce;       /* m; m/s wanted after the touch */
    float pressed, rubbed[2];  /* impulses so far, N s */
    float along[2][3];         /* tangents */
};

/* One step of all bodies of mass > 0 that are not driven. */
void body_step(struct world *world, float dt);
/* Change velocity and spin by an impulse at a world point. */
void body_impulse(struct world *world, uint32_t body, const float point[3],
                  const float impulse[3]);
/* Radius of a ball about its origin that holds it; a plane's is infinite. */
float body_radius(const struct world_body *body);
/* A body as a collider, where it is now. */
wisp_collider body_collider(const struct world *world, uint32_t body);

#endif
