/* SPDX-License-Identifier: MIT
 *
 * stats - what a render took, for --stats.
 */
#include "app/stats.h"

#include "app/exit.h"
#include "base/status.h"
#include "os/clock.h"
#include "os/file.h"
#include "plugin/instance.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wisp/version.h>

void stats_begin(struct stats *stats, const struct allocator *allocator, bool on) {
    *stats = (struct stats){.allocator = allocator, .on = on, .begin_ns = clock_now_ns()};
}

void stats_end(struct stats *stats) {
    if (stats->allocator == NULL) return;
    alloc_free(stats->allocator, stats->frames, stats->frame_capacity * sizeof *stats->frames);
    alloc_free(stats->allocator, stats->effects,
               stats->effect_capacity * sizeof *stats->effects);
    *stats = (struct stats){0};
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void step_effect(struct stats *stats, uint32_t i, const struct scene_effect_stats *now) {
    if (i >= stats->effect_count) {
        if (!alloc_grow(stats->allocator, (void **)&stats->effects, &stats->effect_capacity,
                        (size_t)i + 1, sizeof *stats->effects))
            return;
        stats->effects[i] = (struct stats_effect){0};
        stats->effect_count = (size_t)i + 1;
    }
    struct stats_effect *sum = &stats->effects[i];
    sum->update_ns += now->update_ns;
    sum->update_most_ns = larger(sum->update_most_ns, now->update_ns);
    sum->draw_ns += now->draw_ns;
    sum->steps++;
}

void stats_step(struct stats *stats, struct scene *scene) {
    struct scene_effect_stats effect;
    if (!stats->on) return;
    struct scene_stats now = scene_stats(scene);
    stats->step_ns += now.step_ns;
    stats->step_most_ns = larger(stats->step_most_ns, now.step_ns);
    stats->script_ns += now.script_ns;
    stats->script_most_ns = larger(stats->script_most_ns, now.script_ns);
    stats->steps++;
    for (uint32_t i = 0; scene_effect_stats(scene, i, &effect); i++)
        step_effect(stats, i, &effect);
}

void stats_frame(struct stats *stats, uint64_t ns) {
    if (!stats->on) return;
    if (stats->first_frame_ns == 0) stats->first_frame_ns = clock_now_ns() - stats->begin_ns;
    if (!alloc_grow(stats->allocator, (void **)&stats->frames, &stats->frame_capacity,
                    stats->frame_count + 1, sizeof *stats->frames))
        return;
    stats->frames[stats->frame_count++] = ns;
}

static double ms(uint64_t ns) { return (double)(ns / 1000) * 1e-3; }

static double mean_ms(uint64_t sum, uint64_t count) {
    return count > 0 ? ms(sum / count) : 0.0;
}

static int by_size(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void add_frames(struct stats *stats, cJSON *root) {
    cJSON *to = cJSON_AddObjectToObject(root, "frame_ms");
    size_t n = stats->frame_count;
    uint64_t sum = 0;
    if (n == 0) return;
    qsort(stats->frames, n, sizeof *stats->frames, by_size);
    for (size_t i = 0; i < n; i++) sum += stats->frames[i];
    cJSON_AddNumberToObject(to, "mean", mean_ms(sum, n));
    cJSON_AddNumberToObject(to, "median", ms(stats->frames[n / 2]));
    cJSON_AddNumberToObject(to, "p99", ms(stats->frames[n - 1 - n / 100]));
    cJSON_AddNumberToObject(to, "max", ms(stats->frames[n - 1]));
}

static void add_counters(const struct instance *instance, cJSON *to) {
    const struct instance_counter *counters = NULL;
    uint32_t count = instance_counters(instance, &counters);
    cJSON *object = cJSON_AddObjectToObject(to, "counters");
    for (uint32_t i = 0; i < count; i++)
        cJSON_AddNumberToObject(object, counters[i].name, counters[i].value);
}

static void add_effects(const struct stats *stats, struct scene *scene, cJSON *root) {
    struct scene_effect_stats now;
    cJSON *array = cJSON_AddArrayToObject(root, "effects");
    for (uint32_t i = 0; scene_effect_stats(scene, i, &now); i++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(array, one);
        cJSON_AddStringToObject(one, "id", now.id);
        cJSON_AddStringToObject(one, "effect", now.effect);
        cJSON_AddNumberToObject(one, "alive", (double)now.alive);
        cJSON_AddNumberToObject(one, "bytes", (double)now.bytes);
        cJSON_AddBoolToObject(one, "suspended", now.suspended);
        if (i < stats->effect_count) {
            const struct stats_effect *sum = &stats->effects[i];
            cJSON_AddNumberToObject(one, "update_ms_mean", mean_ms(sum->update_ns, sum->steps));
            cJSON_AddNumberToObject(one, "update_ms_max", ms(sum->update_most_ns));
            cJSON_AddNumberToObject(one, "draw_ms_mean", mean_ms(sum->draw_ns, sum->steps));
        }
        uint32_t node = scene_find(scene, now.id);
        if (node != UINT32_MAX && scene_instance(scene, node) != NULL)
            add_counters(scene_instance(scene, node), one);
    }
}

static void add_graphics(const struct stage *stage, cJSON *root) {
    struct gfx_stats now = gfx_stats(stage->gfx);
    cJSON *to = cJSON_AddObjectToObject(root, "graphics");
    cJSON_AddStringToObject(to, "renderer", now.name);
    cJSON_AddNumberToObject(to, "draws", now.draws);
    cJSON_AddNumberToObject(to, "dropped", now.dropped);
    cJSON_AddNumberToObject(to, "objects", (double)now.backend_objects);
    cJSON_AddNumberToObject(to, "bytes", (double)now.live.bytes);
}

/* VmHWM: what getrusage tells still counts the parent's pages from before exec. */
uint64_t stats_peak_rss_kib(void) {
    char line[256];
    unsigned long long kib = 0;
    FILE *file = fopen("/proc/self/status", "r");
    if (file == NULL) return 0;
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "VmHWM: %llu", &kib) == 1) break;
    fclose(file);
    return kib;
}

