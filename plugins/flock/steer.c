/* SPDX-License-Identifier: MIT
 *
 * Steering behaviours of one agent.
 */
#include "steer.h"

#include <math.h>

static float dot(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static float length_of(const float a[3]) { return sqrtf(dot(a, a)); }

static void limit(float v[3], float most) {
    float length = length_of(v);
    if (length <= most) return;
    for (int c = 0; c < 3; c++) v[c] *= most / length;
}

void steer_toward(const struct steer_agent *a, const float velocity[3], float out[3]) {
    float response = fmaxf(a->response, 1e-6f);
    for (int c = 0; c < 3; c++) out[c] = (velocity[c] - a->vel[c]) / response;
    limit(out, a->acceleration);
}

/* Velocity of the given size toward target; none on the spot. */
static void head(const struct steer_agent *a, const float target[3], float speed,
                 float out[3]) {
    float d[3];
    for (int c = 0; c < 3; c++) d[c] = target[c] - a->pos[c];
    float length = length_of(d);
    for (int c = 0; c < 3; c++) out[c] = length > 1e-9f ? d[c] / length * speed : 0.0f;
}

void steer_seek(const struct steer_agent *a, const float target[3], float out[3]) {
    float v[3];
    head(a, target, a->speed, v);
    steer_toward(a, v, out);
}

void steer_flee(const struct steer_agent *a, const float target[3], float out[3]) {
    float v[3];
    head(a, target, -a->speed, v);
    steer_toward(a, v, out);
}

void steer_arrive(const struct steer_agent *a, const float target[3], float slow,
                  float out[3]) {
    float d[3], v[3];
    for (int c = 0; c < 3; c++) d[c] = target[c] - a->pos[c];
    head(a, target, a->speed * fminf(1.0f, length_of(d) / fmaxf(slow, 1e-6f)), v);
    steer_toward(a, v, out);
}

void steer_predict(const struct steer_agent *a, const float pos[3], const float vel[3],
                   float most, float out[3]) {
    float d[3];
    for (int c = 0; c < 3; c++) d[c] = pos[c] - a->pos[c];
    float time = fminf(most, length_of(d) / fmaxf(a->speed, 1e-6f));
    for (int c = 0; c < 3; c++) out[c] = pos[c] + vel[c] * time;
}

void steer_pursue(const struct steer_agent *a, const float pos[3], const float vel[3],
                  float out[3]) {
    float at[3];
    steer_predict(a, pos, vel, 2.0f, at);
    steer_seek(a, at, out);
}

void steer_evade(const struct steer_agent *a, const float pos[3], const float vel[3],
                 float out[3]) {
    float at[3];
    steer_predict(a, pos, vel, 2.0f, at);
    /* It will be right here: away from where it is now. */
    float square = 0.0f;
    for (int c = 0; c < 3; c++) square += (at[c] - a->pos[c]) * (at[c] - a->pos[c]);
    steer_flee(a, square > 1e-4f ? at : pos, out);
}

float steer_wander(float heading, float jitter, float u) {
    return heading + (2.0f * u - 1.0f) * jitter;
}

int steer_avoid_sphere(const struct steer_agent *a, const float centre[3], float radius,
                       float ahead, float out[3]) {
    float forward[3], side[3], d[3], speed = length_of(a->vel);
    for (int c = 0; c < 3; c++) {
        out[c] = 0.0f;
        d[c] = centre[c] - a->pos[c];
        forward[c] = a->vel[c] / fmaxf(speed, 1e-9f);
    }
    float along = dot(d, forward);
    for (int c = 0; c < 3; c++) side[c] = along * forward[c] - d[c];
    float lateral = length_of(side);
    if (along <= 0.0f || along >= ahead + radius || lateral >= radius) return 0;
    if (lateral <= 1e-6f) { /* Dead ahead: to the left. */
        side[0] = -forward[2];
        side[1] = forward[0] * forward[0] + forward[2] * forward[2] > 0.01f ? 0.0f : 1.0f;
        side[2] = forward[0];
        lateral = length_of(side);
        for (int c = 0; c < 3; c++) side[c] *= 1e-6f / lateral;
        lateral = 1e-6f;
    }
    float push = fminf(1.0f, 1.3f - lateral / radius) * a->acceleration;
    for (int c = 0; c < 3; c++) out[c] = side[c] / lateral * push;
    return 1;
}

/* The place on segment p..q nearest to x; its distance squared. */
static float nearest_on(const float p[3], const float q[3], const float x[3], float out[3]) {
    float d[3], e[3], square = 0.0f;
    for (int c = 0; c < 3; c++) {
        d[c] = q[c] - p[c];
        e[c] = x[c] - p[c];
    }
    float t = dot(d, e) / fmaxf(dot(d, d), 1e-12f);
    t = fminf(1.0f, fmaxf(0.0f, t));
    for (int c = 0; c < 3; c++) {
        out[c] = p[c] + t * d[c];
        square += (x[c] - out[c]) * (x[c] - out[c]);
    }
    return square;
}

void steer_follow_path(const struct steer_agent *a, const float *points, uint32_t n,
                       const float radius_ahead[2], float out[3]) {
    float future[3], best = INFINITY, target[3] = {0};
    for (int c = 0; c < 3; c++) {
        out[c] = 0.0f;
        future[c] = a->pos[c] + a->vel[c] * radius_ahead[1];
    }
    for (uint32_t k = 0; k + 1 < n; k++) {
        const float *p = points + 3 * (uint64_t)k;
        float at[3], along[3], square = nearest_on(p, p + 3, future, at);
        if (square >= best) continue;
        best = square;
        for (int c = 0; c < 3; c++) along[c] = p[c + 3] - p[c];
        float length = fmaxf(length_of(along), 1e-9f);
        for (int c = 0; c < 3; c++)
            target[c] = at[c] + along[c] / length * a->speed * radius_ahead[1];
    }
    if (best > radius_ahead[0] * radius_ahead[0] && best < INFINITY) steer_seek(a, target, out);
}

void steer_contain(const struct steer_agent *a, const float low[3], const float high[3],
                   float margin, float out[3]) {
    for (int c = 0; c < 3; c++) {
        /* A narrow box has its walls' margins meet in the middle. */
        float m = fmaxf(fminf(margin, 0.5f * (high[c] - low[c])), 1e-6f);
        float below = (low[c] + m - a->pos[c]) / m, above = (a->pos[c] - high[c] + m) / m;
        out[c] = 0.0f;
        if (below > 0.0f) out[c] += a->acceleration * below;
        if (above > 0.0f) out[c] -= a->acceleration * above;
    }
}

void steer_follow_leader(const struct steer_agent *a, const float pos[3], const float vel[3],
                         float behind, float out[3]) {
    float speed = fmaxf(length_of(vel), 1e-9f), back[3], d[3], side[3];
    for (int c = 0; c < 3; c++) {
        back[c] = pos[c] - vel[c] / speed * behind;
        d[c] = a->pos[c] - pos[c];
    }
    float along = dot(d, vel) / speed;
    for (int c = 0; c < 3; c++) side[c] = d[c] - along * vel[c] / speed;
    float lateral = length_of(side);
    if (along > 0.0f && along < 2.0f * behind && lateral < behind) {
        for (int c = 0; c < 3; c++)
            side[c] = a->pos[c] + side[c] / fmaxf(lateral, 1e-6f) * behind;
        steer_seek(a, side, out);
        return;
    }
    steer_arrive(a, back, fmaxf(a->speed * a->speed / (2.0f * a->acceleration), behind), out);
}

int steer_spend(float sum[3], float *left, const float request[3]) {
    float length = length_of(request);
    if (*left <= 0.0f) return 0;
    float share = length > *left ? *left / length : 1.0f;
    for (int c = 0; c < 3; c++) sum[c] += share * request[c];
    *left -= share * length;
    return *left > 0.0f;
}
