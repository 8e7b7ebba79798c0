/* SPDX-License-Identifier: MIT */
#include "support/fake_host.h"

#include "plugin/assets.h"
#include "plugin/run.h"
#include "plugin/values.h"
#include "scene/collide.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_MOST = 16 };

struct fake_host {
    struct fake_options options;
    struct allocator_counting counting;
    struct log *log;
    struct jobs *jobs;
    struct arena frame, lasting;
    struct registry *registry;
    struct image *image;
    struct plugin_env env;
    struct plugin_trace trace;
    struct fake_world world;
    struct fake_record record;
    struct instance *instance;
    wisp_value *values;
    wisp_event events[EVENTS_MOST];
    uint32_t event_count;
    uint64_t step;
    double time;
    wisp_pose pose;
};

#define REQUIRE(condition, ...)                                \
    do {                                                       \
        if (!(condition)) {                                    \
            fprintf(stderr, "fake_host: " __VA_ARGS__);        \
            fprintf(stderr, " (%s:%d)\n", __FILE__, __LINE__); \
            abort();                                           \
        }                                                      \
    } while (0)

/* ---- What the effect sees ---- */

static const wisp_world *world_now(void *user) {
    struct fake_host *h = user;
    h->world.world.struct_size = sizeof h->world.world;
    h->world.world.step_index = (uint32_t)h->step;
    h->world.world.time = h->time;
    memcpy(h->world.world.wind, h->world.wind, sizeof h->world.wind);
    return &h->world.world;
}

static void world_wind(void *user, uint64_t n, const float *const xyz[3], double time,
                       float *const wind[3]) {
    const struct fake_host *h = user;
    for (uint64_t i = 0; i < n; i++) {
        float at[3] = {xyz[0][i], xyz[1][i], xyz[2][i]}, out[3];
        memcpy(out, h->world.wind, sizeof out);
        if (h->world.wind_at) h->world.wind_at(at, time, out);
        for (int c = 0; c < 3; c++) wind[c][i] = out[c];
    }
}

static void world_distance(void *user, uint32_t collider, uint64_t n, const float *const xyz[3],
                           float *distance, float *const normal[3]) {
    const struct fake_host *h = user;
    REQUIRE(collider < h->world.world.collider_count, "there is no collider %u", collider);
    collide_distance(&h->world.world.colliders[collider], n, xyz, distance, normal);
}

static void world_light(void *user, struct instance *from, const wisp_light *light) {
    struct fake_record *r = &((struct fake_host *)user)->record;
    (void)from;
    if (r->light_count < FAKE_RECORDS) r->lights[r->light_count] = *light;
    r->light_count++;
}

static void world_push(void *user, struct instance *from, uint32_t collider,
                       const float point[3], const float impulse[3]) {
    struct fake_record *r = &((struct fake_host *)user)->record;
    (void)from;
    if (r->push_count < FAKE_RECORDS) {
        r->pushes[r->push_count].collider = collider;
        memcpy(r->pushes[r->push_count].point, point, 3 * sizeof *point);
        memcpy(r->pushes[r->push_count].impulse, impulse, 3 * sizeof *impulse);
    }
    r->push_count++;
}

static void report_signal(void *user, struct instance *from, const wisp_signal *signal) {
    struct fake_record *r = &((struct fake_host *)user)->record;
    (void)from;
    if (r->signal_count < FAKE_RECORDS) {
        str_copy(r->signals[r->signal_count].name, 32, signal->name);
        memcpy(r->signals[r->signal_count].position, signal->position, sizeof signal->position);
        r->signals[r->signal_count].value = signal->value;
    }
    r->signal_count++;
}

static float report_budget(void *user, struct instance *from) {
    (void)from;
    const struct fake_host *h = user;
    return h->world.budget > 0 ? h->world.budget : 1.0f;
}

static float report_screen_size(void *user, const float center[3], float radius) {
    (void)center, (void)radius;
    const struct fake_host *h = user;
    return h->world.screen_size > 0 ? h->world.screen_size : 100.0f;
}

static void note_error(void *user, enum log_level level, const char *origin, const char *text) {
    struct fake_host *h = user;
    if (level < LOG_LEVEL_ERROR) return;
    str_format(h->record.last_error, sizeof h->record.last_error, "%s: %s", origin, text);
}

/* ---- Life ---- */

