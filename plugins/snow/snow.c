/* SPDX-License-Identifier: MIT
 *
 * snow - flakes that fall, drift and whirl through the view.
 *
 * Two ways to keep the air full. `wrap`, the usual one: a constant number of flakes in a box
 * that follows the camera; one that leaves at a side comes in at the other, one that lands
 * starts again at the top. `document`: flakes are born a given number a second in a flat box
 * above the view, fall, and die on the ground.
 */
#include "snow_own.h"

#include <math.h>

static const wisp_choice presets[] = {
    {"flurry", NULL, SNOW_FLURRY, 0},     {"light", NULL, SNOW_LIGHT, 0},
    {"moderate", NULL, SNOW_MODERATE, 0}, {"heavy", NULL, SNOW_HEAVY, 0},
    {"blizzard", NULL, SNOW_BLIZZARD, 0}, {"sleet", NULL, SNOW_SLEET, 0},
    {"hail", NULL, SNOW_HAIL, 0}};
static const wisp_choice modes[] = {{"wrap", NULL, SNOW_MODE_WRAP, 0},
                                    {"document", NULL, SNOW_MODE_DOCUMENT, 0}};
static const wisp_choice spawns[] = {{"uniform", NULL, SNOW_UNIFORM, 0},
                                     {"triangular", NULL, SNOW_TRIANGULAR, 0}};

#define KEY(k) .key = (k)
#define HARD(lo, hi) .hard_min = (lo), .hard_max = (hi)
#define SOFT(lo, hi) .soft_min = (lo), .soft_max = (hi)

static const wisp_param snow_params[SNOW_PARAMS] = {
    [SNOW_PRESET] = {KEY("preset"), .type = WISP_PARAM_ENUM, .def_text = "moderate",
                     .choices = presets, .choice_count = 7, .group = "snowfall",
                     .doc = "Amount, size and speed in one word; other fields override it."},
    [SNOW_MODE] = {KEY("mode"), .type = WISP_PARAM_ENUM, .flags = WISP_PARAM_REBUILD,
                   .def_text = "wrap", .choices = modes, .choice_count = 2, .group = "snowfall",
                   .doc = "wrap: a constant number goes around; document: births and deaths."},
    [SNOW_SPAWN] = {KEY("spawn"), .type = WISP_PARAM_ENUM, .flags = WISP_PARAM_SPAWN,
                    .def_text = "uniform", .choices = spawns, .choice_count = 2,
                    .group = "snowfall",
                    .doc = "How births spread over the document mode's box."},
    [SNOW_RATE] = {KEY("rate"), .type = WISP_PARAM_FLOAT, .unit = "1/s", HARD(-1, 1e6),
                   SOFT(-1, 1e5), .def = {-1}, .group = "snowfall",
                   .doc = "Flakes a second; -1 is the preset's."},
    [SNOW_SIZE] = {KEY("size"), .type = WISP_PARAM_FLOAT,
                   .flags = WISP_PARAM_RANGE | WISP_PARAM_SPAWN, .unit = "m", HARD(0, 1),
                   SOFT(0, 0.1), .group = "snowfall", .doc = "Diameter; 0 is the preset's."},
    [SNOW_FALL_SPEED] = {KEY("fall_speed"), .type = WISP_PARAM_FLOAT,
                         .flags = WISP_PARAM_RANGE | WISP_PARAM_SPAWN, .unit = "m/s",
                         HARD(0, 40), SOFT(0, 15), .group = "snowfall",
                         .doc = "Speed in still air; 0 is the preset's."},
    [SNOW_MAX] = {KEY("max"), .type = WISP_PARAM_INT, .flags = WISP_PARAM_RESIZE, HARD(1, 4e6),
                  SOFT(1, 1e6), .def = {100000}, .group = "snowfall",
                  .doc = "Most flakes at one time."},
    [SNOW_BOX] = {KEY("box"), .type = WISP_PARAM_VEC3, .flags = WISP_PARAM_POINTS, .unit = "m",
                  HARD(-1e6, 1e6), .group = "place",
                  .doc =
                      "Two corners where it snows; without them it snows around the camera."},
    [SNOW_EXTENT] = {KEY("extent"), .type = WISP_PARAM_VEC3, .unit = "m", HARD(1, 1000),
                     SOFT(5, 100), .def = {30, 12, 30}, .group = "place",
                     .doc = "Size of the box around the camera."},
    [SNOW_COLOR] = {KEY("color"), .type = WISP_PARAM_COLOR, .def = {0.95, 0.97, 1, 0.9},
                    .group = "look", .doc = "In full light."},
    [SNOW_FLUTTER] = {KEY("flutter"), .type = WISP_PARAM_FLOAT, HARD(0, 10), SOFT(0, 3),
                      .def = {1}, .group = "look",
                      .doc = "Width of the spiral on which flakes sink."},
    [SNOW_LENS] = {KEY("lens"), .type = WISP_PARAM_FLOAT, .unit = "m", HARD(0, 0.5),
                   SOFT(0, 0.06), .def = {0.02}, .group = "look",
                   .doc = "Aperture: blurs what passes close by."},
    [SNOW_SHUTTER] = {KEY("shutter"), .type = WISP_PARAM_FLOAT, .unit = "s", HARD(0, 0.1),
                      SOFT(0, 0.03), .def = {0.012}, .group = "look",
                      .doc = "Time that fast flakes are drawn out over."},
    [SNOW_ACCUMULATE] = {KEY("accumulate"), .type = WISP_PARAM_FLOAT, .flags = WISP_PARAM_LOG,
                         HARD(0, 1e6), SOFT(0, 2e4), .group = "cover",
                         .doc = "Snow that lies: 1 grows as in nature, 1000 a thousand times "
                                "as fast, 0 not at all."},
    [SNOW_COVER] = {KEY("cover"), .type = WISP_PARAM_FLOAT, .flags = WISP_PARAM_REBUILD,
                    .unit = "m", HARD(1, 500), SOFT(4, 60), .def = {16}, .group = "cover",
                    .doc = "Side of the square about the origin that snow lies on."},
    [SNOW_MELT_NEAR] = {KEY("melt_near"), .type = WISP_PARAM_STRING, .unit = "id",
                        .def_text = "", .group = "melt",
                        .doc = "What melts it; any warm light does."},
    [SNOW_MELT_RADIUS] = {KEY("melt_radius"), .type = WISP_PARAM_FLOAT, .unit = "m",
                          HARD(0, 100), SOFT(0, 5), .def = {0.6}, .group = "melt",
                          .doc = "Reach of a warm light; 0 melts nothing."},
    [SNOW_MELT_RATE] = {KEY("melt_rate"), .type = WISP_PARAM_FLOAT, .unit = "1/s", HARD(0, 100),
                        SOFT(0, 10), .def = {3}, .group = "melt",
                        .doc = "Share that melts a second close by."},
};

