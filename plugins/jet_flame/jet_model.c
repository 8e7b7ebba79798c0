/* SPDX-License-Identifier: MIT
 *
 * The staged jet in closed form.
 *
 * Past the core dx/dt = V0 A / (C x/xa + B) with A = B + C, which integrates to a quadratic in
 * x; the hyperbola is the same with B = 0, A = C = 1.
 */
#include "jet_flame/jet_model.h"

#include <math.h>

static const float textbook_slope = 0.671f;
static const float textbook_offset = 0.294f;

struct jet_spec jet_spec_default(void) {
    return (struct jet_spec){
        .nozzle_diameter = 0.1f,
        .exit_velocity = 40.0f,
        .life = 20.0f / 35.0f,
        .density_ratio = 4.0f,
        .spray_angle = 0.0f,
        .core_diameters = 4.5f,
        .spread_constant = 0.082f,
        .tip_closing = 0.35f,
        .decay = JET_DECAY_TEXTBOOK,
    };
}

static float decay_slope(const struct jet_model *m) {
    return m->decay == JET_DECAY_TEXTBOOK ? textbook_slope : 1.0f;
}

static float decay_offset(const struct jet_model *m) {
    return m->decay == JET_DECAY_TEXTBOOK ? textbook_offset : 0.0f;
}

float jet_speed(const struct jet_model *m, float x) {
    if (x <= m->core) return m->exit_velocity;
    float slope = decay_slope(m), offset = decay_offset(m);
    return m->exit_velocity * (slope + offset) / (slope * x / m->core + offset);
}

float jet_position(const struct jet_model *m, float t) {
    float core_time = m->core / m->exit_velocity;
    if (t <= core_time) return m->exit_velocity * t;
    float slope = decay_slope(m), offset = decay_offset(m);
    /* In y = x / xa: slope y^2 / 2 + offset y = rest, all positive. */
    float past = m->exit_velocity * (t - core_time) / m->core;
    float rest = 0.5f * slope + offset + (slope + offset) * past;
    return m->core * (sqrtf(offset * offset + 2.0f * slope * rest) - offset) / slope;
}

float jet_time(const struct jet_model *m, float x) {
    if (x <= m->core) return x / m->exit_velocity;
    float slope = decay_slope(m), offset = decay_offset(m);
    float y = x / m->core;
    float past = (0.5f * slope * (y * y - 1.0f) + offset * (y - 1.0f)) / (slope + offset);
    return m->core / m->exit_velocity * (1.0f + past);
}

/* Widening needs room between the core and 9/10 of the reach; else the radius stays. */
static void init_stages(struct jet_model *m, float spread_constant) {
    float peak = spread_constant * m->reach;
    float latest = 0.9f * m->reach;
    m->peak_radius = m->core_radius;
    m->peak_position = m->core;
    m->peak_time = m->core_time;
    if (peak > m->core_radius && latest > m->core) {
        float half_angle = 0.5f * m->spray_angle * 0.01745329252f;
        m->peak_radius = peak;
        m->peak_position = fminf(m->core + (peak - m->core_radius) / tanf(half_angle), latest);
        m->peak_time = jet_time(m, m->peak_position);
    }
    m->mid_time = 0.5f * (m->core_time + m->peak_time);
}

static int in_range(float x, float low, float high) {
    return x >= low && x <= high; /* false for NaN */
}

static int spec_is_valid(const struct jet_spec *s) {
    return in_range(s->nozzle_diameter, 1e-5f, 100.0f) &&
           in_range(s->exit_velocity, 1e-3f, 1e4f) && in_range(s->life, 1e-3f, 1e3f) &&
           in_range(s->density_ratio, 1.0f, 1e3f) && in_range(s->spray_angle, 0.0f, 170.0f) &&
           in_range(s->core_diameters, 0.1f, 100.0f) &&
           in_range(s->spread_constant, 0.0f, 1.0f) && in_range(s->tip_closing, 0.0f, 1.0f) &&
           (s->decay == JET_DECAY_TEXTBOOK || s->decay == JET_DECAY_HYPERBOLA);
}

