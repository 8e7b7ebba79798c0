/* SPDX-License-Identifier: MIT
 *
 * One evolution curve for everything that grows from small to large and then fades, closes or
 * holds: the jet's four stages with free numbers, and the recipes that carry the model over to
 * other subjects.
 *
 * Units    Time and size are fractions: of the life, of the full size.
 * Errors   None; time is clamped to [0, 1].
 * Threads  Pure.
 */
#ifndef WISP_JET_FLAME_EVOLUTION_H
#define WISP_JET_FLAME_EVOLUTION_H

/* Hold `start` until t1, an S-curve to `peak` at t2, then peak (1 + (end - 1) s^2), where s
 * runs from 0 at t2 to 1 at the end: end 0 closes, 1 holds, above 1 keeps growing. */
struct jet_evolution {
    float t1, t2, start, peak, end;
};

enum jet_recipe {
    JET_RECIPE_JET = 1,
    JET_RECIPE_EXPLOSION,
    JET_RECIPE_CANDLE,
    JET_RECIPE_BURNING,
    JET_RECIPE_TORNADO,
    JET_RECIPE_FOUNTAIN,
    JET_RECIPE_FIREWORK,
    JET_RECIPE_FLOWER,
};

struct jet_evolution jet_recipe_curve(enum jet_recipe recipe);

/* Size at time t. */
float jet_evolve(const struct jet_evolution *curve, float t);

/* Flames over a source of this diameter puff at 1.5 / sqrt(D). Hz */
float jet_puffing(float diameter);

#endif
