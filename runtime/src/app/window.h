/* SPDX-License-Identifier: MIT
 *
 * window - an SDL window with an OpenGL 3.3 core context, or a context alone without a display;
 * what the user does in it, as plain values.
 *
 * Errors   Reported on stderr; window_open returns 0 or an exit code.
 * Threads  The thread that opened it.
 */
#ifndef APP_WINDOW_H
#define APP_WINDOW_H

#include "app/command.h"
#include "scene/camera.h"

struct window;

struct window_desc {
    const char *title;
    uint32_t width, height; /* px */
    bool headless;          /* no window, no display needed */
};

/* The program's own keys; all others go to the scene as key_<name>. */
enum window_action {
    WINDOW_QUIT = 1,     /* Esc, or the window was closed */
    WINDOW_HELP,         /* F1 */
    WINDOW_RELOAD,       /* F5 */
    WINDOW_PAUSE,        /* F7 */
    WINDOW_STEP,         /* F8 */
    WINDOW_RESTART,      /* F9 */
    WINDOW_CAMERA_RESET, /* F10 */
    WINDOW_FULLSCREEN,   /* F11 */
    WINDOW_SCREENSHOT    /* F12 */
};

enum { WINDOW_ACTIONS_MOST = 32, WINDOW_EVENTS_MOST = 64, WINDOW_EVENT_SIZE = 32 };

struct window_input {
    enum window_action actions[WINDOW_ACTIONS_MOST];
    uint32_t action_count;
    char events[WINDOW_EVENTS_MOST][WINDOW_EVENT_SIZE]; /* "key_space", "mouse_down" */
    uint32_t event_count;
    struct camera_input camera; /* dt is left 0 */
    bool resized;
};

int window_open(struct app *app, const struct window_desc *desc, struct window **out);
void window_close(struct window *window); /* NULL is fine. */

/* Everything since the last call. */
void window_poll(struct window *window, struct window_input *out);
void window_size(const struct window *window, uint32_t *width, uint32_t *height); /* px */
void window_present(struct window *window);
void window_set_title(struct window *window, const char *title);
/* Where the window is on the screen, for the next one. */
void window_place(const struct window *window, int place[4]);
void window_set_place(struct window *window, const int place[4]);
void window_toggle_fullscreen(struct window *window);
/* Whether waiting for the screen paces the loop. */
bool window_has_vsync(const struct window *window);

/* For the OpenGL loader. */
void *window_gl_function(const char *name);

/* The program's own keys, one a line. */
const char *window_keys_help(void);

#endif
