/* SPDX-License-Identifier: MIT
 *
 * fluid_kernel - see the header.
 *
 * A shell of radius r around the particle lies in a ball of radius R, whose centre is D = R + s
 * away, with the share (1 - (D^2 + r^2 - R^2) / (2 D r)) / 2. Integrating the kernel over these
 * shells gives the mass in the ball; integrating W times the outward normal over the ball's
 * surface gives the gradient. Written with k = 1 / R both stay finite for a flat wall (k = 0)
 * and hold for a hollow ball (k < 0).
 */
#include "fluid_kernel.h"

#include <math.h>

double fluid_poly6(double r, double h) {
    double t = h * h - r * r;
    return r < h ? 315.0 / (64.0 * FLUID_PI * pow(h, 9.0)) * t * t * t : 0.0;
}

double fluid_spiky(double r, double h) {
    double t = h - r;
    return r < h ? 15.0 / (FLUID_PI * pow(h, 6.0)) * t * t * t : 0.0;
}

double fluid_spiky_slope(double r, double h) {
    double t = h - r;
    return r < h ? 45.0 / (FLUID_PI * pow(h, 6.0)) * t * t : 0.0;
}

fluid_lattice fluid_lattice_sums(double ratio) {
    fluid_lattice sums = {0};
    int reach = (int)ratio + 1;
    int side = 2 * reach + 1;
    double slopes = 0.0;
    for (int cell = 0; cell < side * side * side; cell++) {
        int x = cell % side - reach, y = cell / side % side - reach,
            z = cell / side / side - reach;
        double r = sqrt((double)(x * x + y * y + z * z));
        if (r >= ratio - 1e-9) continue;
        sums.poly6_sum += fluid_poly6(r, ratio);
        sums.spiky_sum += fluid_spiky(r, ratio);
        if (x == 0 && y == 0 && z == 0) continue;
        sums.neighbours++;
        slopes += fluid_spiky_slope(r, ratio) * fluid_spiky_slope(r, ratio);
    }
    sums.volume = 1.0 / sums.poly6_sum;
    sums.gradient = slopes * sums.volume * sums.volume;
    sums.self_share = fluid_poly6(0.0, ratio) / sums.poly6_sum;
    return sums;
}

/* Beyond these a particle would see more than a ball or cavity of its own kernel's size. */
static float limited(float curvature) {
    return curvature > 2.0f ? 2.0f : curvature < -0.9f ? -0.9f : curvature;
}

float fluid_wall_fraction(float s, float curvature) {
    if (!(s < 1.0f)) return 0.0f;
    if (s < 0.0f) s = 0.0f;
    float k = limited(curvature);
    float s2 = s * s, u = 1.0f - s2, u4 = (u * u) * (u * u);
    float plain =
        16.0f / 315.0f -
        s * s2 * (1.0f / 3.0f - s2 * (0.6f - s2 * (3.0f / 7.0f - s2 * (1.0f / 9.0f))));
    float slope = u4 * 0.125f;
    float cubic = u4 * (0.125f - 0.1f * u);
    float inv = 0.5f / (1.0f + k * s);
    float a = s * (2.0f + k * s) * inv, b = k * inv;
    float w = 315.0f / 32.0f * (plain - a * slope - b * cubic);
    return w < 0.0f ? 0.0f : w > 1.0f ? 1.0f : w;
}

float fluid_wall_gradient(float s, float curvature) {
    if (!(s < 1.0f)) return 0.0f;
    if (s < 0.0f) s = 0.0f;
    float k = limited(curvature);
    float t = 1.0f - s, t4 = (t * t) * (t * t), t5 = t4 * t;
    float first = t4 * 0.25f - t5 * 0.2f;
    if (k == 0.0f) return 30.0f * first;
    /* r^3 (1 - r)^3 with r = 1 - t: t^3 (1 - 3t + 3t^2 - t^3). */
    float third = t4 * 0.25f - 0.6f * t5 + 0.5f * t5 * t - t5 * t * t * (1.0f / 7.0f);
    float inv = 1.0f / (1.0f + k * s), inv2 = inv * inv;
    float g = 30.0f * (0.5f * (1.0f + inv2) * first - 0.5f * (k * k) * inv2 * third);
    return g < 0.0f ? 0.0f : g;
}
