/* SPDX-License-Identifier: MIT
 *
 * The log: every message for a person passes here on its way to the sinks.
 *
 * Control bytes are made visible, a text is cut at 4 KiB, and one origin may write 50 lines a
 * second; what it wrote beyond is counted and told. A NULL log swallows everything.
 * Ownership  Sinks get lent text. Sinks must not log.
 * Threads    Any, but for create and destroy. Sinks are called one at a time.
 */
#ifndef WISP_BASE_LOG_H
#define WISP_BASE_LOG_H

#include "base/alloc.h"
#include <stdarg.h>
#include <wisp/status.h>

enum log_level {
    LOG_LEVEL_DEBUG = 1,
    LOG_LEVEL_INFO,
    LOG_LEVEL_WARN,
    LOG_LEVEL_ERROR,
    LOG_LEVEL_HOST_MISBEHAVING,   /* Blame: ours. */
    LOG_LEVEL_PLUGIN_MISBEHAVING, /* Blame: the plugin named as origin. */
};

typedef void (*log_sink)(void *user, enum log_level level, const char *origin,
                         const char *text);

enum { LOG_TEXT_MOST = 4096, LOG_SINKS_MOST = 4, LOG_LINES_PER_SECOND = 50 };

struct log;

wisp_status log_create(const struct allocator *allocator, struct log **out);
void log_destroy(struct log *log); /* NULL is fine. */

/* WISP_E_LIMIT when there are LOG_SINKS_MOST already. */
wisp_status log_add_sink(struct log *log, log_sink sink, void *user);
void log_remove_sink(struct log *log, log_sink sink, void *user);

/* Messages below level are dropped; at first INFO. */
void log_set_level(struct log *log, enum log_level level);

/* The time that the limit per origin goes by; call it once a frame (any origin of time). */
void log_set_time(struct log *log, uint64_t now_ns);

void log_write(struct log *log, enum log_level level, const char *origin, const char *format,
               ...) __attribute__((format(printf, 4, 5)));
void log_write_args(struct log *log, enum log_level level, const char *origin,
                    const char *format, va_list args) __attribute__((format(printf, 4, 0)));
void log_text(struct log *log, enum log_level level, const char *origin, const char *text);

/* "debug", "info", "warning", "error", "host misbehaving", "plugin misbehaving". */
const char *log_level_text(enum log_level level);

/* A sink whose user is a FILE *: "level: origin: text\n". */
void log_sink_file(void *user, enum log_level level, const char *origin, const char *text);

#endif
