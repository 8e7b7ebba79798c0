/* SPDX-License-Identifier: MIT
 *
 * The general evolution curve and its recipes.
 */
#include "jet_flame/jet_evolution.h"

#include <assert.h>
#include <math.h>

struct jet_evolution jet_recipe_curve(enum jet_recipe recipe) {
    static const struct jet_evolution curve[] = {
        [JET_RECIPE_JET] = {.02f, .31f, .2333f, 1, .65f},
        [JET_RECIPE_EXPLOSION] = {0, .25f, .05f, 1, 1.15f},
        [JET_RECIPE_CANDLE] = {.05f, .45f, .35f, 1, 0},
        [JET_RECIPE_BURNING] = {.05f, .4f, .6f, 1, .3f},
        [JET_RECIPE_TORNADO] = {.1f, .9f, .15f, 1, 1},
        [JET_RECIPE_FOUNTAIN] = {.05f, .5f, .1f, 1, 1},
        [JET_RECIPE_FIREWORK] = {.3f, .55f, .01f, 1, 1.1f},
        [JET_RECIPE_FLOWER] = {.1f, .8f, .12f, 1, 1},
    };
    assert(recipe >= JET_RECIPE_JET && recipe <= JET_RECIPE_FLOWER);
    return curve[recipe];
}

float jet_evolve(const struct jet_evolution *c, float t) {
    t = fminf(fmaxf(t, 0.0f), 1.0f);
    if (t <= c->t1) return c->start;
    float grown = c->peak - c->start;
    float span = c->t2 - c->t1;
    float s;
    if (t <= 0.5f * (c->t1 + c->t2)) {
        s = (t - c->t1) / span;
        return c->start + 2.0f * grown * s * s;
    }
    if (t <= c->t2) {
        s = (c->t2 - t) / span;
        return c->peak - 2.0f * grown * s * s;
    }
    s = (t - c->t2) / (1.0f - c->t2);
    return c->peak * (1.0f + (c->end - 1.0f) * s * s);
}

float jet_puffing(float diameter) { return 1.5f / sqrtf(diameter); }