static struct fake_host *make(const struct fake_options *options) {
    struct fake_host *h = calloc(1, sizeof *h);
    REQUIRE(h, "no memory");
    if (options) h->options = *options;
    const struct allocator *under =
        h->options.allocator ? h->options.allocator : allocator_default();
    allocator_counting_init(&h->counting, under);
    arena_init(&h->frame, &h->counting.allocator, 0, 0);
    arena_init(&h->lasting, allocator_default(), 0, 0);
    REQUIRE(log_create(allocator_default(), &h->log) >= 0, "no memory");
    log_add_sink(h->log, note_error, h);
    if (h->options.threads > 1)
        REQUIRE(jobs_create(allocator_default(), h->options.threads, &h->jobs) >= 0,
                "no threads");
    if (h->options.asset_root) {
        struct assets_config config = {.allocator = allocator_default(),
                                       .log = h->log,
                                       .roots = &h->options.asset_root,
                                       .root_count = 1};
        REQUIRE(assets_create(&config, &h->env.assets) >= 0, "no memory");
    }
    return h;
}

static void fill(struct fake_host *h) {
    struct plugin_env *env = &h->env;
    env->user = h;
    env->allocator = &h->counting.allocator;
    env->log = h->log;
    env->jobs = h->jobs;
    env->frame = &h->frame;
    env->gfx = h->options.gfx;
    env->trace = &h->trace;
    env->snapshot = world_now;
    env->wind = world_wind;
    env->distance = world_distance;
    env->light = world_light;
    env->push = world_push;
    env->signal = report_signal;
    env->budget = report_budget;
    env->screen_size = report_screen_size;
    wisp_world *w = &h->world.world;
    *w = (wisp_world){.gravity = {0, -9.81f, 0},
                      .sun_direction = {0, 1, 0},
                      .sun_color = {1, 1, 1},
                      .ambient = {0.2f, 0.2f, 0.2f},
                      .eye = {0, 1, 5},
                      .forward = {0, 0, -1},
                      .up = {0, 1, 0},
                      .fov_y = 0.8f,
                      .aspect = 16.0f / 9.0f,
                      .near_z = 0.1f,
                      .far_z = 100.0f,
                      .view_width = 640,
                      .view_height = 360};
    h->world.pose = h->pose = (wisp_pose){.rotation = {0, 0, 0, 1}, .scale = 1};
    const struct effect_type *type = image_type(h->image);
    REQUIRE(values_default(&h->lasting, type->params, type->param_count, &h->values) >= 0,
            "no memory");
}

static void say_all(const struct diag_list *diags) {
    struct strbuf text;
    strbuf_init(&text, allocator_default());
    diag_list_write(diags, &text);
    fputs(strbuf_text(&text), stderr);
    strbuf_free(&text);
}

static struct fake_host *make_with(const struct fake_options *options, const char *id,
                                   const wisp_effect *entry) {
    struct fake_host *h = make(options);
    const char *folder = WISP_BUILD_ROOT "/lib/wisp/effects";
    struct registry_config config = {.allocator = allocator_default(),
                                     .log = h->log,
                                     .folders = &folder,
                                     .folder_count = id ? 1 : 0,
                                     .cache = WISP_BUILD_ROOT "/test-cache"};
    struct diag_list diags;
    diag_list_init(&diags, allocator_default());
    REQUIRE(registry_create(&config, &h->registry) >= 0, "no memory");
    h->image =
        id ? registry_load(h->registry, id, &diags) : image_linked(h->registry, entry, &diags);
    if (!h->image) say_all(&diags);
    REQUIRE(h->image, "the effect cannot be had");
    if (id) image_retain(h->image);
    diag_list_free(&diags);
    fill(h);
    return h;
}

struct fake_host *fake_host_open(const char *id, const struct fake_options *options) {
    return make_with(options, id, NULL);
}

struct fake_host *fake_host_create(const wisp_effect *entry,
                                   const struct fake_options *options) {
    return make_with(options, NULL, entry);
}

void fake_host_destroy(struct fake_host *host) {
    if (!host) return;
    instance_destroy(host->instance);
    image_release(host->image);
    registry_destroy(host->registry);
    if (host->options.asset_root) assets_destroy(host->env.assets);
    jobs_destroy(host->jobs);
    arena_drop(&host->frame);
    arena_drop(&host->lasting);
    log_destroy(host->log);
    size_t live = atomic_load(&host->counting.live_bytes);
    free(host);
    REQUIRE(live == 0, "%zu bytes of the instance were not freed", live);
}

/* ---- Values ---- */

