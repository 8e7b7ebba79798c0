/* SPDX-License-Identifier: MIT
 *
 * window - an SDL window with an OpenGL 3.3 core context.
 */
#include "app/window.h"

#include "app/exit.h"
#include "base/str.h"

#include <SDL.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct window {
    const struct allocator *allocator;
    SDL_Window *handle;
    SDL_GLContext context;
    bool vsync, fullscreen;
    uint32_t buttons; /* mouse buttons held, by SDL_BUTTON() */
};

static const struct {
    SDL_Keycode key;
    enum window_action action;
} actions[] = {
    {SDLK_ESCAPE, WINDOW_QUIT},      {SDLK_F1, WINDOW_HELP},
    {SDLK_F5, WINDOW_RELOAD},        {SDLK_F7, WINDOW_PAUSE},
    {SDLK_F8, WINDOW_STEP},          {SDLK_F9, WINDOW_RESTART},
    {SDLK_F10, WINDOW_CAMERA_RESET}, {SDLK_F11, WINDOW_FULLSCREEN},
    {SDLK_F12, WINDOW_SCREENSHOT},
};

const char *window_keys_help(void) {
    return "  drag        turn the camera        right drag  move it\n"
           "  wheel       closer, farther        w a s d q e move (fly camera); shift: faster\n"
           "  F1 help     F5 reload              F7 pause    F8 one step   F9 restart\n"
           "  F10 camera as in the file          F11 full screen\n"
           "  F12 screenshot                     Esc quit\n";
}

/* Without a display SDL's own "offscreen" driver gives a context. */
static int start_sdl(bool headless) {
    if (headless && getenv("SDL_VIDEODRIVER") == NULL)
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    if (SDL_Init(SDL_INIT_VIDEO) == 0) return 0;
    return exit_error(EXIT_MACHINE, "display",
                      "cannot open a window: %s; without a display, use 'wisp render'",
                      SDL_GetError());
}

static int make_context(struct window *window, const struct window_desc *desc) {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    uint32_t flags = SDL_WINDOW_OPENGL | SDL_WINDOW_ALLOW_HIGHDPI;
    flags |= desc->headless ? SDL_WINDOW_HIDDEN : SDL_WINDOW_RESIZABLE;
    /* A headless picture is drawn into targets of its own size. */
    int width = desc->headless ? 16 : (int)desc->width;
    int height = desc->headless ? 16 : (int)desc->height;
    window->handle = SDL_CreateWindow(desc->title, SDL_WINDOWPOS_UNDEFINED,
                                      SDL_WINDOWPOS_UNDEFINED, width, height, flags);
    if (window->handle != NULL) window->context = SDL_GL_CreateContext(window->handle);
    if (window->context != NULL) return 0;
    return exit_error(EXIT_MACHINE, "graphics",
                      "no OpenGL 3.3 here: %s; update the graphics driver, or install Mesa "
                      "(on Debian: apt-get install libgl1-mesa-dri)",
                      SDL_GetError());
}

int window_open(struct app *app, const struct window_desc *desc, struct window **out) {
    struct window *window = alloc_zero(app->allocator, sizeof *window);
    if (window == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    window->allocator = app->allocator;
    int code = start_sdl(desc->headless);
    if (code == 0) code = make_context(window, desc);
    if (code != 0) {
        window_close(window);
        return code;
    }
    /* Without a screen nothing is waited for, whatever the driver says. */
    bool screen = strcmp(SDL_GetCurrentVideoDriver(), "offscreen") != 0;
    if (!desc->headless && screen) window->vsync = SDL_GL_SetSwapInterval(1) == 0;
    *out = window;
    return 0;
}

void window_close(struct window *window) {
    if (window == NULL) return;
    if (window->context != NULL) SDL_GL_DeleteContext(window->context);
    if (window->handle != NULL) SDL_DestroyWindow(window->handle);
    SDL_Quit();
    alloc_free(window->allocator, window, sizeof *window);
}

static void add_action(struct window_input *out, enum window_action action) {
    if (out->action_count < WINDOW_ACTIONS_MOST) out->actions[out->action_count++] = action;
}

static void add_event(struct window_input *out, const char *prefix, const char *name) {
    if (out->event_count == WINDOW_EVENTS_MOST) return;
    char *text = out->events[out->event_count++];
    str_format(text, WINDOW_EVENT_SIZE, "%s%s", prefix, name);
    for (char *c = text; *c != '\0'; c++) {
        *c = (char)tolower((unsigned char)*c);
        if (*c == ' ') *c = '_';
    }
}

static void key_down(const SDL_KeyboardEvent *event, struct window_input *out) {
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (actions[i].key != event->keysym.sym) continue;
        add_action(out, actions[i].action);
        return;
    }
    const char *name = SDL_GetKeyName(event->keysym.sym);
    if (name[0] != '\0' && event->repeat == 0) add_event(out, "key_", name);
}

