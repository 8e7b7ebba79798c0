/* SPDX-License-Identifier: MIT
 *
 * simplex_fire - volumetric flames: a profile turned about an axis, torn by four octaves of
 * simplex noise that climb through it, marched per pixel; drawn out along x it is a sea of fire.
 *
 * The simulation is a handful of numbers: how far the pattern has climbed, how the flame leans
 * and how far it burns. Everything else is the shader's.
 */
#include "simplex_fire/fire_effect.h"

#include "kit/pose.h"
#include <math.h>

enum { IGNITE, EXTINGUISH };
enum { FADE_TIME, FADE_PARAMS };

/* s to respond to a change of wind; s to light up or die down by command. */
static const float lean_time = 0.25f;

static const wisp_param fade_params[FADE_PARAMS] = {
    [FADE_TIME] = {"time", WISP_PARAM_FLOAT, 0, "s", 0, 60, 0, 5, {0}, .doc = "0 is at once."}};
static const wisp_command commands[] = {
    [IGNITE] = {"ignite", "Burn again.", NULL, 0, 0},
    [EXTINGUISH] = {"extinguish", "Die down.", fade_params, FADE_PARAMS, 0}};

static struct fire_state *take_state(wisp_instance *self, uint32_t *origin) {
    const wisp_buffer_desc desc = {.struct_size = sizeof desc,
                                   .type = WISP_TYPE_F64,
                                   .name = "fire",
                                   .count = 1,
                                   .components = FIRE_STATE_NUMBERS};
    return self->host->state->buffer(self, &desc, origin);
}

static wisp_status fire_create(wisp_instance *self, uint32_t reason) {
    struct fire_block *block = self->block;
    uint32_t origin = 0;
    (void)reason;
    block->state = take_state(self, &origin);
    if (!block->state) return WISP_E_NOMEM;
    if (origin == WISP_ORIGIN_FRESH) {
        block->state->target = 1.0;
        block->state->alight = (double)self->values[FIRE_INTENSITY].v[0];
    }
    return WISP_OK;
}

/* Wind at half height, turned into the fire's own x and z, as a lean in object units. */
static void lean_target(wisp_instance *self, const wisp_step *step, double lean[2]) {
    const wisp_value *v = step->values;
    float p[3], w[3], local[3];
    for (int a = 0; a < 3; a++) p[a] = step->pose.position[a];
    p[1] += 0.5f * v[FIRE_SIZE].v[1];
    const float *const at[3] = {&p[0], &p[1], &p[2]};
    float *const to[3] = {&w[0], &w[1], &w[2]};
    self->host->world->wind(self, 1, at, step->time, to);
    wisp_pose back = step->pose;
    for (int a = 0; a < 3; a++) back.rotation[a] = -back.rotation[a];
    kit_pose_rotate(&back, w, local);
    float response = v[FIRE_WIND_RESPONSE].v[0];
    float gust = fire_wind_strength(1.0f, v[FIRE_GUST].v[0], (float)step->time,
                                    v[FIRE_GUST_PERIOD].v[0], (uint32_t)self->seed);
    float k[2] = {response * local[0] + v[FIRE_LEAN].v[0],
                  response * local[2] + v[FIRE_LEAN].v[1]};
    float length = sqrtf(k[0] * k[0] + k[1] * k[1]);
    float limit = length > 1.0f ? 1.0f / length : 1.0f;
    float to_object = v[FIRE_SIZE].v[1] / v[FIRE_SIZE].v[0];
    for (int a = 0; a < 2; a++) lean[a] = (double)(k[a] * limit * gust * to_object);
}

static void obey(struct fire_state *s, const wisp_event *event) {
    s->target = event->command == IGNITE ? 1.0 : 0.0;
    int at_once = event->command == EXTINGUISH && event->given != 0 &&
                  event->args[FADE_TIME].v[0] <= 0.0f;
    if (at_once) s->alight = 0.0;
}

static wisp_status fire_update(wisp_instance *self, const wisp_step *step) {
    struct fire_block *block = self->block;
    struct fire_state *s = block->state = take_state(self, NULL);
    if (!s) return WISP_E_NOMEM;
    for (uint32_t k = 0; k < step->event_count; k++) obey(s, &step->events[k]);
    double dt = (double)step->dt, lean[2];
    lean_target(self, step, lean);
    double follow = 1.0 - exp(-dt / (double)lean_time);
    s->lean_x += (lean[0] - s->lean_x) * follow;
    s->lean_z += (lean[1] - s->lean_z) * follow;
    s->scroll += (double)step->values[FIRE_SPEED].v[0] * dt;
    s->age += dt;
    double want = s->target * (double)step->values[FIRE_INTENSITY].v[0];
    s->alight += (want - s->alight) * (1.0 - exp(-dt / 0.4));
    if (s->alight < 0.004 && want <= 0.0) s->alight = 0.0;

    struct fire_now now;
    fire_now_from(&now, s, step->values, step->pose.scale);
    fire_give_light(self, &now, step);
    float m[16], low[3], high[3];
    fire_object_to_world(&now, &step->pose, m);
    for (int r = 0; r < 3; r++) {
        low[r] = high[r] = m[12 + r];
        for (int c = 0; c < 3; c++) {
            float a = m[4 * c + r] * now.low[c], b = m[4 * c + r] * now.high[c];
            low[r] += fminf(a, b);
            high[r] += fmaxf(a, b);
        }
    }
    self->host->report->bounds(self, low, high);
    self->host->report->count(self, "alight", s->alight);
    self->host->report->count(self, "power", (double)block->power);
    return WISP_OK;
}

WISP_EFFECT = {
    WISP_EFFECT_HEAD,
    .id = "simplex_fire",
    .name = "Simplex fire",
    .version = "1.0.0",
    .doc = "Volumetric flames by ray marching through simplex noise: a single flame, or a "
           "sea of fire of any length. Wraps around bodies, leans in the wind, lights "
           "what stands near.",
    .params = fire_params,
    .param_count = FIRE_PARAMS,
    .param_size = sizeof(wisp_param),
    .commands = commands,
    .command_count = sizeof commands / sizeof *commands,
    .command_size = sizeof(wisp_command),
    .instance_size = sizeof(struct fire_block),
    .create = fire_create,
    .update = fire_update,
    .draw = fire_draw};
