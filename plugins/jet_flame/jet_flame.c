/* SPDX-License-Identifier: MIT
 *
 * jet_flame - a burning jet: particles placed by the staged model's closed forms, drawn as
 * half-tetrahedra with the textures of their stage.
 */
#include "jet_flame/jet_effect.h"

static wisp_status jet_create(wisp_instance *self, uint32_t reason) {
    struct jet_block *b = self->block;
    (void)reason;
    if (jet_setup_from(&b->setup, self->values) != 0) return WISP_E_BAD_PARAM;
    return jet_open(self, (uint64_t)self->values[JET_MAX].i);
}

static wisp_status jet_update(wisp_instance *self, const wisp_step *step) {
    struct jet_block *b = self->block;
    uint64_t limit = (uint64_t)step->values[JET_MAX].i;
    if (limit != b->particles.capacity) {
        wisp_status status = jet_open(self, limit);
        if (status < 0) return status;
    }
    return jet_step(self, step);
}

WISP_EFFECT = {WISP_EFFECT_HEAD,
               .draw_passes = WISP_PASS_BLEND | WISP_PASS_REFRACT,
               .id = "jet_flame",
               .name = "Jet flame",
               .version = "1.0.0",
               .doc =
                   "A burning jet by the staged combustion model: flamethrower, torch, candle, "
                   "burning object, gas burner, rocket. Points along its own +y.",
               .params = jet_params,
               .param_count = JET_PARAMS,
               .param_size = sizeof(wisp_param),
               .instance_size = sizeof(struct jet_block),
               .create = jet_create,
               .update = jet_update,
               .draw = jet_draw};
