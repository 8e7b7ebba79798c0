// SPDX-License-Identifier: MIT
// Colour: luminance, sRGB, dither.
#ifndef LIB_COLOR_GLSL
#define LIB_COLOR_GLSL

float color_luminance(vec3 c) {
    return dot(c, vec3(0.2126, 0.7152, 0.0722));
}

vec3 color_saturate(vec3 c, float amount) {
    return max(mix(vec3(color_luminance(c)), c, amount), 0.0);
}

vec3 color_to_srgb(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

vec3 color_from_srgb(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}

// Noise 0..1 per pixel whose error spreads evenly over neighbours.
// Source: Jimenez, Next generation post processing in Call of Duty, 2014.
float color_dither(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}
#endif