static const wisp_param *param_of(struct fake_host *h, const char *key, wisp_value **value) {
    const struct effect_type *type = image_type(h->image);
    int32_t k = param_find(type->params, type->param_count, key);
    REQUIRE(k >= 0, "%s has no parameter \"%s\"", type->id, key);
    *value = &h->values[k];
    (*value)->revision++;
    return &type->params[k];
}

static float unit_of(const wisp_param *param) {
    return param->flags & WISP_PARAM_ANGLE ? 3.14159265f / 180.0f : 1.0f;
}

static void check_value(const wisp_param *param, const wisp_value *value) {
    REQUIRE(value_fits(param, value), "parameter \"%s\" does not take this value", param->key);
}

void fake_set(struct fake_host *host, const char *key, double number) {
    wisp_value *value;
    const wisp_param *param = param_of(host, key, &value);
    value->kind = WISP_VALUE_CONST;
    value->v[0] = (float)number * unit_of(param);
    value->i = (int32_t)number;
    REQUIRE(param->type <= WISP_PARAM_FLOAT, "parameter \"%s\" is no number", key);
    check_value(param, value);
}

void fake_set_range(struct fake_host *host, const char *key, double lo, double hi) {
    wisp_value *value;
    const wisp_param *param = param_of(host, key, &value);
    value->kind = WISP_VALUE_RANGE;
    value->v[0] = (float)lo * unit_of(param);
    value->v[1] = (float)hi * unit_of(param);
    check_value(param, value);
}

void fake_set_vec(struct fake_host *host, const char *key, float x, float y, float z, float w) {
    wisp_value *value;
    const wisp_param *param = param_of(host, key, &value);
    float u = unit_of(param), v[4] = {x * u, y * u, z * u, w * u};
    value->kind = WISP_VALUE_CONST;
    memcpy(value->v, v, sizeof v);
    check_value(param, value);
}

void fake_set_text(struct fake_host *host, const char *key, const char *text) {
    wisp_value *value;
    const wisp_param *param = param_of(host, key, &value);
    value->kind = WISP_VALUE_CONST;
    value->text = arena_text(&host->lasting, text);
    for (uint32_t i = 0; i < param->choice_count; i++)
        if (strcmp(param->choices[i].key, text) == 0) value->i = param->choices[i].value;
    check_value(param, value);
}

void fake_set_table(struct fake_host *host, const char *key, const float *samples,
                    uint32_t count) {
    wisp_value *value;
    const wisp_param *param = param_of(host, key, &value);
    bool color = param->type == WISP_PARAM_GRADIENT || param->type == WISP_PARAM_COLOR;
    value->kind = color ? WISP_VALUE_GRADIENT : WISP_VALUE_CURVE;
    value->table = samples;
    value->count = count;
    if (!color) value->v[0] = value->v[1] = 1.0f;
    check_value(param, value);
}

const wisp_value *fake_value(struct fake_host *host, const char *key) {
    wisp_value *value;
    param_of(host, key, &value);
    value->revision--;
    return value;
}

struct fake_world *fake_world(struct fake_host *host) {
    return &host->world;
}

/* ---- Running ---- */

wisp_status fake_start(struct fake_host *host) {
    REQUIRE(!host->instance, "it has been started");
    struct instance_desc desc = {
        .env = &host->env,
        .registry = host->registry,
        .image = host->image,
        .id = "it",
        .seed = instance_seed(host->options.seed ? host->options.seed : 1, "it"),
        .values = host->values,
        .budget = host->options.budget};
    host->pose = host->world.pose;
    return instance_create(&desc, &host->instance);
}

wisp_status fake_steps(struct fake_host *host, uint32_t count) {
    REQUIRE(host->instance, "it has not been started");
    float dt = host->options.dt > 0 ? host->options.dt : 1.0f / 60.0f;
    wisp_status status = WISP_OK;
    for (uint32_t i = 0; i < count && status >= 0; i++) {
        wisp_step step = {.struct_size = sizeof step,
                          .index = host->step,
                          .time = host->time,
                          .dt = dt,
                          .event_count = host->event_count,
                          .events = host->events,
                          .prev_pose = host->pose,
                          .pose = host->world.pose};
        status = instance_update(host->instance, &step);
        host->event_count = 0;
        host->pose = host->world.pose;
        host->step++;
        host->time = (double)host->step * (double)dt;
    }
    return status;
}

/* Numbers that make one argument. */
static uint32_t parts_of(const wisp_param *param) {
    switch (param->type) {
    case WISP_PARAM_VEC2:
        return 2;
    case WISP_PARAM_VEC3:
        return 3;
    case WISP_PARAM_VEC4:
    case WISP_PARAM_COLOR:
        return 4;
    default:
        return 1;
    }
}

