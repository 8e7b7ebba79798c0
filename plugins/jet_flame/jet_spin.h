/* SPDX-License-Identifier: MIT
 *
 * Rotation of flame particles about the view axis.
 *
 * Units    Angles in rad, rates in rad/s, time in s.
 * Errors   None.
 * Threads  Pure.
 * Source   Document 000, equation 7: each step adds a random angle to the one before.
 */
#ifndef WISP_JET_FLAME_SPIN_H
#define WISP_JET_FLAME_SPIN_H

/* Eq 7 as stated: angle + rate * xi * dt, xi in [-1, 1]. Its spread depends on the frame rate:
 * the variance after n steps is n rate^2 dt^2 / 3. */
float jet_spin_document(float angle, float rate, float xi, float dt);

/* The same walk with a spread that grows with time alone: dt becomes sqrt(dt dt_ref), so the
 * variance after time t is t dt_ref rate^2 / 3 for every step. */
float jet_spin_walk(float angle, float rate, float xi, float dt, float dt_ref);

/* Constant random spin plus bounded wobble: a closed form in the age, for any step. xi in
 * [-1, 1] and phase in [0, 1) are fixed per particle. */
float jet_spin_steady(float rate, float xi, float phase, float age);

#endif
