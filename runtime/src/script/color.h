/* SPDX-License-Identifier: MIT
 *
 * color - colours as scripts write them, and curves and gradients baked to tables.
 *
 * Units   Results are linear RGBA, straight alpha. Times of stops as given.
 * Threads Pure.
 */
#ifndef SCRIPT_COLOR_H
#define SCRIPT_COLOR_H

#include "script/desc.h"

/* "#rgb", "#rrggbb" or "#rrggbbaa" in sRGB. */
bool color_parse(const char *text, float out[4]);
double color_to_linear(double srgb);
double color_to_srgb(double linear);
/* hue in degrees, the others 0..1, as a picker shows them (sRGB). */
void color_from_hsv(double hue, double saturation, double value, float out[4]);
/* Of a black body, K, its largest channel 1.
 * Source  Planck's law; CIE 1931 fits of Wyman, Sloan and Shirley, 2013. */
void color_from_kelvin(double kelvin, float out[4]);

/* count samples of `components` floats from the first to the last stop; stops rise in t. */
void stops_bake(float *out, uint32_t count, uint32_t components, const wisp_stop *stops,
                uint32_t stop_count, enum ease ease);
/* The same over lo..hi: before the first and after the last stop their values hold. */
void stops_bake_over(float *out, uint32_t count, uint32_t components, const wisp_stop *stops,
                     uint32_t stop_count, enum ease ease, const double range[2]);

/* EASE_ by name; 0 when there is none. */
enum ease ease_find(const char *name);
extern const char *const ease_names[]; /* NULL-terminated, in enum order from EASE_LINEAR */

#endif