void fake_command(struct fake_host *host, const char *name, const double *args,
                  uint32_t count) {
    const struct effect_type *type = image_type(host->image);
    uint32_t k = 0;
    while (k < type->command_count && strcmp(type->commands[k].name, name) != 0) k++;
    REQUIRE(k < type->command_count, "%s has no command \"%s\"", type->id, name);
    const wisp_command *command = &type->commands[k];
    REQUIRE(host->event_count < EVENTS_MOST, "too many commands in one step");
    wisp_value *values;
    REQUIRE(values_default(&host->lasting, command->params, command->param_count, &values) >= 0,
            "no memory");
    uint32_t given = 0, used = 0;
    for (; used < count; given++) {
        REQUIRE(given < command->param_count, "\"%s\" takes %u arguments", name,
                command->param_count);
        wisp_value *value = &values[given];
        value->kind = WISP_VALUE_CONST;
        value->i = (int32_t)args[used];
        for (uint32_t c = 0; c < parts_of(&command->params[given]) && used < count; c++)
            value->v[c] = (float)args[used++] * unit_of(&command->params[given]);
    }
    host->events[host->event_count++] = (wisp_event){.struct_size = sizeof(wisp_event),
                                                     .command = k,
                                                     .given = (UINT64_C(1) << given) - 1,
                                                     .args = values,
                                                     .arg_count = command->param_count};
}

static void look(const struct fake_host *h, wisp_view *view) {
    const wisp_world *w = &h->world.world;
    float f = 1.0f / tanf(w->fov_y / 2), n = w->near_z, z = w->far_z;
    float v[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -w->eye[0], -w->eye[1], -w->eye[2], 1};
    float p[16] = {f / w->aspect,       0, 0, 0, 0, f, 0, 0, 0, 0, (z + n) / (n - z), -1, 0, 0,
                   2 * z * n / (n - z), 0};
    memcpy(view->view, v, sizeof v);
    memcpy(view->proj, p, sizeof p);
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++)
            for (int k = 0; k < 4; k++)
                view->view_proj[c * 4 + r] += p[k * 4 + r] * v[c * 4 + k];
    memcpy(view->eye, w->eye, sizeof view->eye);
    memcpy(view->forward, w->forward, sizeof view->forward);
    memcpy(view->up, w->up, sizeof view->up);
}

void fake_draw(struct fake_host *host) {
    REQUIRE(host->instance, "it has not been started");
    const wisp_world *w = &host->world.world;
    for (uint32_t pass = 1; pass <= WISP_PASS_PREPARE; pass <<= 1) {
        wisp_view view = {.struct_size = sizeof view,
                          .pass = pass,
                          .width = w->view_width,
                          .height = w->view_height,
                          .fov_y = w->fov_y,
                          .near_z = w->near_z,
                          .far_z = w->far_z,
                          .step_dt = host->options.dt > 0 ? host->options.dt : 1.0f / 60.0f,
                          .time = host->time,
                          .pose = host->pose};
        look(host, &view);
        if (instance_passes(host->instance) & pass) instance_draw(host->instance, &view);
    }
}

double fake_time(const struct fake_host *host) { return host->time; }

/* ---- Looking ---- */

struct instance *fake_instance(struct fake_host *host) {
    return host->instance;
}

const wisp_host *fake_services(struct fake_host *host) {
    return host->instance ? services_host() : NULL;
}

struct registry *fake_registry(struct fake_host *host) {
    return host->registry;
}

const struct buffer *fake_buffer(struct fake_host *host, const char *name) {
    return buffers_find(instance_buffers(host->instance), name);
}

double fake_number(struct fake_host *host, const char *buffer, uint64_t i, uint32_t c) {
    const struct buffer *b = fake_buffer(host, buffer);
    REQUIRE(b, "there is no buffer \"%s\"", buffer);
    REQUIRE(i < b->count && c < b->components, "buffer \"%s\" has no [%llu].%u", buffer,
            (unsigned long long)i, c);
    return buffer_value(b, i, c);
}

double fake_counter(struct fake_host *host, const char *name) {
    return instance_counter(host->instance, name);
}

uint64_t fake_hash(struct fake_host *host) { return instance_hash(host->instance); }

const struct fake_record *fake_record(struct fake_host *host) { return &host->record; }

void fake_record_clear(struct fake_host *host) {
    memset(&host->record, 0, sizeof host->record);
}

size_t fake_allocations(const struct fake_host *host) {
    return atomic_load(&host->counting.allocations);
}
