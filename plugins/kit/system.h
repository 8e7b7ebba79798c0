/* SPDX-License-Identifier: MIT
 *
 * system - a whole particle system from a table of values: births, forces, motion, collision,
 * records.
 *
 * One step: take out last step's dead; births, each moved by its own part of the step; the
 * others: forces, motion, collision, in blocks; then one record per slot for drawing. Positions
 * are kept relative to an anchor (the emitter's first place), so that a system a thousand
 * kilometres out moves as finely as one at the origin.
 *
 * Ownership  The struct lives in wisp_instance.block; all data in named buffers.
 * Reload     kit_system_open finds everything again.
 * Errors     WISP_E_NOMEM when a budget is spent; the step is then left out.
 * Threads    Main; blocks are spread by the jobs service. Results do not depend on threads or
 * instruction set.
 */
#ifndef KIT_SYSTEM_H
#define KIT_SYSTEM_H

#include "kit/bounds.h"
#include "kit/collide.h"
#include "kit/emitter.h"
#include "kit/params.h"
#include "kit/source.h"
#include "kit/turbulence.h"

/* What one step needs, baked from the values. */
struct kit_baked {
    struct kit_motion motion;
    struct kit_turbulence turbulence;
    struct kit_attractor attractor;
    struct kit_collide collide;
    struct kit_look look;
    float drag, drag_quadratic, wind, limit_speed, light;
    uint32_t attract;
    float brightest; /* colours are stored as a share of this */
};

/* Births at once, from a command. given tells which of the others stand for the system's own. */
enum { KIT_ORDER_POSITION = 1, KIT_ORDER_SPEED = 2, KIT_ORDER_COLOR = 4 };
struct kit_order {
    double count;
    uint32_t given;
    float position[3]; /* m, world */
    float speed[2];    /* m/s: lo, hi */
    uint32_t style;
};
#define KIT_ORDERS 32u
#define KIT_STYLES 16u /* colours of bursts in the air at once, besides the system's own */

struct kit_system {
    wisp_instance *self;
    struct kit_pool pool;
    struct kit_emitter emitter;
    struct kit_baked baked;
    float *anchor; /* m, world: 3 floats and a flag that it is set */
    float *record; /* planes x, y, z, size, rgba of pool.capacity each; x, y, z relative to
                      anchor */
    float *size_table;
    uint32_t *rgba_table;
    uint32_t size_revision, color_revision, additive_revision;
    struct kit_bounds bounds; /* relative to anchor */
    uint64_t records;         /* slots with a record */
    uint64_t touched;         /* contacts of the last step */
    uint32_t *style;          /* per particle: 0, or 1 + a burst's colour */
    uint8_t *hit; /* per slot: touched something in this step; NULL without collision */
    uint64_t *styles_used; /* state: how many burst colours were given out */
    struct kit_order orders[KIT_ORDERS];
    uint32_t order_count;
    int level; /* instruction set; set by open, tests may lower it */
};

wisp_status kit_system_open(struct kit_system *system, wisp_instance *self, uint64_t limit);

/* Births at once in the next update. color: for KIT_ORDER_COLOR, a colour or gradient, copied. Orders beyond
 * KIT_ORDERS in one step are joined to the last. */
void kit_system_order(struct kit_system *system, struct kit_order order,
                      const wisp_value *color);

/* One step with values laid out as KIT_PARAM_TABLE. */
wisp_status kit_system_update(struct kit_system *system, const wisp_step *step,
                              const wisp_value *values);

/* Draw with the kit's sprite shaders. */
void kit_system_draw(struct kit_system *system, const wisp_view *view,
                     const wisp_value *values);

#endif
