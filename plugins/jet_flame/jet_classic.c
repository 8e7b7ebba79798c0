/* SPDX-License-Identifier: MIT
 *
 * Classic speed law and outline.
 */
#include "jet_flame/jet_classic.h"

#include <math.h>

const float jet_classic_exponents[4] = {0.5f, 0.0f, 1.0f, 0.0f};

float jet_classic_speed(float exit_velocity, const struct jet_classic_ratios *ratios,
                        const float exponents[4]) {
    return exit_velocity * powf(ratios->density, exponents[0]) *
           powf(ratios->viscosity, exponents[1]) * powf(ratios->diameter, exponents[2]) *
           powf(ratios->time, exponents[3]);
}

float jet_classic_envelope(float s) {
    if (s <= 0.0f || s >= 1.0f) return 0.0f;
    return 0.29f * s * sqrtf(-log10f(s));
}

void jet_classic_outline(float reach, float radius[JET_OUTLINE_POINTS]) {
    for (int i = 0; i < JET_OUTLINE_POINTS; i++)
        radius[i] = reach * jet_classic_envelope((float)(i + 1) / JET_OUTLINE_POINTS);
}

float jet_classic_radius(const float radius[JET_OUTLINE_POINTS], float reach, float x) {
    float at = x / reach * JET_OUTLINE_POINTS;
    if (!(at > 0.0f && at < JET_OUTLINE_POINTS)) return 0.0f;
    int i = (int)at;
    float from = i > 0 ? radius[i - 1] : 0.0f;
    return from + (radius[i] - from) * (at - (float)i);
}
