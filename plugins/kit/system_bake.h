/* SPDX-License-Identifier: MIT
 *
 * system_bake - from parameter values to the numbers of one step. Inside the kit only.
 */
#ifndef KIT_SYSTEM_BAKE_H
#define KIT_SYSTEM_BAKE_H

#include "kit/system.h"

void kit_system_bake(struct kit_system *system, const wisp_step *step,
                     const wisp_value *values);

/* Table `style` of rgba_table from a colour or gradient. */
void kit_system_bake_style(struct kit_system *system, uint32_t style, const wisp_value *color);

/* Emission and birth of this step. burst: room for one timed burst. */
struct kit_emission kit_system_emission(struct kit_system *system, const wisp_step *step,
                                        const wisp_value *values, struct kit_burst *burst);
struct kit_birth_values kit_system_birth(const wisp_value *values);

#endif
