/* SPDX-License-Identifier: MIT */
#include "scene/wind.h"
#include "scene/wind_kernel.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <wisp/rng.h>
#include <wisp/simd.h>

static const double TAU = 6.283185307179586;

/* A unit vector from two uniform numbers. */
static void unit_vector(double u, double v, double out[3]) {
    double z = 2.0 * u - 1.0, r = sqrt(z < 1.0 && z > -1.0 ? 1.0 - z * z : 0.0);
    out[0] = r * cos(TAU * v);
    out[1] = z;
    out[2] = r * sin(TAU * v);
}

static double uniform(uint64_t key, uint64_t i) { return (double)wisp_rng_f01(key, i); }

/* Wave vectors of three octaves, six in each; amplitudes at right angles, as k^(-1/3). */
static void make_modes(struct wind_field *w) {
    uint64_t key = wisp_rng_key(w->seed, 0x77696e64);
    double size = (double)w->settings.turbulence_size, energy = 0.0;
    if (!(size > 1e-3)) size = 1e-3;
    double amplitude[WIND_MODES];
    for (int i = 0; i < WIND_MODES; i++) {
        double octave = (double)(1 << (i / 6));
        double k = octave * (0.75 + 0.5 * uniform(key, (uint64_t)i * 8));
        amplitude[i] = pow(k, -1.0 / 3.0);
        energy += 0.5 * amplitude[i] * amplitude[i];
    }
    double scale = (double)w->settings.turbulence / sqrt(energy);
    for (int i = 0; i < WIND_MODES; i++) {
        uint64_t c = (uint64_t)i * 8;
        double octave = (double)(1 << (i / 6));
        double k = octave * (0.75 + 0.5 * uniform(key, c)), d[3], e[3], a[3];
        unit_vector(uniform(key, c + 1), uniform(key, c + 2), d);
        unit_vector(uniform(key, c + 3), uniform(key, c + 4), e);
        a[0] = d[1] * e[2] - d[2] * e[1];
        a[1] = d[2] * e[0] - d[0] * e[2];
        a[2] = d[0] * e[1] - d[1] * e[0];
        double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        struct wind_mode *m = &w->modes[i];
        for (int j = 0; j < 3; j++) {
            m->wave[j] = (float)(k / size * d[j]);
            m->amplitude[j] =
                length > 1e-9 ? (float)(scale * amplitude[i] * a[j] / length) : 0.0f;
        }
        m->turn = (float)(0.35 * pow(k, 2.0 / 3.0) * (0.5 + uniform(key, c + 5)));
        m->start = (float)uniform(key, c + 6);
    }
}

void wind_init(struct wind_field *w, uint64_t seed) {
    memset(w, 0, sizeof *w);
    w->seed = seed;
    w->settings.gust_period = 6.0f;
    w->settings.gust_length = 20.0f;
    w->settings.turbulence_size = 2.0f;
    make_modes(w);
}

void wind_set(struct wind_field *w, const struct wind_settings *s) {
    bool modes = s->turbulence != w->settings.turbulence ||
                 s->turbulence_size != w->settings.turbulence_size;
    w->settings = *s;
    if (modes) make_modes(w);
}

void wind_advance(struct wind_field *w, double dt) {
    const struct wind_settings *s = &w->settings;
    w->time += dt;
    if (s->gust_period > 1e-3f) w->gust_phase += dt / (double)s->gust_period;
    if (s->turbulence_size > 1e-3f)
        w->turnover += dt * (double)s->turbulence / (double)s->turbulence_size;
    for (int i = 0; i < 3; i++) w->drift[i] += dt * (double)s->velocity[i];
}

void wind_set_time(struct wind_field *w, double time) { w->time = time; }

static void prepare_gusts(const struct wind_field *w, double ahead, struct wind_kernel *k) {
    const struct wind_settings *s = &w->settings;
    float d[3] = {s->velocity[0], s->velocity[1], s->velocity[2]};
    float speed = sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    k->has_gusts = s->gust != 0.0f && s->gust_length > 1e-3f;
    if (speed > 1e-6f)
        for (int i = 0; i < 3; i++) d[i] /= speed;
    else
        d[0] = 1.0f, d[1] = 0.0f, d[2] = 0.0f;
    double period = s->gust_period > 1e-3f ? (double)s->gust_period : 1e-3;
    double phase = -(w->gust_phase + ahead / period);
    double whole = floor(phase);
    float per_m = s->gust_length > 1e-3f ? 1.0f / s->gust_length : 0.0f;
    for (int i = 0; i < 3; i++) {
        k->gust[i] = s->gust * d[i];
        k->along[i] = d[i] * per_m;
    }
    k->side[0] = d[2] * per_m; /* level and at right angles to the wind */
    k->side[1] = d[1] * per_m;
    k->side[2] = -d[0] * per_m;
    k->gust_phase = (float)(phase - whole);
    k->gust_cell = (int32_t)fmod(whole, 1048576.0);
    k->seed = wisp_rng_u32(w->seed, 0x67757374);
}

static void prepare(const struct wind_field *w, double time, struct wind_kernel *k) {
    double ahead = time - w->time;
    for (int i = 0; i < 3; i++) k->mean[i] = w->settings.velocity[i];
    prepare_gusts(w, ahead, k);
    k->mode_count = w->settings.turbulence > 0.0f ? WIND_MODES : 0;
    double size = (double)w->settings.turbulence_size;
    double turnover =
        w->turnover + (size > 1e-3 ? ahead * (double)w->settings.turbulence / size : 0.0);
    for (uint32_t i = 0; i < k->mode_count; i++) {
        const struct wind_mode *m = &w->modes[i];
        double phase = (double)m->start + (double)m->turn * turnover;
        for (int j = 0; j < 3; j++) {
            double gone = w->drift[j] + ahead * (double)w->settings.velocity[j];
            phase -= (double)m->wave[j] * gone;
            k->modes[i].wave[j] = m->wave[j];
            k->modes[i].amplitude[j] = m->amplitude[j];
        }
        k->modes[i].phase = (float)(phase - floor(phase));
    }
}

int wind_level(void) { return wisp_simd_level(); }

static wind_kernel_fn *kernel_of(int level) {
#if defined(__x86_64__)
    if (level >= 2) return wind_kernel_run_simd2;
    if (level == 1) return wind_kernel_run_simd1;
#endif
    (void)level;
    return wind_kernel_run_simd0;
}

void wind_sample_level(const struct wind_field *w, int level, uint64_t n,
                       const float *const xyz[3], double time, float *const out[3]) {
    struct wind_kernel k;
    prepare(w, time, &k);
    wind_kernel_fn *run = kernel_of(level);
    for (uint64_t i = 0; i < n; i += WIND_BLOCK) {
        uint32_t part = n - i < WIND_BLOCK ? (uint32_t)(n - i) : WIND_BLOCK;
        const float *const in[3] = {xyz[0] + i, xyz[1] + i, xyz[2] + i};
        float *const to[3] = {out[0] + i, out[1] + i, out[2] + i};
        run(&k, part, in, to);
    }
}

void wind_sample(const struct wind_field *w, uint64_t n, const float *const xyz[3], double time,
                 float *const out[3]) {
    wind_sample_level(w, wind_level(), n, xyz, time, out);
}
