/* SPDX-License-Identifier: MIT
 *
 * Kernels, the lattice and walls: numbers from integrals and from the spec's tables.
 */
#include "fluid/fluid_kernel.h"
#include "support/suite.h"

#include <math.h>

#define TWO_PI 6.283185307179586

/* Integral of f(r) over the ball of radius h by the midpoint rule. */
static double over_ball(double (*f)(double, double), double h, double power) {
    const int steps = 20000;
    double sum = 0.0, dr = h / steps;
    for (int k = 0; k < steps; k++) {
        double r = (k + 0.5) * dr;
        sum += f(r, h) * pow(r, power) * 2.0 * TWO_PI * r * r * dr;
    }
    return sum;
}

START_TEST(kernels_have_unit_mass) {
    static const double radii[] = {0.01, 0.1, 1.0, 2.5};
    double h = radii[_i];
    ck_assert_double_eq_tol(over_ball(fluid_poly6, h, 0.0), 1.0, 1e-6);
    ck_assert_double_eq_tol(over_ball(fluid_spiky, h, 0.0), 1.0, 1e-6);
    ck_assert_double_eq_tol(over_ball(fluid_spiky_slope, h, 1.0) / 3.0, 1.0, 1e-6);
    ck_assert_double_eq_tol(over_ball(fluid_spiky_slope, h, 0.0) * h, 6.0, 1e-5);
}
END_TEST

START_TEST(lattice_is_the_table) {
    static const struct {
        double ratio;
        uint32_t neighbours;
        double poly6, spiky, volume, gradient, self;
    } rows[] = {{1.5, 18, .94942, 1.73227, 1.05328, .6590, .489},
                {1.8, 26, .98284, 1.34702, 1.01746, .5001, .273},
                {2.0, 26, 1.00978, 1.23589, .99032, .3662, .194},
                {2.2, 32, 1.01401, 1.16676, .98618, .2702, .145},
                {2.5, 80, .99543, 1.09623, 1.00459, .1748, .101},
                {3.0, 92, 1.00219, 1.04745, .99782, .0803, .058}};
    fluid_lattice l = fluid_lattice_sums(rows[_i].ratio);
    ck_assert_uint_eq(l.neighbours, rows[_i].neighbours);
    ck_assert_double_eq_tol(l.poly6_sum, rows[_i].poly6, 1e-5);
    ck_assert_double_eq_tol(l.spiky_sum, rows[_i].spiky, 1e-5);
    ck_assert_double_eq_tol(l.volume, rows[_i].volume, 1e-5);
    ck_assert_double_eq_tol(l.gradient, rows[_i].gradient, 1e-4);
    ck_assert_double_eq_tol(l.self_share, rows[_i].self, 1e-3);
}
END_TEST

START_TEST(flat_wall_values) {
    ck_assert_float_eq_tol(fluid_wall_fraction(0.0f, 0.0f), 0.5f, 1e-6f);
    ck_assert_float_eq_tol(fluid_wall_gradient(0.0f, 0.0f), 1.5f, 1e-6f);
    /* At d/2 with h = 2 d: s = 0.25 h; the gradient is in 1/h, two of which make 1/d. */
    ck_assert_float_eq_tol(fluid_wall_fraction(0.25f, 0.0f), 0.2166f, 1e-4f);
    ck_assert_float_eq_tol(fluid_wall_gradient(0.25f, 0.0f) * 0.5f, 0.4746f, 1e-4f);
    ck_assert_float_eq(fluid_wall_fraction(1.0f, 0.0f), 0.0f);
    ck_assert_float_eq(fluid_wall_gradient(1.5f, 0.0f), 0.0f);
    ck_assert_float_eq_tol(fluid_wall_fraction(-3.0f, 0.0f), 0.5f, 1e-6f);
}
END_TEST

/* Share of the unit kernel, and its pull along x, in a ball of radius |R| at distance s: plain
 * sums over a grid of points. Negative R: everything outside the ball. */
static void by_points(double s, double R, double *share, double *pull) {
    const int n = 120;
    double cell = 2.0 / n, center = R > 0.0 ? s + R : R + s;
    *share = *pull = 0.0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n * n; j++) {
            double x = -1.0 + (i + 0.5) * cell, y = -1.0 + (j % n + 0.5) * cell;
            double z = -1.0 + (j / n + 0.5) * cell, r = sqrt(x * x + y * y + z * z);
            double d = sqrt((x - center) * (x - center) + y * y + z * z);
            if (r >= 1.0 || (R > 0.0) != (d < fabs(R))) continue;
            *share += fluid_poly6(r, 1.0) * cell * cell * cell;
            *pull += fluid_spiky_slope(r, 1.0) * x / r * cell * cell * cell;
        }
    }
}

START_TEST(round_walls_match_their_integrals) {
    static const double cases[][2] = {{0.0, 3.0},   {0.3, 1.5},  {0.6, 2.0},
                                      {0.25, -3.0}, {0.5, -2.0}, {0.25, 1e6}};
    double s = cases[_i][0], R = cases[_i][1], share, pull;
    by_points(s, R, &share, &pull);
    ck_assert_float_eq_tol(fluid_wall_fraction((float)s, (float)(1.0 / R)), (float)share,
                           4e-3f);
    ck_assert_float_eq_tol(fluid_wall_gradient((float)s, (float)(1.0 / R)), (float)pull, 2e-2f);
}
END_TEST

SUITE_MAIN("fluid_kernel", TEST_LOOP(kernels_have_unit_mass, 0, 4),
           TEST_LOOP(lattice_is_the_table, 0, 6), TEST(flat_wall_values),
           TEST_LOOP(round_walls_match_their_integrals, 0, 6))
