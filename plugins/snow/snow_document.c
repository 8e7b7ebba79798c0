/* SPDX-License-Identifier: MIT
 *
 * The document's snowfall: births in a flat box above the view, falls, and deaths on the
 * ground.
 *
 * Every step: motion; whoever is below the ground or in a body dies and the last flake takes
 * its place, which is then looked at too; then the births of this step, as many as there is
 * room for. Source  Simulation of real-time snowfall by particle system and OpenGL (2011), four
 * steps.
 */
#include "snow_own.h"

#include <string.h>

/* Above what the camera sees, or the box as given. */
static void birth_box(wisp_instance *self, struct snow *s, const wisp_step *step) {
    const wisp_world *w = self->host->world->snapshot(self);
    float low[3], high[3];
    s->follows = false;
    if (snow_given_box(step->values, low, high)) {
        for (int k = 0; k < 3; k++) {
            low[k] += step->pose.position[k];
            high[k] += step->pose.position[k];
        }
    } else {
        struct snow_view view = {.fov_y = w->fov_y,
                                 .aspect = w->aspect,
                                 .near_z = w->near_z,
                                 .far_z = step->values[SNOW_EXTENT].v[2]};
        memcpy(view.eye, w->eye, sizeof view.eye);
        memcpy(view.forward, w->forward, sizeof view.forward);
        memcpy(view.up, w->up, sizeof view.up);
        view.eye[1] -= step->pose.position[1];
        snow_view_box(&view, step->values[SNOW_EXTENT].v[1], low, high);
        low[1] = step->pose.position[1];
        high[1] += step->pose.position[1];
    }
    for (int k = 0; k < 3; k++) {
        s->box.low[k] = low[k];
        s->box.size[k] = high[k] - low[k] > 0.01f ? high[k] - low[k] : 0.01f;
    }
}

/* On the way down the wind carries flakes: births are shifted upwind by half of that. */
static void give_birth(wisp_instance *self, struct snow *s, const wisp_step *step) {
    double share = (double)self->host->report->budget(self);
    uint64_t due =
        snow_births(&s->core->owed, (double)s->preset.rate * share, (double)step->dt);
    const wisp_world *w = self->host->world->snapshot(self);
    bool triangular = step->values[SNOW_SPAWN].i == SNOW_TRIANGULAR;
    for (; due > 0 && s->core->alive < s->capacity; due--) {
        uint64_t i = s->core->alive++, birth = s->core->births;
        snow_make(self, s, step->values, i);
        s->trait[SNOW_BIRTH][i] = -60.0f; /* at its height nobody sees it come */
        for (int k = 0; k < 3; k += 2) {
            float u = snow_random(self, birth, (uint32_t)k);
            float v = snow_random(self, birth, (uint32_t)k + (k ? 4u : 1u));
            float at = triangular ? 0.5f + 0.5f * snow_triangular(u, v) : u;
            float back = 0.5f * snow_drift(w->wind[k], s->box.size[1], s->preset.speed);
            s->pos[k][i] = s->box.low[k] + s->box.size[k] * at - back;
            s->vel[k][i] = s->wind[k][i] = w->wind[k];
        }
        s->pos[1][i] = s->box.low[1] + s->box.size[1];
    }
}

wisp_status snow_document_step(wisp_instance *self, struct snow *s, const wisp_step *step) {
    birth_box(self, s, step);
    uint64_t n = s->core->alive;
    const wisp_state_1 *state = self->host->state;
    int32_t *round = state->frame(self, (n + 1) * sizeof *round);
    uint8_t *hit = state->frame(self, n + 1);
    if (!round || !hit) return WISP_E_NOMEM;
    memset(hit, 0, n);
    snow_fall_all(self, s, step, NULL, round); /* no box: nothing wraps */
    snow_touch(self, s, step, hit);
    for (uint64_t i = 0; i < s->core->alive;) {
        if (s->pos[1][i] < s->box.low[1] || hit[i]) {
            hit[i] = hit[s->core->alive - 1];
            snow_kill(s, i);
        } else {
            i++;
        }
    }
    give_birth(self, s, step);
    return WISP_OK;
}
