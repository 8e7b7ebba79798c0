/* SPDX-License-Identifier: MIT
 *
 * steer - goals of one agent as accelerations.
 *
 * Each function gives the acceleration that would take the agent to the wanted velocity within
 * its response time, clipped to what it can do.
 *
 * Units    m, s. Arrays of 3 floats.
 * Errors   None: a goal on the spot gives none.
 * Threads  Pure.
 * Source   Reynolds, Steering behaviors for autonomous characters, 1999; the budget: Flocks,
 *          herds and schools, 1987.
 */
#ifndef FLOCK_STEER_H
#define FLOCK_STEER_H

#include <stdint.h>

struct steer_agent {
    float pos[3], vel[3];
    float speed;        /* m/s, at most */
    float acceleration; /* m/s^2, at most */
    float response;     /* s */
};

void steer_toward(const struct steer_agent *a, const float velocity[3], float out[3]);
void steer_seek(const struct steer_agent *a, const float target[3], float out[3]);
void steer_flee(const struct steer_agent *a, const float target[3], float out[3]);
/* Slows down from `slow` m; without overshoot when slow >= speed^2 / (2 acceleration). */
void steer_arrive(const struct steer_agent *a, const float target[3], float slow, float out[3]);
/* Where a thing will be when the agent can be there, looking ahead `most` s at most. */
void steer_predict(const struct steer_agent *a, const float pos[3], const float vel[3],
                   float most, float out[3]);
void steer_pursue(const struct steer_agent *a, const float pos[3], const float vel[3],
                  float out[3]);
void steer_evade(const struct steer_agent *a, const float pos[3], const float vel[3],
                 float out[3]);
/* The next heading of a random walk: heading + (2u - 1) * jitter. Radians; u in [0, 1). */
float steer_wander(float heading, float jitter, float u);
/* Away to the side of a sphere in the agent's way within `ahead` m. radius: sphere and agent
 * together. Returns 0 and writes zeros when the way is free. */
int steer_avoid_sphere(const struct steer_agent *a, const float centre[3], float radius,
                       float ahead, float out[3]);
/* Back to a path of n points (3 n floats) of half width `radius`, looking `ahead` s ahead. */
void steer_follow_path(const struct steer_agent *a, const float *points, uint32_t n,
                       const float radius_ahead[2], float out[3]);
/* Into the box: grows over `margin` m before its walls. */
void steer_contain(const struct steer_agent *a, const float low[3], const float high[3],
                   float margin, float out[3]);
/* To a place `behind` m behind a leader, and out of its way. */
void steer_follow_leader(const struct steer_agent *a, const float pos[3], const float vel[3],
                         float behind, float out[3]);
/* Add a request, the most urgent first, until the acceleration is used up; the one that passes
 * the limit is cut. Returns 1 while something is left. */
int steer_spend(float sum[3], float *left, const float request[3]);

#endif
