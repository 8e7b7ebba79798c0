/* SPDX-License-Identifier: MIT
 *
 * dust - motes that drift through a box with the wind and come back on its other side. The
 * smallest whole effect: copy this folder to begin another. */
#include <math.h>
#include <wisp/gfx.h>

enum { COUNT, BOX, FALL, SIZE, COLOR, PARAMS };
static const wisp_param dust_params[PARAMS] = {
    {"count", WISP_PARAM_INT, WISP_PARAM_RESIZE, NULL, 0, 1e6, 0, 2e4, {800}, .doc = "Motes."},
    {"box", WISP_PARAM_VEC3, 0, "m", 0.01, 1e3, 0.1, 20, {4, 3, 4}, .doc = "Size of the box."},
    {"fall", WISP_PARAM_FLOAT, 0, "m/s", -10, 10, 0, 1, {0.02}, .doc = "Speed of sinking."},
    {"size", WISP_PARAM_FLOAT, 0, "m", 1e-5, 1, 1e-3, 0.05, {0.012}, .doc = "Of a mote."},
    {"color", WISP_PARAM_COLOR, .def = {1, 0.9, 0.75, 0.6}, .doc = "In full light."}};

/* State: "pos", the places as planes x, y, z; "born", how many have had their first one. */
static float *dust_pos(wisp_instance *self, uint64_t n) {
    return wisp_take(self, "pos", WISP_TYPE_F32, n, 3,
                     WISP_BUFFER_PLANAR | WISP_BUFFER_SPATIAL);
}

static wisp_status dust_update(wisp_instance *self, const wisp_step *step) {
    uint64_t n = (uint64_t)step->values[COUNT].i,
             *born = wisp_take(self, "born", WISP_TYPE_U64, 1, 1, 0);
    float *p = dust_pos(self, n);
    float *w = self->host->state->frame(self, 3 * n * sizeof *w); /* wind where they are, m/s */
    if (!p || !born || !w) return WISP_E_NOMEM;
    self->host->world->wind(self, n, (const float *[]){p, p + n, p + 2 * n}, step->time,
                            (float *[]){w, w + n, w + 2 * n});
    for (uint64_t c = 0; c < 3; c++, p += n, w += n) {
        float side = step->values[BOX].v[c], low = step->pose.position[c] - side / 2;
        float drift = c == 1 ? -step->values[FALL].v[0] : 0.0f;
        for (uint64_t i = *born; i < n; i++)
            p[i] = low + side * wisp_rng_f01(self->seed, 3 * i + c);
        for (uint64_t i = 0; i < n; i++) {
            float x = p[i] - low + step->dt * (0.3f * w[i] + drift);
            p[i] = low + x - side * floorf(x / side); /* however far it went */
        }
    }
    *born = n;
    self->host->report->count(self, "alive", (double)n);
    return WISP_OK;
}

static wisp_status dust_create(wisp_instance *self, uint32_t reason) {
    return (void)self, (void)reason, WISP_OK; /* update takes what it needs */
}

static void dust_draw(wisp_instance *self, const wisp_view *view) {
    const wisp_gfx_shader_desc shader = {sizeof shader, 0, "dust/mote.vert", "dust/mote.frag",
                                         NULL};
    const float *c = view->values[COLOR].v, size = view->values[SIZE].v[0];
    const float u[8] = {size, 0,    0,    0,
                        c[0], c[1], c[2], c[3]}; /* block Effect of the shaders */
    wisp_draw draw = {.struct_size = sizeof draw, .uniforms = u, .uniform_bytes = sizeof u};
    uint64_t n = (uint64_t)view->values[COUNT].i;
    const float *pos = dust_pos(self, n);
    if (pos) wisp_draw_quads(self, &draw, &shader, pos, n, 3);
}

WISP_EFFECT = {WISP_EFFECT_HEAD,
               .id = "dust",
               .name = "Dust",
               .version = "1.0.0",
               .doc = "Motes that hang in the light and drift with the wind.",
               .params = dust_params,
               .param_count = PARAMS,
               .param_size = sizeof(wisp_param),
               .create = dust_create,
               .update = dust_update,
               .draw = dust_draw};
