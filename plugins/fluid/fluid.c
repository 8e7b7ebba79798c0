/* SPDX-License-Identifier: MIT
 *
 * fluid - Position Based Fluids with a screen-space surface.
 *
 * One step: container and bodies are placed, fluid comes and goes, the state is loaded into the
 * solver, substeps run, and what came of it is stored, told to scripts and given to bodies.
 *
 * Source     Macklin and Mueller 2013 (simulation); van der Laan, Green, Sainz 2009 and Truong,
 *            Yuksel 2018 (drawing).
 */
#include "fluid_effect.h"

#include <math.h>
#include <string.h>

#define LONGEST_SUBSTEP (1.0f / 60.0f) /* s */
#define COURANT 0.4f                   /* h per substep: the speed limit */

static void run_jobs(void *self, uint64_t count, uint64_t grain, fluid_job job, void *context) {
    wisp_instance *instance = self;
    instance->host->jobs->parallel(instance, count, grain, job, context);
}

static wisp_status fluid_create(wisp_instance *self, uint32_t reason) {
    fluid *f = self->block;
    (void)reason;
    memset(f, 0, sizeof *f);
    f->self = self;
    f->values = self->values;
    f->solver.level = fluid_simd_level();
    f->solver.jobs = (fluid_jobs){self, run_jobs};
    return fluid_open_state(self, f);
}

static void read_values(wisp_instance *self, fluid *f, const wisp_step *step) {
    const wisp_world *world = self->host->world->snapshot(self);
    const float *extra;
    float size = 0.0f;
    f->values = step->values;
    f->most = (uint32_t)fluid_choice(f, FLUID_P_MAX);
    f->spacing = fluid_number(f, FLUID_P_SPACING);
    f->h = FLUID_RATIO * f->spacing;
    f->time = step->time;
    f->pose = step->prev_pose;
    extra = fluid_vector(f, FLUID_P_ACCELERATION);
    for (int k = 0; k < 3; k++) {
        f->gravity[k] = extra[k] + (world ? world->gravity[k] : k == 1 ? -9.81f : 0.0f);
        size += f->gravity[k] * f->gravity[k];
    }
    for (int k = 0; k < 3; k++) f->down[k] = size > 0.0f ? f->gravity[k] / sqrtf(size) : 0.0f;
    f->windy =
        world && (world->wind[0] != 0.0f || world->wind[1] != 0.0f || world->wind[2] != 0.0f);
}

static void read_settings(fluid *f, float dt) {
    fluid_settings *set = &f->solver.set;
    float strength = fluid_number(f, FLUID_P_VISCOSITY);
    fluid_calibrate(set);
    set->dt = dt;
    for (int k = 0; k < 3; k++) set->acceleration[k] = f->gravity[k] / f->h;
    set->softness = 0.01f;
    set->cohesion = fluid_number(f, FLUID_P_COHESION);
    set->relaxation = fluid_number(f, FLUID_P_RELAXATION);
    set->smoothing = 1.0f - expf(-60.0f * strength * dt);
    set->confinement = fluid_number(f, FLUID_P_VORTICITY);
    set->speed_limit = COURANT / dt;
    set->mass = fluid_number(f, FLUID_P_DENSITY) * set->volume * f->h * f->h * f->h;
    set->iterations = (uint32_t)fluid_choice(f, FLUID_P_ITERATIONS);
    set->searches = (uint32_t)fluid_choice(f, FLUID_P_SEARCHES);
    set->clamp = 1;
    f->solver.force = fluid_force;
    f->solver.force_context = f;
}

/* Fluid comes and goes; particles change only here and in the solver. */
static void change_amount(wisp_instance *self, fluid *f, const wisp_step *step) {
    if (*f->state.spacing <= 0.0f) {
        *f->state.spacing = f->spacing;
        fluid_fill_shape(self, f);
    } else if (*f->state.spacing != f->spacing) {
        fluid_resample(self, f);
    }
    if (*f->state.alive > f->most) {
        *f->state.alive = f->most;
        fluid_say(self, f, FLUID_SAID_FULL, "`max` is below the number of particles");
    }
    fluid_run_commands(self, f, step);
    fluid_run_drain(f);
    fluid_run_tap(self, f, step->dt);
}

static void check_fit(wisp_instance *self, fluid *f) {
    float holds = fluid_container_volume(f);
    float volume = (float)*f->state.alive * f->spacing * f->spacing * f->spacing;
    if (holds > 0.0f && volume > 1.02f * holds) {
        fluid_say(self, f, FLUID_SAID_TIGHT,
                  "the container is smaller than the fluid in it: the fluid is squeezed");
    }
}

