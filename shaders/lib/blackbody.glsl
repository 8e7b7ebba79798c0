// SPDX-License-Identifier: MIT
// Colour and brightness of a glowing body, fits to Planck's law seen through the CIE 1931
// observer. Temperatures in K, clamped to [800, 6500]. The C twin is plugins/kit/blackbody.c.
#ifndef LIB_BLACKBODY_GLSL
#define LIB_BLACKBODY_GLSL

float blackbody_cubic(vec4 c, float x) {
    return max(c.x + x * (c.y + x * (c.z + x * c.w)), 0.0);
}

// Linear sRGB with the largest channel, red, at 1.
vec3 blackbody_color(float kelvin) {
    float x = clamp(kelvin, 800.0, 6500.0) * 1e-3;
    if (x <= 3.2)
        return vec3(1.0, blackbody_cubic(vec4(-0.183713, 0.180663, 0.038308, -0.008064), x),
                    blackbody_cubic(vec4(0.082775, -0.173831, 0.073109, -0.002406), x));
    return vec3(1.0, blackbody_cubic(vec4(-0.350642, 0.371211, -0.034731, 0.001281), x),
                blackbody_cubic(vec4(-0.149673, -0.045716, 0.061199, -0.004174), x));
}

// Luminance relative to 1500 K.
float blackbody_luminance(float kelvin) {
    float x = clamp(kelvin, 800.0, 6500.0) * 1e-3;
    return exp(23.57976 * (1.0 / 1.5 - 1.0 / x) + 0.5593692 * log(x / 1.5));
}

// HDR emission with its five decades of luminance compressed by an exponent of .3 to .5.
vec3 blackbody_emission(float kelvin, float compress) {
    return blackbody_color(kelvin) * pow(blackbody_luminance(kelvin), compress);
}
#endif
