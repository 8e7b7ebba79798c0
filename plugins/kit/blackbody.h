/* SPDX-License-Identifier: MIT
 *
 * Colour and brightness of a glowing body, the C twin of shaders/lib/blackbody.glsl.
 *
 * Units    Temperature in K; colour in linear sRGB scaled so that its largest channel is 1.
 * Errors   None; temperatures are clamped to [800, 6500] K.
 * Threads  Pure.
 * Source   Fits to Planck's law seen through the CIE 1931 observer: colour within .002 from
 *          1000 K on (negative channels cut to 0), luminance within 13 %.
 */
#ifndef WISP_KIT_BLACKBODY_H
#define WISP_KIT_BLACKBODY_H

/* rgb[0] is always 1: below 6500 K red leads. */
void kit_blackbody_color(float kelvin, float rgb[3]);

/* Luminance relative to 1500 K. It spans five decades between 1200 and 3000 K, so renderers
 * raise it to a power of .3 to .5 before exposure. */
float kit_blackbody_luminance(float kelvin);

#endif
