/* SPDX-License-Identifier: MIT
 *
 * The staged model of a burning jet: how fast gas moves along the axis, where it is at a given
 * age, and how wide the jet is there. Everything is a closed form in the age of a particle, so
 * results do not depend on the step.
 *
 * Stages   1 core: exit speed, constant radius, to te. 2, 3: the radius follows an S-curve to
 *          its maximum at tm, its rate peaking at th. 4: the radius closes until the end T.
 * Units    SI; angles in degrees; radius is half the jet's width. Axial positions count from
 *          the nozzle.
 * Errors   jet_model_init() refuses numbers outside its ranges and leaves the model untouched.
 * Threads  Pure.
 * Source   Document 000, equations 1 to 8; the decay is the textbook round turbulent jet
 *          (Abramovich), the maximum radius the API flare envelope, the spray angle Sitkei's
 *          correlation with the diameter alone free.
 */
#ifndef WISP_JET_FLAME_MODEL_H
#define WISP_JET_FLAME_MODEL_H

enum jet_decay {
    JET_DECAY_TEXTBOOK = 1, /* u = V0 .965 / (.671 x/xa + .294) past the core */
    JET_DECAY_HYPERBOLA,    /* u = V0 xa/x past the core */
};

struct jet_spec {
    float nozzle_diameter; /* d, m, > 0 */
    float exit_velocity;   /* V0, m/s, > 0 */
    float life;            /* T, s, > 0 */
    float density_ratio;   /* S: ejected over expanded density, >= 1 */
    float spray_angle;     /* theta, full outer angle, deg; 0: jet_spray_angle(d) */
    float core_diameters;  /* xa / d; 4.5 */
    float spread_constant; /* w: maximum radius over reach; .082 */
    float tip_closing;     /* kappa, 0 holds the radius to the end, 1 closes it; .35 */
    enum jet_decay decay;
    int density_scaling; /* 1: the core lengthens by sqrt(S) (Thring and Newby) */
};

struct jet_model {
    float exit_velocity; /* V0 */
    float life;          /* T */
    float core;          /* xa, m */
    float core_time;     /* te, s */
    float mid_time;      /* th, s: the radius grows fastest */
    float peak_time;     /* tm, s: the radius is largest */
    float peak_position; /* x_m, m */
    float reach;         /* L, m */
    float core_radius;   /* Re, m */
    float peak_radius;   /* Rm, m; Re when the jet never widens */
    float tip_closing;
    float spray_angle; /* deg, as used */
    enum jet_decay decay;
};

/* The demonstration set of the source's table 2: a 10 cm nozzle at 40 m/s for .5714 s. */
struct jet_spec jet_spec_default(void);

/* Derives the model. Returns 0, or -1 when a number is out of range. */
int jet_model_init(struct jet_model *model, const struct jet_spec *spec);

/* Eq 3: axial speed at x >= 0. */
float jet_speed(const struct jet_model *model, float x);

/* Distance travelled at age t >= 0, and the age at which x >= 0 is passed. */
float jet_position(const struct jet_model *model, float t);
float jet_time(const struct jet_model *model, float x);

/* Eq 6: radius at age t. Returns 0, or -1 outside [0, T] with the radius untouched. */
int jet_radius(const struct jet_model *model, float t, float *radius);

/* Stage 1 to 4 at age t in [0, T]; 0 outside. */
int jet_stage(const struct jet_model *model, float t);

/* Largest growth rate of the diameter, at th. m/s */
float jet_peak_rate(const struct jet_model *model);

/* Self-similar cross profile: speed at distance r from the axis over speed on it, with the
 * half-speed radius .094 x. */
float jet_cross_profile(float x, float r);

/* The same at a lateral fraction of the jet: 1 on the axis, 1/2 at the rim. */
float jet_lag(float fraction);

/* Eq 8: outer angle of a nozzle, linear in its diameter, clamped to [6, 40] deg. */
float jet_spray_angle(float nozzle_diameter);

/* Sitkei's correlation before its other variables are fixed. orifice_length in m. deg */
float jet_sitkei_angle(float orifice_length, float diameter, float density_ratio_air_fuel,
                       float reynolds);

/* Exit speed of a liquid of this density driven by a pressure difference: sqrt(2 dp / rho). */
float jet_pressure_velocity(float pressure, float density);

/* How much is alight at x: 0 up to .3 xa, 1 from xa on. */
float jet_ignition(const struct jet_model *model, float x);

/* Shares of the early, middle and late texture at age t, summing to 1. Each boundary is
 * cross-faded over `fade` of the life; 0 switches hard. */
void jet_texture_weights(const struct jet_model *model, float t, float fade, float weight[3]);

#endif
