/* SPDX-License-Identifier: MIT
 *
 * The procedural flame profile and its hull.
 */
#include "simplex_fire/fire_profile.h"

#include <math.h>

/* The width grows while 6 (v + .03) < 1 and the growth outweighs the taper; its derivative
 * is 0 where (1 - v) / 2 = .6 (v + .03), i.e. past the end of that branch, so the branch's
 * end v = 1/6 - .03 holds the maximum. */
static const float widest_v = 1.0f / 6.0f - 0.03f;

float fire_profile_width(float v) {
    if (v < 0.0f || v >= 1.0f) return 0.0f;
    float foot = fminf(1.0f, 6.0f * (v + 0.03f));
    return 0.9f * powf(1.0f - v, 0.6f) * sqrtf(foot);
}

/* smoothstep from 1 down to 0 as x goes from `low` to 1. */
static float falling(float low, float x) {
    float t = fminf(fmaxf((1.0f - x) / (1.0f - low), 0.0f), 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

float fire_profile_intensity(float u, float v) {
    float width = fire_profile_width(v);
    if (width <= 0.0f || u >= width) return 0.0f;
    return falling(0.2f, u / width);
}

float fire_profile_heat(float u, float v) {
    float width = fire_profile_width(v);
    if (width <= 0.0f || u >= width) return 0.0f;
    return (1.0f - u / width) * (1.0f - 0.7f * v);
}

float fire_profile_hull(float h) { return fire_profile_width(fmaxf(h, widest_v)); }