int jet_model_init(struct jet_model *model, const struct jet_spec *s) {
    if (!spec_is_valid(s)) return -1;
    float widening = sqrtf(s->density_ratio);
    struct jet_model m = {
        .exit_velocity = s->exit_velocity,
        .life = s->life,
        .core = s->core_diameters * s->nozzle_diameter * (s->density_scaling ? widening : 1.0f),
        .core_radius = 0.5f * s->nozzle_diameter * widening,
        .tip_closing = s->tip_closing,
        .spray_angle =
            s->spray_angle > 0.0f ? s->spray_angle : jet_spray_angle(s->nozzle_diameter),
        .decay = s->decay,
    };
    m.core_time = m.core / m.exit_velocity;
    m.reach = jet_position(&m, m.life);
    init_stages(&m, s->spread_constant);
    *model = m;
    return 0;
}

int jet_stage(const struct jet_model *m, float t) {
    if (!(t >= 0.0f && t <= m->life)) return 0;
    if (t <= m->core_time) return 1;
    if (t <= m->mid_time) return 2;
    return t <= m->peak_time ? 3 : 4;
}

int jet_radius(const struct jet_model *m, float t, float *radius) {
    float grown = m->peak_radius - m->core_radius;
    float span = m->peak_time - m->core_time;
    float s;
    switch (jet_stage(m, t)) {
    case 1:
        *radius = m->core_radius;
        return 0;
    case 2:
        s = (t - m->core_time) / span;
        *radius = m->core_radius + 2.0f * grown * s * s;
        return 0;
    case 3:
        s = (m->peak_time - t) / span;
        *radius = m->peak_radius - 2.0f * grown * s * s;
        return 0;
    case 4:
        if (grown <= 0.0f) {
            *radius = m->core_radius;
            return 0;
        }
        s = (t - m->peak_time) / (m->life - m->peak_time);
        *radius = m->peak_radius * (1.0f - m->tip_closing * s * s);
        return 0;
    default:
        return -1;
    }
}

float jet_peak_rate(const struct jet_model *m) {
    float span = m->peak_time - m->core_time;
    return span > 0.0f ? 4.0f * (m->peak_radius - m->core_radius) / span : 0.0f;
}

float jet_cross_profile(float x, float r) {
    if (r == 0.0f) return 1.0f;
    float half = 0.094f * x;
    if (half <= 0.0f) return 0.0f;
    return exp2f(-(r / half) * (r / half));
}

float jet_lag(float fraction) { return exp2f(-fraction * fraction); }

float jet_spray_angle(float nozzle_diameter) {
    const float reference_angle = 16.0f, reference_diameter = 0.1f;
    return fminf(fmaxf(reference_angle * nozzle_diameter / reference_diameter, 6.0f), 40.0f);
}

float jet_sitkei_angle(float orifice_length, float diameter, float density_ratio_air_fuel,
                       float reynolds) {
    return 0.03f * powf(orifice_length / diameter, -0.3f) * powf(density_ratio_air_fuel, 0.1f) *
           powf(reynolds, 0.7f);
}

float jet_pressure_velocity(float pressure, float density) {
    return sqrtf(2.0f * fmaxf(pressure, 0.0f) / density);
}

static float smooth(float low, float high, float x) {
    float t = fminf(fmaxf((x - low) / (high - low), 0.0f), 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

float jet_ignition(const struct jet_model *m, float x) {
    return smooth(0.3f * m->core, m->core, x);
}

/* Share of what follows the boundary; the window is cut to stay within [low, high]. */
static float past_boundary(float t, float boundary, float half, float low, float high) {
    half = fminf(half, fminf(boundary - low, high - boundary));
    if (half <= 0.0f) return t > boundary ? 1.0f : 0.0f;
    return smooth(boundary - half, boundary + half, t);
}

void jet_texture_weights(const struct jet_model *m, float t, float fade, float weight[3]) {
    float half = 0.5f * fade * m->life;
    float middle = 0.5f * (m->core_time + m->peak_time);
    float past_early = past_boundary(t, m->core_time, half, 0.0f, middle);
    float late = past_boundary(t, m->peak_time, half, middle, m->life);
    weight[0] = 1.0f - past_early;
    weight[1] = past_early - late;
    weight[2] = late;
}
