/* SPDX-License-Identifier: MIT
 *
 * Drives.
 */
#include "drive.h"

#include <math.h>

float drive_grow(float drive, float rate, float dt) {
    return fminf(1.0f, fmaxf(0.0f, drive + rate * dt));
}

float drive_fade(float tau, float t) { return tau > 0.0f ? expf(-t / tau) : 0.0f; }

float drive_weight(float threshold, float drive) {
    if (drive <= threshold) return 0.0f;
    if (drive >= 1.0f) return 1.0f;
    float s = (drive - threshold) / (1.0f - threshold);
    return s * s * (3.0f - 2.0f * s);
}

uint32_t drive_choose(const float *weights, uint32_t n) {
    uint32_t best = n;
    float most = 0.0f;
    for (uint32_t k = 0; k < n; k++) {
        if (weights[k] <= most) continue;
        most = weights[k];
        best = k;
    }
    return best;
}

void drive_blend(const float *weights, const float *goals, uint32_t n, float out[3]) {
    float sum = 0.0f;
    for (int c = 0; c < 3; c++) out[c] = 0.0f;
    for (uint32_t k = 0; k < n; k++) {
        sum += weights[k];
        for (uint32_t c = 0; c < 3; c++) out[c] += weights[k] * goals[3 * k + c];
    }
    for (int c = 0; c < 3; c++) out[c] = sum > 0.0f ? out[c] / sum : 0.0f;
}
