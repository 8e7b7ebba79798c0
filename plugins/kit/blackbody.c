/* SPDX-License-Identifier: MIT
 *
 * Polynomial fits of the blackbody ramp.
 */
#include "kit/blackbody.h"

#include <math.h>

static float cubic(const float c[4], float x) {
    return fmaxf(c[0] + x * (c[1] + x * (c[2] + x * c[3])), 0.0f);
}

void kit_blackbody_color(float kelvin, float rgb[3]) {
    static const float green[2][4] = {{-.183713f, .180663f, .038308f, -.008064f},
                                      {-.350642f, .371211f, -.034731f, .001281f}};
    static const float blue[2][4] = {{.082775f, -.173831f, .073109f, -.002406f},
                                     {-.149673f, -.045716f, .061199f, -.004174f}};
    float x = fminf(fmaxf(kelvin, 800.0f), 6500.0f) * 1e-3f;
    int hot = x > 3.2f;
    rgb[0] = 1.0f;
    rgb[1] = cubic(green[hot], x);
    rgb[2] = cubic(blue[hot], x);
}

float kit_blackbody_luminance(float kelvin) {
    float x = fminf(fmaxf(kelvin, 800.0f), 6500.0f) * 1e-3f;
    return expf(23.57976f * (1.0f / 1.5f - 1.0f / x) + 0.5593692f * logf(x / 1.5f));
}
