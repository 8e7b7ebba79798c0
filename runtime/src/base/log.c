/* SPDX-License-Identifier: MIT
 *
 * The log: make printable, limit per origin, hand to the sinks.
 */
#include "base/log.h"

#include "base/str.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { ORIGINS_MOST = 64, ORIGIN_SIZE = 96 };
#define SECOND_NS UINT64_C(1000000000)

struct log_origin {
    char name[ORIGIN_SIZE];
    uint64_t window_ns; /* When the running second began. */
    uint32_t lines, swallowed;
};

struct log {
    const struct allocator *allocator;
    pthread_mutex_t mutex; /* Guards all below. */
    enum log_level level;
    uint64_t now_ns;
    struct {
        log_sink sink;
        void *user;
    } sinks[LOG_SINKS_MOST];
    size_t sink_count;
    struct log_origin origins[ORIGINS_MOST];
    size_t origin_count;
    char raw[LOG_TEXT_MOST + 1], shown[LOG_TEXT_MOST + 1];
};

wisp_status log_create(const struct allocator *allocator, struct log **out) {
    struct log *log = alloc_zero(allocator, sizeof *log);
    if (!log) return WISP_E_NOMEM;
    if (pthread_mutex_init(&log->mutex, NULL) != 0) {
        alloc_free(allocator, log, sizeof *log);
        return WISP_E_NOMEM;
    }
    log->allocator = allocator;
    log->level = LOG_LEVEL_INFO;
    *out = log;
    return WISP_OK;
}

void log_destroy(struct log *log) {
    if (!log) return;
    pthread_mutex_destroy(&log->mutex);
    alloc_free(log->allocator, log, sizeof *log);
}

wisp_status log_add_sink(struct log *log, log_sink sink, void *user) {
    wisp_status status = WISP_E_LIMIT;
    pthread_mutex_lock(&log->mutex);
    if (log->sink_count < LOG_SINKS_MOST) {
        log->sinks[log->sink_count].sink = sink;
        log->sinks[log->sink_count++].user = user;
        status = WISP_OK;
    }
    pthread_mutex_unlock(&log->mutex);
    return status;
}

void log_remove_sink(struct log *log, log_sink sink, void *user) {
    pthread_mutex_lock(&log->mutex);
    for (size_t i = 0; i < log->sink_count; i++) {
        if (log->sinks[i].sink != sink || log->sinks[i].user != user) continue;
        memmove(&log->sinks[i], &log->sinks[i + 1],
                (log->sink_count - i - 1) * sizeof log->sinks[0]);
        log->sink_count--;
        break;
    }
    pthread_mutex_unlock(&log->mutex);
}

void log_set_level(struct log *log, enum log_level level) {
    if (!log) return;
    pthread_mutex_lock(&log->mutex);
    log->level = level;
    pthread_mutex_unlock(&log->mutex);
}

static void emit(const struct log *log, enum log_level level, const char *origin,
                 const char *text) {
    for (size_t i = 0; i < log->sink_count; i++)
        log->sinks[i].sink(log->sinks[i].user, level, origin, text);
}

/* Tell how much an origin's last second swallowed, and begin a new one. */
static void origin_roll(struct log *log, struct log_origin *o) {
    uint32_t swallowed = o->swallowed;
    o->window_ns = log->now_ns;
    o->lines = o->swallowed = 0;
    if (swallowed == 0) return;
    char text[64];
    str_format(text, sizeof text, "%u more messages in that second left out", swallowed);
    emit(log, LOG_LEVEL_WARN, o->name, text);
}

void log_set_time(struct log *log, uint64_t now_ns) {
    if (!log) return;
    pthread_mutex_lock(&log->mutex);
    log->now_ns = now_ns;
    for (size_t i = 0; i < log->origin_count; i++)
        if (now_ns - log->origins[i].window_ns >= SECOND_NS) origin_roll(log, &log->origins[i]);
    pthread_mutex_unlock(&log->mutex);
}

/* The entry of an origin; the one that began longest ago is given up when the table is full. */
static struct log_origin *origin_find(struct log *log, const char *origin) {
    char name[ORIGIN_SIZE];
    str_printable(name, sizeof name, origin, strlen(origin));
    struct log_origin *oldest = &log->origins[0];
    for (size_t i = 0; i < log->origin_count; i++) {
        struct log_origin *o = &log->origins[i];
        if (str_equal(o->name, name)) return o;
        if (o->window_ns < oldest->window_ns) oldest = o;
    }
    struct log_origin *o = oldest;
    if (log->origin_count < ORIGINS_MOST)
        o = &log->origins[log->origin_count++];
    else
        origin_roll(log, o);
    *o = (struct log_origin){.window_ns = log->now_ns};
    memcpy(o->name, name, sizeof name);
    return o;
}

void log_write_args(struct log *log, enum log_level level, const char *origin,
                    const char *format, va_list args) {
    if (!log) return;
    pthread_mutex_lock(&log->mutex);
    if (level >= log->level && log->sink_count > 0) {
        struct log_origin *o = origin_find(log, origin ? origin : "wisp");
        if (o->lines < LOG_LINES_PER_SECOND) {
            o->lines++;
            size_t n = str_format_args(log->raw, sizeof log->raw, format, args);
            str_printable(log->shown, sizeof log->shown, log->raw, n);
            emit(log, level, o->name, log->shown);
        } else {
            o->swallowed++;
        }
    }
    pthread_mutex_unlock(&log->mutex);
}

void log_write(struct log *log, enum log_level level, const char *origin, const char *format,
               ...) {
    va_list args;
    va_start(args, format);
    log_write_args(log, level, origin, format, args);
    va_end(args);
}

void log_text(struct log *log, enum log_level level, const char *origin, const char *text) {
    log_write(log, level, origin, "%s", text);
}

const char *log_level_text(enum log_level level) {
    switch (level) {
    case LOG_LEVEL_DEBUG:
        return "debug";
    case LOG_LEVEL_INFO:
        return "info";
    case LOG_LEVEL_WARN:
        return "warning";
    case LOG_LEVEL_ERROR:
        return "error";
    case LOG_LEVEL_HOST_MISBEHAVING:
        return "host misbehaving";
    case LOG_LEVEL_PLUGIN_MISBEHAVING:
        return "plugin misbehaving";
    }
    return "unknown";
}

void log_sink_file(void *user, enum log_level level, const char *origin, const char *text) {
    (void)fprintf(user, "%s: %s: %s\n", log_level_text(level), origin, text);
}
