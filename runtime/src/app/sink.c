/* SPDX-License-Identifier: MIT
 *
 * sink - where rendered frames go.
 */
#include "app/sink.h"

#include "app/exit.h"
#include "app/png.h"
#include "app/video.h"
#include "base/status.h"
#include "base/str.h"
#include "os/file.h"

#include <string.h>

struct sink {
    struct app *app;
    struct sink_desc desc;
    struct video *video; /* NULL: PNG files */
    struct strbuf png;
};

static int check_folder(const char *path) {
    char folder[PATH_SIZE];
    struct file_info info;
    if (path_dirname(folder, sizeof folder, path) != WISP_OK)
        return exit_error(EXIT_USAGE, "usage", "the path after --out is too long");
    wisp_status status = file_stat(folder, &info);
    if (status == WISP_E_NOT_FOUND)
        return exit_error(EXIT_OUTPUT, "output",
                          "cannot write '%s': folder '%s' does not exist", path, folder);
    if (status != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot write '%s': %s", path,
                          status_text(status));
    if (info.kind != FILE_DIRECTORY)
        return exit_error(EXIT_OUTPUT, "output", "cannot write '%s': '%s' is not a folder",
                          path, folder);
    return 0;
}

static int check_pattern(const struct sink_desc *desc) {
    int directives;
    if (!sink_pattern_valid(desc->path, &directives))
        return exit_error(EXIT_USAGE, "usage",
                          "'%s': the number of a frame is written %%d or %%05d, once, and a "
                          "percent sign %%%%",
                          desc->path);
    if (directives == 0 && desc->end - desc->begin > 1)
        return exit_error(
            EXIT_USAGE, "usage",
            "'%s' names one file for %llu frames; write a number into it: f_%%05d.png",
            desc->path, (unsigned long long)(desc->end - desc->begin));
    return 0;
}

int sink_open(struct app *app, const struct sink_desc *desc, struct sink **out) {
    const char *extension = path_extension(desc->path);
    bool png = strcmp(extension, ".png") == 0;
    if (!png && !video_knows(extension))
        return exit_error(EXIT_USAGE, "usage",
                          "cannot write '%s': known endings are .png, .mp4, .gif and .webm",
                          desc->path);
    int code = png ? check_pattern(desc) : 0;
    if (code == 0) code = check_folder(desc->path);
    if (code != 0) return code;
    struct sink *sink = alloc_zero(app->allocator, sizeof *sink);
    if (sink == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    sink->app = app;
    sink->desc = *desc;
    strbuf_init(&sink->png, app->allocator);
    if (!png) code = video_open(app, desc, &sink->video);
    if (code != 0) {
        sink_close(sink);
        return code;
    }
    *out = sink;
    return 0;
}

static int write_file(const char *path, const void *bytes, size_t size) {
    wisp_status status = file_write(path, bytes, size, 0);
    if (status == WISP_OK) return 0;
    return exit_error(EXIT_OUTPUT, "output", "cannot write '%s': %s", path,
                      status_text(status));
}

int sink_frame(struct sink *sink, uint64_t frame, const uint8_t *pixels) {
    char path[PATH_SIZE];
    if (sink->video != NULL) return video_frame(sink->video, pixels);
    if (sink_pattern_expand(sink->desc.path, frame, path, sizeof path) != WISP_OK)
        return exit_error(EXIT_USAGE, "usage", "the path after --out is too long");
    strbuf_clear(&sink->png);
    if (png_encode(pixels, sink->desc.width, sink->desc.height, NULL, 0, &sink->png) != WISP_OK)
        return exit_error(EXIT_MACHINE, "memory", "out of memory for a picture of %ux%u",
                          sink->desc.width, sink->desc.height);
    return write_file(path, sink->png.data, sink->png.length);
}

int sink_finish(struct sink *sink) {
    return sink->video != NULL ? video_finish(sink->video) : 0;
}

void sink_close(struct sink *sink) {
    if (sink == NULL) return;
    video_close(sink->video);
    strbuf_free(&sink->png);
    alloc_free(sink->app->allocator, sink, sizeof *sink);
}