static wisp_status run_substep(wisp_instance *self, fluid *f) {
    int result = fluid_substep(&f->solver);
    while (result == FLUID_LIST_FULL) {
        wisp_status status = fluid_widen(self, f, f->solver.total.list_width + 4u);
        if (status != WISP_OK) return status;
        result = fluid_resume(&f->solver);
    }
    f->dropped += f->solver.total.dropped;
    if (f->solver.total.dropped && fluid_choice(f, FLUID_P_CONTAINER) != FLUID_IN_OPEN) {
        fluid_say(self, f, FLUID_SAID_DROPPED,
                  "particles that were not finite or left the region were taken away");
    }
    if (f->solver.total.capped > f->solver.count / 50u) {
        fluid_say(self, f, FLUID_SAID_CAPPED,
                  "many particles are at the speed limit of 0.4 h a substep and were slowed");
    }
    return WISP_OK;
}

static wisp_status simulate(wisp_instance *self, fluid *f, const wisp_step *step) {
    f->substeps = fluid_choose_substeps(f, step->dt);
    float dt = step->dt / (float)f->substeps;
    if (dt > LONGEST_SUBSTEP * 1.001f) {
        dt = LONGEST_SUBSTEP;
        fluid_say(self, f, FLUID_SAID_STALL, "a step was too long: the fluid runs slower");
    }
    memset(f->push, 0, sizeof f->push);
    for (uint32_t k = 0; k < f->substeps; k++) {
        f->time = step->time + (double)(k + 1) * (double)dt;
        fluid_place(self, f, step, (float)(k + 1) / (float)f->substeps);
        read_settings(f, dt);
        wisp_status status = run_substep(self, f);
        if (status != WISP_OK) return status;
        fluid_collect_push(f, dt);
    }
    return WISP_OK;
}

static void report(wisp_instance *self, const fluid *f, float dt) {
    const wisp_report_1 *r = self->host->report;
    const fluid_sums *sums = &f->solver.total;
    float g = sqrtf(f->gravity[0] * f->gravity[0] + f->gravity[1] * f->gravity[1] +
                    f->gravity[2] * f->gravity[2]);
    float compression = fluid_compression(dt / (float)f->substeps, g, f->height, f->spacing,
                                          f->solver.set.iterations, f->solver.set.relaxation);
    float lo[3], hi[3];
    r->count(self, "alive", (double)f->solver.count);
    r->count(self, "substeps", (double)f->substeps);
    r->count(self, "dropped", (double)f->dropped);
    r->count(self, "slowed", (double)sums->capped);
    r->count(self, "compression", (double)compression);
    r->meter(self, FLUID_P_COMPRESSION, compression < 1.0f ? compression : 1.0f);
    if (f->solver.count == 0) return;
    for (int k = 0; k < 3; k++) {
        lo[k] = (sums->lo[k] - 1.0f) * f->h + f->origin[k];
        hi[k] = (sums->hi[k] + 1.0f) * f->h + f->origin[k];
    }
    r->bounds(self, lo, hi);
}

static wisp_status fluid_update(wisp_instance *self, const wisp_step *step) {
    fluid *f = self->block;
    read_values(self, f, step);
    fluid_resize(f, step->dt);
    fluid_place(self, f, step, 0.0f);
    change_amount(self, f, step);
    check_fit(self, f);
    wisp_status status = fluid_open_work(self, f);
    if (status == WISP_OK) status = fluid_open_foam(self, f);
    if (status == WISP_OK) {
        fluid_load(f);
        status = simulate(self, f, step);
    }
    if (status != WISP_OK) {
        self->host->log->say(self, WISP_LOG_ERROR,
                             "no memory for the solver's scratch buffers");
        return status;
    }
    fluid_store(self, f);
    fluid_run_foam(self, f, step);
    fluid_run_mesh(self, f);
    fluid_tell(self, f, step->dt);
    report(self, f, step->dt);
    return WISP_OK;
}

static const char *const fluid_signals[] = {"entered", "left", "level", "splash", NULL};

WISP_EFFECT = {
    WISP_EFFECT_HEAD,
    .draw_passes = WISP_PASS_REFRACT,
    .id = "fluid",
    .name = "Fluid",
    .version = "1.0.0",
    .doc =
        "Water and other liquids: Position Based Fluids that fill containers, carry bodies and "
        "are drawn as one refracting surface.",
    .params = fluid_params,
    .param_count = FLUID_PARAMS,
    .param_size = sizeof(wisp_param),
    .commands = fluid_commands,
    .command_count = FLUID_COMMANDS,
    .command_size = sizeof(wisp_command),
    .signals = fluid_signals,
    .instance_size = sizeof(fluid),
    .state_schema = 1,
    .create = fluid_create,
    .update = fluid_update,
    .draw = fluid_draw,
};
