/* SPDX-License-Identifier: MIT
 *
 * fluid_kernel - smoothing kernels, the lattice that calibrates them, and flat or round walls.
 *
 * Units      The SI functions take metres; everything named wall_ works in kernel radii (h =
 * 1). Threads    Pure functions. Source     Mueller, Charypar, Gross 2003 (poly6, spiky);
 * Macklin and Mueller 2013 (their use); the wall integrals are derived here: what a ball of
 * fluid kernel loses to a solid of one curvature, in closed form.
 */
#ifndef FLUID_KERNEL_H
#define FLUID_KERNEL_H

#include <stdint.h>

#define FLUID_PI 3.14159265358979323846

/* poly6 W and spiky W in 1/m^3, spiky's |dW/dr| in 1/m^4; zero from r = h on. */
double fluid_poly6(double r, double h);
double fluid_spiky(double r, double h);
double fluid_spiky_slope(double r, double h);

/* Sums over a full simple-cubic lattice of spacing d with kernel radius h = ratio * d. */
typedef struct fluid_lattice {
    uint32_t neighbours; /* with r < h, the particle itself left out */
    double poly6_sum;    /* sum of W d^3, itself included */
    double spiky_sum;
    double volume;     /* V0 / d^3 that makes the lattice's density exactly the rest density */
    double gradient;   /* d^2 * sum over all particles of |grad C|^2 */
    double self_share; /* W(0) / sum of W */
} fluid_lattice;

fluid_lattice fluid_lattice_sums(double ratio);

/* Share of the kernel's mass that lies in a solid whose surface is s away, s in [0, 1) of h;
 * 0 from s = 1 on. curvature is 1 / radius of a ball of solid, negative for a hollow one. */
float fluid_wall_fraction(float s, float curvature);

/* Size of the gradient of that share, spiky kernel, in 1/h; it points into the solid. */
float fluid_wall_gradient(float s, float curvature);

#endif
