/* SPDX-License-Identifier: MIT
 *
 * Box clip, the three depth modes and the depth buffer's law.
 */
#include "simplex_fire/fire_march.h"

#include <math.h>

int fire_clip_box(const struct fire_ray *ray, const float low[3], const float high[3],
                  float near, struct fire_span *span) {
    float enter = near;
    float leave = INFINITY;
    for (int a = 0; a < 3; a++) {
        if (ray->direction[a] == 0.0f) {
            if (ray->origin[a] < low[a] || ray->origin[a] > high[a]) return 0;
            continue;
        }
        float t0 = (low[a] - ray->origin[a]) / ray->direction[a];
        float t1 = (high[a] - ray->origin[a]) / ray->direction[a];
        enter = fmaxf(enter, fminf(t0, t1));
        leave = fminf(leave, fmaxf(t0, t1));
    }
    if (enter >= leave) return 0;
    *span = (struct fire_span){enter, leave};
    return 1;
}

float fire_last_weight(float distance, float step) {
    return fminf(fmaxf(distance / step, 0.0f), 1.0f);
}

/* Samples at the end of every whole segment; returns how many fitted. */
static int march_ends(const struct fire_span *span, float step, fire_field *field, void *self,
                      float *sum) {
    int count = 0;
    /* Multiply rather than add up, so that long rays keep their positions. */
    while (span->enter + (float)(count + 1) * step <= span->leave) {
        count++;
        *sum += field(self, span->enter + (float)count * step) * step;
    }
    return count;
}

static float march_midpoints(const struct fire_span *span, float step, fire_field *field,
                             void *self) {
    float sum = 0.0f;
    for (int k = 0;; k++) {
        float from = span->enter + (float)k * step;
        if (from >= span->leave) return sum;
        float length = fminf(step, span->leave - from);
        sum += field(self, from + 0.5f * length) * length;
    }
}

float fire_march(const struct fire_span *span, float hit, float step, enum fire_depth_mode mode,
                 fire_field *field, void *self) {
    const struct fire_span seen = {span->enter, fminf(span->leave, hit)};
    if (seen.enter >= seen.leave) return 0.0f;
    if (mode == FIRE_DEPTH_MIDPOINT) return march_midpoints(&seen, step, field, self);
    float sum = 0.0f;
    int whole = march_ends(&seen, step, field, self, &sum);
    if (mode == FIRE_DEPTH_EXTRA) {
        float rest = seen.leave - (seen.enter + (float)whole * step);
        sum += fire_last_weight(rest, step) * field(self, seen.leave) * step;
    }
    return sum;
}

int fire_samples_max(float step) { return (int)ceilf(1.7320508f / step); }

float fire_eye_depth(float depth, float near, float far) {
    return 2.0f * near * far / ((far + near) - (2.0f * depth - 1.0f) * (far - near));
}

float fire_window_depth(float eye, float near, float far) {
    float ndc = (far + near) / (far - near) - 2.0f * far * near / ((far - near) * eye);
    return 0.5f * ndc + 0.5f;
}
