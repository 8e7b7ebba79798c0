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
    double burst_now;
    int level; /* instruction set; set by open, tests may lower it */
};

wisp_status kit_system_open(struct kit_system *system, wisp_instance *self, uint64_t limit);

/* Births at once in the next update, from a command. */
void kit_system_burst(struct kit_system *system, double count);

/* One step with values laid out as KIT_PARAM_TABLE. */
wisp_status kit_system_update(struct kit_system *system, const wisp_step *step,
                              const wisp_value *values);

/* Draw with the kit's sprite shaders. */
void kit_system_draw(struct kit_system *system, const wisp_view *view,
                     const wisp_value *values);

#endif
