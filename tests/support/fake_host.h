/* SPDX-License-Identifier: MIT
 *
 * Run one effect without a program: no window, no scene file, a world that the test decides.
 *
 * Behind it are the real registry, instance and services; wind, bodies and the camera are the
 * test's, and what the effect adds (lights, pushes, signals) is recorded. Values are set by key
 * before or between steps. Every mistake of the caller (unknown key, wrong type) aborts the
 * test.
 *
 *     struct fake_host *h = fake_host_open("dust");     // or fake_host_create(&entry)
 *     fake_set(h, "count", 200);
 *     fake_start(h);
 *     fake_steps(h, 60);
 *     const struct buffer *pos = fake_buffer(h, "pos");
 *     fake_host_destroy(h);
 *
 * Units  SI; angles as in the table, so degrees.
 */
#ifndef SUPPORT_FAKE_HOST_H
#define SUPPORT_FAKE_HOST_H

#include "gfx/gfx.h"
#include "plugin/instance.h"

struct fake_host;

struct fake_options {
    uint32_t threads;                  /* 0 and 1: no pool, all on this thread */
    uint64_t seed;                     /* of the scene; 0 is 1 */
    float dt;                          /* s; 0 is 1/60 */
    size_t budget;                     /* bytes of buffers; 0 the usual */
    const struct allocator *allocator; /* under the counting one; NULL the heap */
    struct gfx *gfx;                   /* NULL: none, handles are zero */
    const char *asset_root;
};

/* options may be NULL. The first takes a built effect by id, the second a table. Abort when it
 * cannot be had. */
struct fake_host *fake_host_open(const char *id, const struct fake_options *options);
struct fake_host *fake_host_create(const wisp_effect *entry,
                                   const struct fake_options *options);
void fake_host_destroy(struct fake_host *host);

/* ---- Values, by key */
void fake_set(struct fake_host *host, const char *key, double number); /* BOOL, INT, FLOAT */
void fake_set_range(struct fake_host *host, const char *key, double lo, double hi);
void fake_set_vec(struct fake_host *host, const char *key, float x, float y, float z, float w);
void fake_set_text(struct fake_host *host, const char *key, const char *text); /* ENUM too */
/* samples are lent: 1 float each for a curve, 4 for a gradient */
void fake_set_table(struct fake_host *host, const char *key, const float *samples,
                    uint32_t count);
const wisp_value *fake_value(struct fake_host *host, const char *key);

/* ---- The world; change it at any time */
struct fake_world {
    wisp_world world;  /* colliders and lights in it are the test's own arrays */
    float wind[3];     /* m/s everywhere */
    float screen_size; /* px that screen_size() answers; 0 is 100 */
    float budget;      /* share that budget() answers; 0 is 1 */
    wisp_pose pose;    /* of the effect at the end of the coming step */
    /* Where the wind differs from place to place; NULL: wind. */
    void (*wind_at)(const float position[3], double time, float out[3]);
};
struct fake_world *fake_world(struct fake_host *host);

/* ---- Running */
/* Create the instance; its status. Values set later are seen by the next step. */
wisp_status fake_start(struct fake_host *host);
/* Steps until one fails; its status. */
wisp_status fake_steps(struct fake_host *host, uint32_t count);
/* Queue a command for the next step; args by position, `count` doubles in all: a vector or
 * colour takes as many as it has components. */
void fake_command(struct fake_host *host, const char *name, const double *args, uint32_t count);
/* One call of draw for each pass the effect wants, looking from +z at the origin, 640 x 360. */
void fake_draw(struct fake_host *host);
double fake_time(const struct fake_host *host);

/* ---- Looking */
struct instance *fake_instance(struct fake_host *host);
const wisp_host *fake_services(struct fake_host *host);
struct registry *fake_registry(struct fake_host *host);
const struct buffer *fake_buffer(struct fake_host *host, const char *name); /* NULL: none */
/* Component c of element i of a buffer that must exist. */
double fake_number(struct fake_host *host, const char *buffer, uint64_t i, uint32_t c);
double fake_counter(struct fake_host *host, const char *name);
uint64_t fake_hash(struct fake_host *host);

enum { FAKE_RECORDS = 256 };
struct fake_record {
    uint32_t light_count, push_count, signal_count; /* of all steps; arrays keep the first */
    wisp_light lights[FAKE_RECORDS];
    struct {
        uint32_t collider;
        float point[3], impulse[3];
    } pushes[FAKE_RECORDS];
    struct {
        char name[32];
        float position[3], value;
    } signals[FAKE_RECORDS];
    char last_error[512]; /* "" or the last line logged at error or worse */
};
const struct fake_record *fake_record(struct fake_host *host);
void fake_record_clear(struct fake_host *host);

/* Requests for memory since the host was made: equal before and after steps means none. */
size_t fake_allocations(const struct fake_host *host);

#endif