static void motion(struct window *window, const SDL_MouseMotionEvent *event,
                   struct window_input *out) {
    const float turn_per_px = 0.006f; /* rad: half a turn over about 500 px */
    int width, height;
    SDL_GetWindowSize(window->handle, &width, &height);
    float x = (float)event->xrel, y = (float)event->yrel;
    bool pan = (window->buttons & (SDL_BUTTON_RMASK | SDL_BUTTON_MMASK)) != 0;
    if (pan && height > 0) {
        out->camera.pan[0] += x / (float)height;
        out->camera.pan[1] -= y / (float)height;
    } else if ((window->buttons & SDL_BUTTON_LMASK) != 0) {
        out->camera.turn[0] += turn_per_px * x;
        out->camera.turn[1] -= turn_per_px * y;
    }
}

static uint32_t button_bit(const SDL_Event *event) {
    return (uint32_t)1 << (event->button.button - 1);
}

static void handle(struct window *window, const SDL_Event *event, struct window_input *out) {
    switch (event->type) {
    case SDL_QUIT:
        add_action(out, WINDOW_QUIT);
        break;
    case SDL_KEYDOWN:
        key_down(&event->key, out);
        break;
    case SDL_MOUSEBUTTONDOWN:
        window->buttons |= button_bit(event);
        add_event(out, "mouse_down", "");
        break;
    case SDL_MOUSEBUTTONUP:
        window->buttons &= ~button_bit(event);
        add_event(out, "mouse_up", "");
        break;
    case SDL_MOUSEMOTION:
        motion(window, &event->motion, out);
        break;
    case SDL_MOUSEWHEEL:
        out->camera.zoom += (float)event->wheel.y;
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED) out->resized = true;
        break;
    default:
        break;
    }
}

static uint32_t held_keys(void) {
    static const struct {
        SDL_Scancode code;
        uint32_t key;
    } keys[] = {
        {SDL_SCANCODE_W, CAMERA_KEY_FORWARD},   {SDL_SCANCODE_S, CAMERA_KEY_BACK},
        {SDL_SCANCODE_A, CAMERA_KEY_LEFT},      {SDL_SCANCODE_D, CAMERA_KEY_RIGHT},
        {SDL_SCANCODE_E, CAMERA_KEY_UP},        {SDL_SCANCODE_Q, CAMERA_KEY_DOWN},
        {SDL_SCANCODE_LSHIFT, CAMERA_KEY_FAST}, {SDL_SCANCODE_LCTRL, CAMERA_KEY_SLOW},
    };
    const uint8_t *down = SDL_GetKeyboardState(NULL);
    uint32_t held = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (down[keys[i].code]) held |= keys[i].key;
    return held;
}

void window_poll(struct window *window, struct window_input *out) {
    SDL_Event event;
    out->action_count = out->event_count = 0;
    out->camera = (struct camera_input){0};
    out->resized = false;
    while (SDL_PollEvent(&event)) handle(window, &event, out);
    out->camera.keys = held_keys();
}

void window_size(const struct window *window, uint32_t *width, uint32_t *height) {
    int w = 0, h = 0;
    SDL_GL_GetDrawableSize(window->handle, &w, &h);
    *width = w > 0 ? (uint32_t)w : 1;
    *height = h > 0 ? (uint32_t)h : 1;
}

void window_present(struct window *window) { SDL_GL_SwapWindow(window->handle); }

void window_set_title(struct window *window, const char *title) {
    SDL_SetWindowTitle(window->handle, title);
}

void window_place(const struct window *window, int place[4]) {
    SDL_GetWindowPosition(window->handle, &place[0], &place[1]);
    SDL_GetWindowSize(window->handle, &place[2], &place[3]);
}

void window_set_place(struct window *window, const int place[4]) {
    SDL_SetWindowSize(window->handle, place[2], place[3]);
    SDL_SetWindowPosition(window->handle, place[0], place[1]);
}

void window_toggle_fullscreen(struct window *window) {
    window->fullscreen = !window->fullscreen;
    SDL_SetWindowFullscreen(window->handle,
                            window->fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

bool window_has_vsync(const struct window *window) { return window->vsync; }

void *window_gl_function(const char *name) { return SDL_GL_GetProcAddress(name); }
