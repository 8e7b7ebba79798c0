/* SPDX-License-Identifier: MIT
 *
 * probe - an effect for tests of scenes: births at a rate, positions that depend on all that a
 * world has, and parameters of every apply class. Linked in; its id is "probe".
 *
 * Numbers i of "pos" are alive ones; "sum" (f64) adds up what the effect saw: times, wind,
 * lights, commands; "burst" adds `count` at once; signal "full" comes when max is reached.
 */
#ifndef SUPPORT_PROBE_EFFECT_H
#define SUPPORT_PROBE_EFFECT_H

#include <wisp/effect.h>

enum probe_param {
    PROBE_RATE,    /* live */
    PROBE_MAX,     /* resize */
    PROBE_LIFE,    /* spawn, range */
    PROBE_SPACING, /* rebuild */
    PROBE_COLOR,
    PROBE_GLOW, /* > 0: adds a light of this intensity */
    PROBE_FAIL, /* 1: update fails, 2: create fails */
    PROBE_FADE, /* curve */
    PROBE_PARAMS
};

extern const wisp_effect probe_effect;

#endif