struct snow_preset snow_wanted(const wisp_value *v) {
    struct snow_preset p = snow_preset((enum snow_preset_kind)v[SNOW_PRESET].i);
    if (v[SNOW_RATE].v[0] >= 0.0f) p.rate = v[SNOW_RATE].v[0];
    const wisp_value *speed = &v[SNOW_FALL_SPEED];
    if (wisp_value_at(speed, 0.0f, 1.0f) > 0.0f) p.speed = wisp_value_at(speed, 0.0f, 0.5f);
    return p;
}

bool snow_given_box(const wisp_value *v, float low[3], float high[3]) {
    const wisp_value *box = &v[SNOW_BOX];
    float most = 0.0f;
    if (box->kind != WISP_VALUE_POINTS) return false;
    for (int k = 0; k < 3; k++) {
        float a = box->v[k], b = box->table[k];
        low[k] = a < b ? a : b;
        high[k] = a < b ? b : a;
        most = fmaxf(most, high[k] - low[k]);
    }
    return most > 0.0f; /* two equal corners are the default: no box */
}

float snow_random(const wisp_instance *self, uint64_t birth, uint32_t which) {
    return wisp_rng_f01(self->seed, birth * 8 + which);
}

/* A value of the range given, or within two fifths of the preset's. */
static float own_value(const wisp_value *value, float preset, float u) {
    if (wisp_value_at(value, 0.0f, 1.0f) > 0.0f) return wisp_value_at(value, 0.0f, u);
    return preset * (0.6f + 0.8f * u);
}

void snow_make(wisp_instance *self, struct snow *s, const wisp_value *v, uint64_t i) {
    uint64_t birth = s->core->births++;
    float u = snow_random(self, birth, 3), w = snow_random(self, birth, 4);
    s->trait[SNOW_DIAMETER][i] = own_value(&v[SNOW_SIZE], s->preset.size, u);
    /* Big ones fall faster, on the whole. */
    float fall = own_value(&v[SNOW_FALL_SPEED], s->preset.speed, 0.6f * u + 0.4f * w);
    s->trait[SNOW_FALL][i] = fall > 0.05f ? fall : 0.05f;
    s->trait[SNOW_PHASE][i] = snow_random(self, birth, 5);
    s->trait[SNOW_BIRTH][i] = (float)s->core->time;
    for (int k = 0; k < 3; k++) s->vel[k][i] = s->wind[k][i] = 0.0f;
    s->vel[1][i] = -s->trait[SNOW_FALL][i];
}

