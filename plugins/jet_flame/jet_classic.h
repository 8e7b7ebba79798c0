/* SPDX-License-Identifier: MIT
 *
 * The models that the staged jet replaces, kept for comparison: the speed law with free
 * exponents and the flare envelope through ten points.
 *
 * Units    SI.
 * Errors   None.
 * Threads  Pure.
 * Source   Document 000, equation 1 (only its variables are known; the default exponents are a
 *          momentum balance) and equation 2; the envelope of API flare practice (Cook et al.).
 */
#ifndef WISP_JET_FLAME_CLASSIC_H
#define WISP_JET_FLAME_CLASSIC_H

enum { JET_OUTLINE_POINTS = 10 };

/* Fuel over air or start over end; all 1 gives the exit speed. */
struct jet_classic_ratios {
    float density;   /* rho_fuel / rho_air */
    float viscosity; /* mu_fuel / mu_air */
    float diameter;  /* nozzle diameter / section diameter */
    float time;      /* injection duration / time */
};

/* Eq 1: u0 times each ratio raised to its exponent, in the order of the struct. */
float jet_classic_speed(float exit_velocity, const struct jet_classic_ratios *ratios,
                        const float exponents[4]);

/* (1/2, 0, 1, 0): momentum is kept while the section widens. */
extern const float jet_classic_exponents[4];

/* Eq 2's envelope: radius over reach at s = x / reach in [0, 1]: .29 s sqrt(lg(1/s)). */
float jet_classic_envelope(float s);

/* Radii at the ten sections x = reach/10, 2 reach/10, ..., reach. */
void jet_classic_outline(float reach, float radius[JET_OUTLINE_POINTS]);

/* Radius at x from the ten sections, joined by straight lines; 0 at the nozzle and beyond. */
float jet_classic_radius(const float radius[JET_OUTLINE_POINTS], float reach, float x);

#endif
