/* SPDX-License-Identifier: MIT */
#include "support/probe_effect.h"

#include <string.h>

static const wisp_stop fade[] = {{0, {1, 0, 0, 0}}, {1, {0, 0, 0, 0}}};
static const wisp_param params[PROBE_PARAMS] = {
    [PROBE_RATE] = {"rate", WISP_PARAM_FLOAT, 0, "1/s", 0, 1e6, .def = {60}, .doc = "Births."},
    [PROBE_MAX] = {"max", WISP_PARAM_INT, WISP_PARAM_RESIZE, NULL, 1, 1e6, .def = {500},
                   .doc = "Most at a time."},
    [PROBE_LIFE] = {"life", WISP_PARAM_FLOAT, WISP_PARAM_RANGE | WISP_PARAM_SPAWN, "s", 0, 100,
                    .def = {1, 2}, .doc = "Unused by the motion."},
    [PROBE_SPACING] = {"spacing", WISP_PARAM_FLOAT, WISP_PARAM_REBUILD, "m", 0.001, 10,
                       .def = {0.1}, .doc = "Starts anew."},
    [PROBE_COLOR] = {"color", WISP_PARAM_COLOR, .def = {1, 1, 1, 1}, .doc = "Of nothing."},
    [PROBE_GLOW] = {"glow", WISP_PARAM_FLOAT, .hard_min = 0, .hard_max = 1e6,
                    .doc = "A light."},
    [PROBE_FAIL] = {"fail", WISP_PARAM_INT, .hard_min = 0, .hard_max = 2, .doc = "Fails."},
    [PROBE_FADE] = {"fade", WISP_PARAM_CURVE, .def_stops = fade, .def_stop_count = 2,
                    .doc = "Over life."}};

static const wisp_param burst_params[] = {
    {"count", WISP_PARAM_INT, .hard_min = 0, .hard_max = 1e6, .def = {10}, .doc = "How many."}};
static const wisp_command commands[] = {{"burst", "Many at once.", burst_params, 1, 0}};
static const char *const signals[] = {"full", NULL};

struct core {
    double births, told, steps, commands;
};

struct motion {
    wisp_instance *self;
    float *pos;
    uint64_t count, alive;
    const wisp_step *step;
};

static void move(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    const struct motion *m = context;
    float wind[3][64];
    (void)chunk;
    for (uint64_t i = begin; i < end; i += 64) {
        uint64_t n = end - i < 64 ? end - i : 64;
        const float *const at[3] = {m->pos + i, m->pos + m->count + i,
                                    m->pos + 2 * m->count + i};
        float *const to[3] = {wind[0], wind[1], wind[2]};
        m->self->host->world->wind(m->self, n, at, m->step->time, to);
        for (uint64_t k = 0; k < 3; k++)
            for (uint64_t j = 0; j < n; j++)
                m->pos[k * m->count + i + j] += wind[k][j] * m->step->dt;
    }
}

static wisp_status update(wisp_instance *self, const wisp_step *step) {
    if (step->values[PROBE_FAIL].i == 1) {
        self->host->log->say(self, WISP_LOG_ERROR, "told to fail");
        return WISP_E_BAD_STATE;
    }
    uint64_t max = (uint64_t)step->values[PROBE_MAX].i;
    float *pos =
        wisp_take(self, "pos", WISP_TYPE_F32, max, 3, WISP_BUFFER_PLANAR | WISP_BUFFER_SPATIAL);
    struct core *core = wisp_take(self, "core", WISP_TYPE_F64, 4, 1, 0);
    if (!pos || !core) return WISP_E_NOMEM;
    double before = core->births;
    core->births += (double)step->values[PROBE_RATE].v[0] * (double)step->dt;
    for (uint32_t e = 0; e < step->event_count; e++) {
        core->births += step->events[e].args[0].i;
        core->commands += 1;
    }
    if (core->births > (double)max) core->births = (double)max;
    core->steps += 1;
    uint64_t alive = (uint64_t)core->births;
    for (uint64_t i = (uint64_t)before; i < alive; i++)
        for (uint64_t k = 0; k < 3; k++)
            pos[k * max + i] =
                step->pose.position[k] + wisp_rng_range(self->seed, 3 * i + k, -1, 1);
    struct motion m = {self, pos, max, alive, step};
    self->host->jobs->parallel(self, alive, 100, move, &m);
    if (alive == max && core->told == 0) {
        const wisp_signal s = {.struct_size = sizeof s, .name = "full", .value = (float)max};
        self->host->report->signal(self, &s);
        core->told = 1;
    }
    wisp_light light = {.struct_size = sizeof light,
                        .color = {step->values[PROBE_GLOW].v[0], 0, 0}};
    memcpy(light.position, step->pose.position, sizeof light.position);
    if (light.color[0] > 0) self->host->world->light(self, &light);
    self->host->state->set_used(self, "pos", alive);
    self->host->report->count(self, "alive", (double)alive);
    self->host->report->count(self, "steps", core->steps);
    self->host->report->count(self, "commands", core->commands);
    self->host->report->count(self, "budget", (double)self->host->report->budget(self));
    return WISP_OK;
}

static wisp_status create(wisp_instance *self, uint32_t reason) {
    (void)reason;
    if (self->values[PROBE_FAIL].i != 2) return WISP_OK;
    self->host->log->say(self, WISP_LOG_ERROR, "told not to start");
    return WISP_E_BAD_PARAM;
}

static void draw(wisp_instance *self, const wisp_view *view) { (void)self, (void)view; }

const wisp_effect probe_effect = {WISP_EFFECT_HEAD,
                                  .id = "probe",
                                  .name = "Probe",
                                  .version = "1.0.0",
                                  .doc = "For tests.",
                                  .params = params,
                                  .param_count = PROBE_PARAMS,
                                  .param_size = sizeof(wisp_param),
                                  .commands = commands,
                                  .command_count = 1,
                                  .command_size = sizeof(wisp_command),
                                  .signals = signals,
                                  .instance_size = 16,
                                  .state_schema = 1,
                                  .create = create,
                                  .update = update,
                                  .draw = draw};
