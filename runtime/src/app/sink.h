/* SPDX-License-Identifier: MIT
 *
 * sink - where rendered frames go: numbered PNG files, or a video through ffmpeg.
 *
 * Every file appears whole under its name or not at all: it is written beside and renamed.
 * Shapes     Frames are 3 * width * height bytes, sRGB, rows from the top.
 * Errors     Reported on stderr; functions return 0 or an exit code.
 */
#ifndef APP_SINK_H
#define APP_SINK_H

#include "app/command.h"

struct sink;

struct sink_desc {
    const char *path; /* "f_%05d.png", "x.png" (one frame), "x.mp4", "x.gif", "x.webm" */
    uint32_t width, height;
    double fps;
    uint64_t begin, end; /* frames to come: [begin, end) */
};

int sink_open(struct app *app, const struct sink_desc *desc, struct sink **out);
int sink_frame(struct sink *sink, uint64_t frame, const uint8_t *pixels);
/* The last frame is in: close and put into place. */
int sink_finish(struct sink *sink);
/* Frees the sink; what was not finished is removed. NULL is fine. */
void sink_close(struct sink *sink);

/* Whether pattern has one %d with an optional zero-padded width of at most 9; "%%" is a percent
 * sign. *directives gets the number of %d seen. */
bool sink_pattern_valid(const char *pattern, int *directives);
/* pattern with the number in place. */
wisp_status sink_pattern_expand(const char *pattern, uint64_t number, char *out, size_t size);

#endif
