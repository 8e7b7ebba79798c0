/* SPDX-License-Identifier: MIT
 *
 * video - frames into an ffmpeg that runs as a child and reads a pipe.
 *
 * ffmpeg writes a hidden file beside the wanted one, which is renamed when it has ended well.
 */
#include "app/video.h"

#include "app/exit.h"
#include "base/status.h"
#include "base/str.h"
#include "os/file.h"
#include "os/process.h"

#include <string.h>
#include <unistd.h>

enum { FORMAT_ARGS_MOST = 12, ARGV_MOST = 40, FFMPEG_END_MS = 600000 };

struct format {
    const char *extension, *name;
    const char *args[FORMAT_ARGS_MOST]; /* NULL at the end */
};

/* H.264 and VP9 players want even sides and 4:2:0; a GIF gets a palette of its own. */
static const struct format formats[] = {
    {".mp4",
     "mp4",
     {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-crf", "18", "-pix_fmt",
      "yuv420p", "-movflags", "+faststart", NULL}},
    {".webm",
     "webm",
     {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0",
      "-pix_fmt", "yuv420p", NULL}},
    {".gif", "gif", {"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", NULL}},
};

struct video {
    struct app *app;
    const struct format *format;
    struct process *process;
    size_t frame_bytes;
    char path[PATH_SIZE], partial[PATH_SIZE];
};

static const struct format *format_of(const char *extension) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].extension, extension) == 0) return &formats[i];
    return NULL;
}

bool video_knows(const char *extension) { return format_of(extension) != NULL; }

static int start(struct video *video, const struct sink_desc *desc) {
    char size[32], rate[32];
    const char *argv[ARGV_MOST];
    size_t n = 0;
    str_format(size, sizeof size, "%ux%u", desc->width, desc->height);
    str_format(rate, sizeof rate, "%.6g", desc->fps);
    const char *const head[] = {"ffmpeg",     "-loglevel", "error", "-y",     "-f",
                                "rawvideo",   "-pix_fmt",  "rgb24", "-s",     size,
                                "-framerate", rate,        "-i",    "pipe:0", "-an"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) argv[n++] = head[i];
    for (size_t i = 0; video->format->args[i] != NULL; i++) argv[n++] = video->format->args[i];
    const char *const tail[] = {"-fflags", "+bitexact",         "-flags:v",     "+bitexact",
                                "-f",      video->format->name, video->partial, NULL};
    for (size_t i = 0; i < sizeof tail / sizeof *tail; i++) argv[n++] = tail[i];
    struct process_desc process = {
        .argv = argv,
        .stdin_stream = PROCESS_PIPE,
        .stdout_stream = PROCESS_NULL,
        .stderr_stream = PROCESS_PIPE,
        .die_with_parent = 1,
    };
    wisp_status status = process_start(video->app->allocator, &process, &video->process);
    if (status == WISP_E_NOT_FOUND)
        return exit_error(EXIT_MACHINE, "ffmpeg",
                          "writing '%s' needs ffmpeg, which is not installed; on Debian: "
                          "apt-get install ffmpeg",
                          video->path);
    if (status != WISP_OK)
        return exit_error(EXIT_MACHINE, "ffmpeg", "cannot start ffmpeg: %s",
                          status_text(status));
    return 0;
}

static wisp_status name_partial(struct video *video) {
    char folder[PATH_SIZE], name[PATH_SIZE];
    wisp_status status = path_dirname(folder, sizeof folder, video->path);
    if (status != WISP_OK) return status;
    str_format(name, sizeof name, ".%s.%ld.tmp", path_basename(video->path), (long)getpid());
    return path_join(video->partial, sizeof video->partial, folder, name);
}

int video_open(struct app *app, const struct sink_desc *desc, struct video **out) {
    struct video *video = alloc_zero(app->allocator, sizeof *video);
    if (video == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    video->app = app;
    video->format = format_of(path_extension(desc->path));
    video->frame_bytes = (size_t)3 * desc->width * desc->height;
    str_copy(video->path, sizeof video->path, desc->path);
    bool named = name_partial(video) == WISP_OK;
    if (named && app->partial != NULL) str_copy(app->partial, PATH_SIZE, video->partial);
    int code = named ? start(video, desc)
                     : exit_error(EXIT_USAGE, "usage", "the path after --out is too long");
    if (code != 0) {
        video_close(video);
        return code;
    }
    *out = video;
    return 0;
}

/* ffmpeg ended before its time, or badly: its own words say why. */
static int failed(struct video *video) {
    struct strbuf words;
    struct process_result result = {0};
    char ending[64];
    strbuf_init(&words, video->app->allocator);
    wisp_status status = process_wait(video->process, FFMPEG_END_MS, 0, NULL, &words, &result);
    if (status == WISP_OK && result.exited && result.code == 0) {
        strbuf_free(&words);
        return 0;
    }
    process_result_text(&result, ending, sizeof ending);
    if (words.length > 0 && words.data[words.length - 1] == '\n')
        words.data[--words.length] = '\0';
    int code = exit_error(EXIT_OUTPUT, "output", "cannot write '%s': ffmpeg ended with %s: %s",
                          video->path, ending, strbuf_text(&words));
    strbuf_free(&words);
    return code;
}

int video_frame(struct video *video, const uint8_t *pixels) {
    if (process_write(video->process, pixels, video->frame_bytes, FFMPEG_END_MS) == WISP_OK)
        return 0;
    process_close_stdin(video->process);
    int code = failed(video);
    return code != 0 ? code
                     : exit_error(EXIT_OUTPUT, "output",
                                  "cannot write '%s': ffmpeg ended before the last frame",
                                  video->path);
}

int video_finish(struct video *video) {
    process_close_stdin(video->process);
    int code = failed(video);
    if (code != 0) return code;
    wisp_status status = file_rename(video->partial, video->path);
    if (status == WISP_OK) return 0;
    return exit_error(EXIT_OUTPUT, "output", "cannot write '%s': %s", video->path,
                      status_text(status));
}

void video_close(struct video *video) {
    if (video == NULL) return;
    process_free(video->process);
    if (video->partial[0] != '\0') file_remove(video->partial); /* gone after a good end */
    if (video->app->partial != NULL) video->app->partial[0] = '\0';
    alloc_free(video->app->allocator, video, sizeof *video);
}