int stats_write(struct stats *stats, struct stage *stage, const char *path) {
    cJSON *root = cJSON_CreateObject();
    struct scene_clock now = scene_clock(stage->scene);
    cJSON_AddStringToObject(root, "wisp", WISP_VERSION_TEXT);
    cJSON_AddStringToObject(root, "scene", stage->desc.scene);
    cJSON_AddNumberToObject(root, "width", stage->desc.width);
    cJSON_AddNumberToObject(root, "height", stage->desc.height);
    cJSON_AddNumberToObject(root, "threads", jobs_threads(stage->jobs));
    cJSON_AddNumberToObject(root, "frames", (double)stats->frame_count);
    cJSON_AddNumberToObject(root, "steps", (double)now.step);
    cJSON_AddNumberToObject(root, "time", now.time);
    cJSON_AddNumberToObject(root, "first_frame_ms", ms(stats->first_frame_ns));
    cJSON_AddNumberToObject(root, "wall_ms", ms(clock_now_ns() - stats->begin_ns));
    cJSON_AddNumberToObject(root, "peak_rss_kib", (double)stats_peak_rss_kib());
    cJSON_AddNumberToObject(root, "step_ms_mean", mean_ms(stats->step_ns, stats->steps));
    cJSON_AddNumberToObject(root, "step_ms_max", ms(stats->step_most_ns));
    cJSON_AddNumberToObject(root, "script_ms_mean", mean_ms(stats->script_ns, stats->steps));
    cJSON_AddNumberToObject(root, "script_ms_max", ms(stats->script_most_ns));
    cJSON_AddNumberToObject(root, "problems", stage->problems);
    add_frames(stats, root);
    add_effects(stats, stage->scene, root);
    add_graphics(stage, root);
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (text == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    wisp_status status = file_write(path, text, strlen(text), 0);
    cJSON_free(text);
    if (status == WISP_OK) return 0;
    return exit_error(EXIT_OUTPUT, "output", "cannot write '%s': %s", path,
                      status_text(status));
}