void snow_kill(struct snow *s, uint64_t i) {
    uint64_t last = --s->core->alive;
    for (int k = 0; k < 3; k++) {
        s->pos[k][i] = s->pos[k][last];
        s->vel[k][i] = s->vel[k][last];
        s->wind[k][i] = s->wind[k][last];
    }
    for (int k = 0; k < SNOW_TRAITS; k++) s->trait[k][i] = s->trait[k][last];
}

/* Planes of `count` flakes each in one buffer. */
static bool take(wisp_instance *self, const char *name, uint64_t count, uint32_t planes,
                 uint32_t flags, float **out) {
    float *p = wisp_take(self, name, WISP_TYPE_F32, count, planes, WISP_BUFFER_PLANAR | flags);
    for (uint32_t k = 0; p && k < planes; k++) out[k] = p + k * count;
    return p != NULL;
}

static wisp_status take_all(wisp_instance *self, struct snow *s, const wisp_value *v) {
    uint64_t count = (uint64_t)v[SNOW_MAX].i;
    s->core = wisp_take(self, "core", WISP_TYPE_U64, sizeof *s->core / 8, 1, 0);
    if (!s->core || !take(self, "pos", count, 3, WISP_BUFFER_SPATIAL, s->pos) ||
        !take(self, "vel", count, 3, 0, s->vel) || !take(self, "wind", count, 3, 0, s->wind) ||
        !take(self, "trait", count, SNOW_TRAITS, 0, s->trait))
        return WISP_E_NOMEM;
    s->capacity = count;
    if (s->core->alive > count) s->core->alive = count;
    return WISP_OK;
}

static void set_used(wisp_instance *self, uint64_t alive) {
    static const char *const names[] = {"pos", "vel", "wind", "trait"};
    for (int k = 0; k < 4; k++) self->host->state->set_used(self, names[k], alive);
}

static wisp_status snow_create(wisp_instance *self, uint32_t reason) {
    (void)reason;
    return take_all(self, self->block, self->values);
}

/* How fast the camera goes; what was put elsewhere does not go. */
static void watch_camera(wisp_instance *self, struct snow *s, float dt) {
    const wisp_world *w = self->host->world->snapshot(self);
    float square = 0.0f;
    for (int k = 0; k < 3; k++) {
        s->eye_speed[k] = (w->eye[k] - s->eye[k]) / dt;
        square += s->eye_speed[k] * s->eye_speed[k];
        s->eye[k] = w->eye[k];
    }
    if (!(square < 60.0f * 60.0f)) s->eye_speed[0] = s->eye_speed[1] = s->eye_speed[2] = 0.0f;
}

static wisp_status snow_update(wisp_instance *self, const wisp_step *step) {
    struct snow *s = self->block;
    wisp_status status = take_all(self, s, step->values);
    if (status) return status;
    s->preset = snow_wanted(step->values);
    status = step->values[SNOW_MODE].i == SNOW_MODE_DOCUMENT ? snow_document_step(self, s, step)
                                                             : snow_wrap_step(self, s, step);
    if (status) return status;
    status = snow_cover_step(self, s, step);
    if (status) return status;
    watch_camera(self, s, step->dt);
    s->core->time += (double)step->dt;
    s->alive = s->core->alive;
    set_used(self, s->alive);
    self->host->report->count(self, "alive", (double)s->alive);
    self->host->report->count(self, "born", (double)s->core->births);
    float high[3];
    for (int k = 0; k < 3; k++) high[k] = s->box.low[k] + s->box.size[k];
    self->host->report->bounds(self, s->box.low, high);
    return WISP_OK;
}

WISP_EFFECT = {WISP_EFFECT_HEAD,
               .id = "snow",
               .name = "Snow",
               .version = "1.0.0",
               .doc =
                   "Snowfall around the camera or in a box: flakes with weight and drag that "
                   "drift with the wind, land on bodies and melt near warm lights.",
               .params = snow_params,
               .param_count = SNOW_PARAMS,
               .param_size = sizeof(wisp_param),
               .instance_size = sizeof(struct snow),
               .draw_passes = WISP_PASS_OPAQUE | WISP_PASS_BLEND,
               .state_schema = 1,
               .create = snow_create,
               .update = snow_update,
               .draw = snow_draw};
