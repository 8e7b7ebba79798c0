/* SPDX-License-Identifier: MIT
 *
 * wind - the air's velocity as one function of position and time.
 *
 * Three parts are added: the mean; gust fronts, which travel downwind `gust_length` apart and
 * pass a place every `gust_period`, each with a strength of its own, rising fast and dying
 * slowly; and turbulence, a sum of plane waves whose amplitudes stand at right angles to their
 * wave vectors, hence free of divergence, over three octaves that fall as Kolmogorov's law
 * says. Turbulence drifts with the mean wind. Phases are integrated step by step, so a knob
 * turned while the picture runs bends the wind and never makes it jump. Units      m, s, m/s.
 * gust: speed added by the strongest front. turbulence: rms of the vector. Threads wind_sample
 * is pure: callers may split the points. Errors     None. Limits of the parameters are the
 * caller's. Source     Fung, Hunt, Malik and Perkins, Kinematic simulation of homogeneous
 * turbulence, 1992.
 */
#ifndef SCENE_WIND_H
#define SCENE_WIND_H

#include <stdint.h>

enum { WIND_MODES = 18 };

/* What a scene file says about the wind. */
struct wind_settings {
    float velocity[3];
    float gust, gust_period, gust_length;
    float turbulence, turbulence_size;
};

/* One plane wave: amplitude * cos(2 pi (wave . p + phase)). */
struct wind_mode {
    float wave[3];      /* 1/m */
    float amplitude[3]; /* m/s */
    float turn;         /* cycles of phase per turnover */
    float start;        /* cycles */
};

struct wind_field {
    struct wind_settings settings;
    uint64_t seed;
    struct wind_mode modes[WIND_MODES];
    /* Integrated up to `time`: plain data, part of a checkpoint. */
    double time;
    double gust_phase; /* fronts that have passed the origin */
    double turnover;   /* eddy turnovers */
    double drift[3];   /* m that the air has gone */
};

void wind_init(struct wind_field *wind, uint64_t seed);
/* Change the settings at the field's own time. */
void wind_set(struct wind_field *wind, const struct wind_settings *settings);
/* Integrate the phases over dt. */
void wind_advance(struct wind_field *wind, double dt);
/* Say what time it is without moving the air: after a loop or a seek. */
void wind_set_time(struct wind_field *wind, double time);

/* Wind at n points given as three arrays; writes three arrays. */
void wind_sample(const struct wind_field *wind, uint64_t n, const float *const xyz[3],
                 double time, float *const out[3]);
/* The same with a chosen instruction set: 0 baseline, 1 AVX2, 2 AVX-512. Same bits. */
void wind_sample_level(const struct wind_field *wind, int level, uint64_t n,
                       const float *const xyz[3], double time, float *const out[3]);
/* Highest level that this machine runs. */
int wind_level(void);

#endif
