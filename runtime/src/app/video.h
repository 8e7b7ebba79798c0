/* SPDX-License-Identifier: MIT
 *
 * video - frames into an ffmpeg that runs as a child and reads a pipe.
 * Errors  As sink.h. Shapes  As sink.h.
 */
#ifndef APP_VIDEO_H
#define APP_VIDEO_H

#include "app/sink.h"

struct video;

bool video_knows(const char *extension); /* ".mp4", ".gif", ".webm" */
int video_open(struct app *app, const struct sink_desc *desc, struct video **out);
int video_frame(struct video *video, const uint8_t *pixels);
int video_finish(struct video *video);
void video_close(struct video *video); /* NULL is fine. */

#endif
