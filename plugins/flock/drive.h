/* SPDX-License-Identifier: MIT
 *
 * drive - states of mind and how much they count: hunger grows, fear fades, desire grows.
 *
 * Units    Drives and weights 0..1; s.
 * Errors   None.
 * Threads  Pure.
 */
#ifndef FLOCK_DRIVE_H
#define FLOCK_DRIVE_H

#include <stdint.h>

float drive_grow(float drive, float rate, float dt);
/* What is left of a fear of 1 after t: exp(-t / tau). */
float drive_fade(float tau, float t);
/* 0 up to the threshold, then smoothly to 1. */
float drive_weight(float threshold, float drive);
/* The strongest of n goals; n when all are 0. */
uint32_t drive_choose(const float *weights, uint32_t n);
/* Mean of n goals (3 n floats) by weight; zeros when all are 0. */
void drive_blend(const float *weights, const float *goals, uint32_t n, float out[3]);

#endif
