/* SPDX-License-Identifier: MIT */
#include "kit/contact.h"

#include <math.h>

bool kit_contact_bounce(float v[3], const float u[3], const float n[3], float restitution,
                        float friction) {
    float rel[3], along = 0.0f;
    for (int k = 0; k < 3; k++) {
        rel[k] = v[k] - u[k];
        along += rel[k] * n[k];
    }
    if (along >= 0.0f) return false;
    for (int k = 0; k < 3; k++) {
        float normal = along * n[k], tangent = rel[k] - normal;
        v[k] = u[k] - restitution * normal + (1.0f - friction) * tangent;
    }
    return true;
}

double kit_contact_sphere(const double p[3], const double v[3], const double c[3],
                          const double u[3], double radius, double dt) {
    double a = 0.0, b = 0.0, d = -radius * radius, disc, t;
    for (int k = 0; k < 3; k++) {
        double q = p[k] - c[k], w = v[k] - u[k];
        a += w * w;
        b += q * w;
        d += q * q;
    }
    if (d <= 0.0) return 0.0;
    disc = b * b - a * d;
    if (b >= 0.0 || disc < 0.0) return -1.0;
    t = (-b - sqrt(disc)) / a;
    return t <= dt ? t : -1.0;
}
