/* SPDX-License-Identifier: MIT
 *
 * Snow in formulas: presets, speeds, births, the box of the view, cover on slopes.
 *
 * Units      SI unless a name says otherwise.
 * Errors     None.
 * Threads    Pure.
 * Source     Fall speed of aggregates: Locatelli and Hobbs, Fall speeds and masses of solid
 *            precipitation particles, 1974. Drag from rest: v = vt tanh(g t / vt).
 */
#ifndef SNOW_MODEL_H
#define SNOW_MODEL_H

#include <stdint.h>

enum snow_preset_kind {
    SNOW_FLURRY = 1,
    SNOW_LIGHT,
    SNOW_MODERATE,
    SNOW_HEAVY,
    SNOW_BLIZZARD,
    SNOW_SLEET,
    SNOW_HAIL
};

struct snow_preset {
    float rate;    /* 1/s over the box */
    float size;    /* m: mean diameter */
    float speed;   /* m/s: terminal */
    float flutter; /* m: radius of the spiral at 1 m/s */
    float solid;   /* 0 a feathery flake, 1 a hard grain */
};

struct snow_preset snow_preset(enum snow_preset_kind kind);

/* Flakes alive when `rate` are born a second and fall through a box of this height. */
float snow_steady_count(float rate, float height, float speed);
/* Terminal speed of an aggregate of diameter d in mm. */
float snow_terminal_speed(float diameter_mm);
/* Speed after falling from rest for t seconds. */
float snow_speed_from_rest(float terminal, float gravity, float t);
/* x brought into [low, low + size). */
float snow_wrap(float x, float low, float size);
/* Whole births due after dt more seconds; *owed keeps the time not used, in s. */
uint64_t snow_births(double *owed, double rate, double dt);
/* The document's noise from two uniform numbers: triangular in (-1, 1). */
float snow_triangular(float u, float v);
/* Share of the snow that stays on a surface whose normal has this height. */
float snow_slope_factor(float normal_y);
/* How far wind carries a flake while it falls. */
float snow_drift(float wind, float height, float terminal);

/* The box in the ground plane of what a view can see: its eight corners, heights clamped to
 * [0, top]. forward and up are unit. */
struct snow_view {
    float eye[3], forward[3], up[3];
    float fov_y, aspect, near_z, far_z;
};
void snow_view_box(const struct snow_view *view, float top, float low[3], float high[3]);

#endif
