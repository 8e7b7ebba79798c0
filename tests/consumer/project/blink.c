/* SPDX-License-Identifier: MIT
 *
 * blink - counts its steps and lights a lamp on every second one.
 */
#include <kit/shape.h>
#include <wisp/effect.h>

enum { POWER, PARAMS };
static const wisp_param blink_params[PARAMS] = {
    {"power", WISP_PARAM_FLOAT, 0, "1", 0, 100, 0, 10, {1}, .doc = "Of the lamp."}};

static wisp_status blink_create(wisp_instance *self, uint32_t reason) {
    (void)reason;
    return wisp_take(self, "steps", WISP_TYPE_U32, 1, 1, 0) ? WISP_OK : WISP_E_NOMEM;
}

static wisp_status blink_update(wisp_instance *self, const wisp_step *step) {
    uint32_t *steps = wisp_take(self, "steps", WISP_TYPE_U32, 1, 1, 0);
    float power = step->values[POWER].v[0];
    wisp_light light = {.struct_size = sizeof light,
                        .position = {0, 1, 0},
                        .color = {power, power, power}};
    if (!steps) return WISP_E_NOMEM;
    if (++*steps % 2) self->host->world->light(self, &light);
    self->host->report->count(self, "steps", (double)*steps);
    return WISP_OK;
}

WISP_EFFECT = {WISP_EFFECT_HEAD,
               .id = "blink",
               .name = "Blink",
               .version = "1.0.0",
               .doc = "A lamp.",
               .params = blink_params,
               .param_count = PARAMS,
               .param_size = sizeof(wisp_param),
               .create = blink_create,
               .update = blink_update};
