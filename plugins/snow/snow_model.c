/* SPDX-License-Identifier: MIT */
#include "snow_model.h"

#include <math.h>

struct snow_preset snow_preset(enum snow_preset_kind kind) {
    switch (kind) {
    case SNOW_FLURRY:
        return (struct snow_preset){150.0f, 0.012f, 0.9f, 0.07f, 0.0f};
    case SNOW_LIGHT:
        return (struct snow_preset){500.0f, 0.015f, 1.0f, 0.06f, 0.0f};
    case SNOW_HEAVY:
        return (struct snow_preset){5000.0f, 0.028f, 1.4f, 0.05f, 0.0f};
    case SNOW_BLIZZARD:
        return (struct snow_preset){9000.0f, 0.018f, 1.6f, 0.03f, 0.0f};
    case SNOW_SLEET:
        return (struct snow_preset){4000.0f, 0.006f, 4.0f, 0.005f, 0.7f};
    case SNOW_HAIL:
        return (struct snow_preset){1500.0f, 0.010f, 12.0f, 0.0f, 1.0f};
    case SNOW_MODERATE:
    default:
        return (struct snow_preset){2000.0f, 0.020f, 1.2f, 0.06f, 0.0f};
    }
}

float snow_steady_count(float rate, float height, float speed) {
    return speed > 0.0f ? rate * height / speed : 0.0f;
}

float snow_terminal_speed(float diameter_mm) { return 0.79f * powf(diameter_mm, 0.27f); }

float snow_speed_from_rest(float terminal, float gravity, float t) {
    return terminal * tanhf(gravity * t / terminal);
}

float snow_wrap(float x, float low, float size) {
    float t = (x - low) / size;
    float r = low + size * (t - floorf(t));
    return r < low + size ? r : low;
}

uint64_t snow_births(double *owed, double rate, double dt) {
    if (!(rate > 0.0)) {
        *owed = 0.0;
        return 0;
    }
    *owed += dt;
    double n = floor(rate * *owed + 1e-9);
    *owed -= n / rate;
    if (*owed < 0.0) *owed = 0.0;
    return (uint64_t)n;
}

float snow_triangular(float u, float v) { return u - v; }

float snow_slope_factor(float normal_y) {
    const float steep = 0.5f, flat = 0.906307787f; /* cosines of 60 and 25 degrees */
    float t = (normal_y - steep) / (flat - steep);
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    return t * t * (3.0f - 2.0f * t);
}

float snow_drift(float wind, float height, float terminal) {
    return terminal > 0.0f ? wind * height / terminal : 0.0f;
}

void snow_view_box(const struct snow_view *v, float top, float low[3], float high[3]) {
    float right[3] = {v->forward[1] * v->up[2] - v->forward[2] * v->up[1],
                      v->forward[2] * v->up[0] - v->forward[0] * v->up[2],
                      v->forward[0] * v->up[1] - v->forward[1] * v->up[0]};
    float t = tanf(0.5f * v->fov_y);
    for (int corner = 0; corner < 8; corner++) {
        float d = corner & 1 ? v->far_z : v->near_z;
        float x = (corner & 2 ? 1.0f : -1.0f) * t * v->aspect * d;
        float y = (corner & 4 ? 1.0f : -1.0f) * t * d;
        for (int k = 0; k < 3; k++) {
            float p = v->eye[k] + v->forward[k] * d + right[k] * x + v->up[k] * y;
            if (k == 1) p = p < 0.0f ? 0.0f : p > top ? top : p;
            if (corner == 0 || p < low[k]) low[k] = p;
            if (corner == 0 || p > high[k]) high[k] = p;
        }
    }
    high[1] = top;
}
