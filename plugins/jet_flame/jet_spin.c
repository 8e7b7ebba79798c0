/* SPDX-License-Identifier: MIT
 *
 * Equation 7 and its frame-rate independent forms.
 */
#include "jet_flame/jet_spin.h"

#include <math.h>

static const float turn = 6.2831853072f;

float jet_spin_document(float angle, float rate, float xi, float dt) {
    return angle + rate * xi * dt;
}

float jet_spin_walk(float angle, float rate, float xi, float dt, float dt_ref) {
    return angle + rate * xi * sqrtf(dt * dt_ref);
}

float jet_spin_steady(float rate, float xi, float phase, float age) {
    float wobble = 0.3f * sinf(turn * (phase + 1.7f * age));
    return turn * phase + 0.5f * rate * xi * age + wobble;
}
