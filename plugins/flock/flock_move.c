/* SPDX-License-Identifier: MIT
 *
 * One step of every bird, and what a flock looks like in numbers.
 */
#include <math.h>

#include "flock_model.h"

float flock_cell(const struct flock_rules *r) {
    float fine = 1.3f * r->spacing;
    if (r->neighbours == 0 || fine > r->radius) return fmaxf(r->radius, 1e-3f);
    /* Not so fine that looking as far as the radius takes more than four rings. */
    return fmaxf(fmaxf(fine, 0.25f * r->radius), 1e-3f);
}

static float length_of(const float v[3]) {
    return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Turn unit h toward unit t by at most the angle whose cosine and sine are given. */
static void turn_toward(float h[3], const float t[3], float most_cos, float most_sin) {
    float c = h[0] * t[0] + h[1] * t[1] + h[2] * t[2], w[3];
    if (c >= most_cos) {
        for (int k = 0; k < 3; k++) h[k] = t[k];
        return;
    }
    for (int k = 0; k < 3; k++) w[k] = t[k] - c * h[k];
    float length = length_of(w);
    if (length < 1e-6f) { /* Straight behind: any side will do. */
        w[0] = -h[2];
        w[1] = 0.0f;
        w[2] = h[0];
        length = length_of(w);
        if (length < 1e-6f) w[0] = length = 1.0f;
    }
    for (int k = 0; k < 3; k++) h[k] = most_cos * h[k] + most_sin * w[k] / length;
    length = length_of(h);
    for (int k = 0; k < 3; k++) h[k] /= length;
}

static void move_steer(const struct flock_rules *r, float v[3], const float want[3], float dt,
                       const float turn[2]) {
    float old[3] = {v[0], v[1], v[2]}, before = length_of(v);
    for (int c = 0; c < 3; c++) v[c] += want[c] * dt;
    float speed = length_of(v);
    if (speed <= 1e-9f) {
        for (int c = 0; c < 3; c++) v[c] = old[c];
        return;
    }
    float kept = fminf(r->speed_max, fmaxf(r->speed_min, speed));
    if (r->turn > 0.0f && before > 1e-9f) {
        float to[3] = {v[0] / speed, v[1] / speed, v[2] / speed};
        for (int c = 0; c < 3; c++) v[c] = old[c] / before;
        turn_toward(v, to, turn[0], turn[1]);
        speed = 1.0f;
    }
    for (int c = 0; c < 3; c++) v[c] *= kept / speed;
}

void flock_move(const struct flock_rules *r, const struct flock_birds *b, float dt,
                uint64_t begin, uint64_t end) {
    float angle = fminf(r->turn * dt, 3.14159265f);
    const float turn[2] = {cosf(angle), sinf(angle)};
    float cruise = 0.5f * (r->speed_min + r->speed_max);
    for (uint64_t i = begin; i < end; i++) {
        float v[3] = {b->vel[0][i], b->vel[1][i], b->vel[2][i]};
        const float want[3] = {b->want[0][i], b->want[1][i], b->want[2][i]};
        if (r->mode == FLOCK_DOCUMENT) {
            float speed = length_of(v);
            for (int c = 0; c < 3; c++) v[c] = speed > 1e-9f ? v[c] / speed : want[c];
            turn_toward(v, want, turn[0], turn[1]);
            for (int c = 0; c < 3; c++) v[c] *= cruise;
        } else {
            move_steer(r, v, want, dt, turn);
        }
        for (int c = 0; c < 3; c++) {
            b->vel[c][i] = v[c];
            b->pos[c][i] += v[c] * dt;
        }
    }
}

float flock_order(const struct flock_birds *b) {
    float sum[3] = {0};
    for (uint64_t i = 0; i < b->count; i++) {
        const float v[3] = {b->vel[0][i], b->vel[1][i], b->vel[2][i]};
        float length = length_of(v);
        for (int c = 0; c < 3; c++) sum[c] += length > 1e-9f ? v[c] / length : 0.0f;
    }
    return b->count ? length_of(sum) / (float)b->count : 0.0f;
}

float flock_gyration(const struct flock_birds *b, float *centre) {
    double sum[3] = {0}, square = 0, n = b->count ? (double)b->count : 1;
    for (int c = 0; c < 3; c++) {
        for (uint64_t i = 0; i < b->count; i++) sum[c] += (double)b->pos[c][i];
        sum[c] /= n;
        for (uint64_t i = 0; i < b->count; i++)
            square += ((double)b->pos[c][i] - sum[c]) * ((double)b->pos[c][i] - sum[c]);
        if (centre) centre[c] = (float)sum[c];
    }
    return (float)sqrt(square / n);
}
