/* SPDX-License-Identifier: MIT
 *
 * dust - motes that drift through a box with the wind and come back on its other side. The
 * smallest whole effect: copy this folder to begin another.
 */
#include <math.h>
#include <string.h>
#include <wisp/gfx.h>

enum { COUNT, BOX, FALL, SIZE, COLOR, PARAMS };
static const wisp_param dust_params[PARAMS] = {
    {"count", WISP_PARAM_INT, WISP_PARAM_RESIZE, NULL, 0, 1e6, 0, 2e4, {800}, .doc = "Motes."},
    {"box", WISP_PARAM_VEC3, 0, "m", 0.01, 1e3, 0.1, 20, {4, 3, 4}, .doc = "Size of the box."},
    {"fall", WISP_PARAM_FLOAT, 0, "m/s", -10, 10, 0, 1, {0.02}, .doc = "Speed of sinking."},
    {"size", WISP_PARAM_FLOAT, 0, "m", 1e-5, 1, 1e-3, 0.05, {0.012}, .doc = "Of a mote."},
    {"color", WISP_PARAM_COLOR, .def = {1, 0.9, 0.75, 0.6}, .doc = "In full light."}};

struct dust {
    float *pos; /* x of all, y of all, z of all; m */
    uint64_t count;
};

static wisp_status dust_update(wisp_instance *self, const wisp_step *step) {
    struct dust *d = self->block;
    uint64_t n = d->count = (uint64_t)step->values[COUNT].i;
    float *p = d->pos =
        wisp_take(self, "pos", WISP_TYPE_F32, n, 3, WISP_BUFFER_PLANAR | WISP_BUFFER_SPATIAL);
    uint64_t *born = wisp_take(self, "born", WISP_TYPE_U64, 1, 1, 0);
    float *wind = self->host->state->frame(self, 3 * n * sizeof *wind);
    if (!p || !born || !wind) return WISP_E_NOMEM;
    const float *const at[3] = {p, p + n, p + 2 * n};
    float *const to[3] = {wind, wind + n, wind + 2 * n};
    self->host->world->wind(self, n, at, step->time, to);
    for (uint64_t c = 0; c < 3; c++, p += n) {
        float side = step->values[BOX].v[c], low = step->pose.position[c] - side / 2;
        float drift = c == 1 ? -step->values[FALL].v[0] : 0.0f;
        for (uint64_t i = *born; i < n; i++)
            p[i] = low + side * wisp_rng_f01(self->seed, 3 * i + c);
        for (uint64_t i = 0; i < n; i++) {
            float x = p[i] - low + step->dt * (0.3f * to[c][i] + drift);
            p[i] = low + x - side * floorf(x / side);
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
    const struct dust *d = self->block;
    const wisp_gfx_1 *gfx = self->host->gfx;
    size_t plane = (size_t)d->count * sizeof *d->pos;
    wisp_draw draw = {.struct_size = sizeof draw, .count = 4, .instances = (uint32_t)d->count};
    void *out = gfx->stream(self, 3 * plane, &draw.buffers[0], &draw.offsets[0]);
    if (plane == 0 || !out) return;
    memcpy(out, d->pos, 3 * plane);
    draw.buffers[1] = draw.buffers[2] = draw.buffers[0];
    draw.offsets[1] = draw.offsets[0] + plane;
    draw.offsets[2] = draw.offsets[1] + plane;
    wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .primitive = WISP_PRIMITIVE_TRIANGLE_STRIP,
        .shader = {sizeof pipeline.shader, 0, "dust/mote.vert", "dust/mote.frag", NULL},
        .attrs = {{WISP_ATTR_F32, 0, 0, 0}, {WISP_ATTR_F32, 1, 1, 0}, {WISP_ATTR_F32, 2, 2, 0}},
        .strides = {4, 4, 4},
        .per_instance = {1, 1, 1}};
    draw.pipeline = gfx->pipeline(self, &pipeline);
    float u[8] = {view->values[SIZE].v[0]};
    memcpy(u + 4, view->values[COLOR].v, 4 * sizeof *u);
    draw.uniforms = u;
    draw.uniform_bytes = sizeof u;
    gfx->draw(self, &draw);
}

WISP_EFFECT = {WISP_EFFECT_HEAD,
               .id = "dust",
               .name = "Dust",
               .version = "1.0.0",
               .doc = "Motes that hang in the light and drift with the wind.",
               .params = dust_params,
               .param_count = PARAMS,
               .param_size = sizeof(wisp_param),
               .instance_size = sizeof(struct dust),
               .create = dust_create,
               .update = dust_update,
               .draw = dust_draw};
