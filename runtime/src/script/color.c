/* SPDX-License-Identifier: MIT
 *
 * color - see color.h.
 */
#include "script/color.h"

#include <math.h>
#include <string.h>

double color_to_linear(double srgb) {
    return srgb <= 0.04045 ? srgb / 12.92 : pow((srgb + 0.055) / 1.055, 2.4);
}

double color_to_srgb(double linear) {
    return linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool color_parse(const char *text, float out[4]) {
    size_t n = strlen(text);
    if (text[0] != '#' || (n != 4 && n != 7 && n != 9)) return false;
    size_t width = n == 4 ? 1 : 2;
    int bytes[4] = {0, 0, 0, 255};
    for (size_t i = 1; i < n; i++)
        if (hex_digit(text[i]) < 0) return false;
    for (size_t k = 0; k < (n - 1) / width; k++) {
        int high = hex_digit(text[1 + k * width]), low = hex_digit(text[k * width + width]);
        bytes[k] = 16 * high + low;
    }
    for (int k = 0; k < 3; k++) out[k] = (float)color_to_linear(bytes[k] / 255.0);
    out[3] = (float)bytes[3] / 255.0f;
    return true;
}

void color_from_hsv(double hue, double saturation, double value, float out[4]) {
    double h = fmod(fmod(hue, 360) + 360, 360) / 60;
    for (int k = 0; k < 3; k++) {
        static const double phase[3] = {5, 3, 1};
        double x = fmod(phase[k] + h, 6);
        double part = fmax(0, fmin(1, fmin(x, 4 - x)));
        out[k] = (float)color_to_linear(value - value * saturation * part);
    }
    out[3] = 1;
}

/* A bell with a width on either side. */
static double lobe(double x, double height, double middle, double left, double right) {
    double d = (x - middle) * (x < middle ? left : right);
    return height * exp(-0.5 * d * d);
}

void color_from_kelvin(double kelvin, float out[4]) {
    double x = 0, y = 0, z = 0;
    for (double nm = 380; nm <= 780; nm += 2) {
        double power = 1e15 / (pow(nm, 5) * (exp(1.438777e7 / (nm * kelvin)) - 1));
        x += power *
             (lobe(nm, 0.362, 442.0, 0.0624, 0.0374) + lobe(nm, 1.056, 599.8, 0.0264, 0.0323) +
              lobe(nm, -0.065, 501.1, 0.0490, 0.0382));
        y += power *
             (lobe(nm, 0.821, 568.8, 0.0213, 0.0247) + lobe(nm, 0.286, 530.9, 0.0613, 0.0322));
        z += power *
             (lobe(nm, 1.217, 437.0, 0.0845, 0.0278) + lobe(nm, 0.681, 459.0, 0.0385, 0.0725));
    }
    double rgb[3] = {3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
                     -0.969266 * x + 1.8760108 * y + 0.041556 * z,
                     0.0556434 * x - 0.2040259 * y + 1.0572252 * z};
    double most = fmax(rgb[0], fmax(rgb[1], rgb[2]));
    for (int k = 0; k < 3; k++) out[k] = (float)(most > 0 ? fmax(0, rgb[k] / most) : k == 0);
    out[3] = 1;
}

const char *const ease_names[] = {"linear", "smooth", "in", "out", "in_out", "step", NULL};

enum ease ease_find(const char *name) {
    for (int i = 0; ease_names[i]; i++)
        if (!strcmp(ease_names[i], name)) return (enum ease)(EASE_LINEAR + i);
    return 0;
}

double ease_at(enum ease ease, double t) {
    if (t <= 0) return 0;
    if (t >= 1) return 1;
    switch (ease) {
    case EASE_SMOOTH:
        return t * t * (3 - 2 * t);
    case EASE_IN:
        return t * t;
    case EASE_OUT:
        return t * (2 - t);
    case EASE_IN_OUT:
        return t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
    case EASE_STEP:
        return 0;
    default:
        return t;
    }
}

void stops_bake_over(float *out, uint32_t count, uint32_t components, const wisp_stop *stops,
                     uint32_t stop_count, enum ease ease, const double range[2]) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < count; i++) {
        double t = range[0] + (range[1] - range[0]) * i / (count > 1 ? count - 1 : 1);
        while (k + 2 < stop_count && t >= (double)stops[k + 1].t) k++;
        const wisp_stop *a = &stops[k], *b = &stops[k + 1 < stop_count ? k + 1 : k];
        double width = (double)b->t - (double)a->t;
        double part = width > 0 ? (t - (double)a->t) / width : 1;
        double f = ease_at(ease, part);
        for (uint32_t c = 0; c < components; c++) {
            double from = (double)a->v[c], to = (double)b->v[c];
            out[components * i + c] = (float)(from + (to - from) * f);
        }
    }
}

void stops_bake(float *out, uint32_t count, uint32_t components, const wisp_stop *stops,
                uint32_t stop_count, enum ease ease) {
    const double range[2] = {(double)stops[0].t, (double)stops[stop_count - 1].t};
    stops_bake_over(out, count, components, stops, stop_count, ease, range);
}
