/* SPDX-License-Identifier: MIT
 *
 * Table 2 and counts.
 */
#include "jet_flame/jet_modes.h"

#include <assert.h>
#include <math.h>

struct jet_mode_record jet_mode_record(enum jet_mode mode) {
    static const struct jet_mode_record table[] = {
        [JET_MODE_SINGLE] = {700, 40, 25, .7f},   [JET_MODE_SPARSE] = {400, 24, 30, .55f},
        [JET_MODE_STAGED] = {400, 20, 35, .57f},  [JET_MODE_TETRA] = {400, 20, 35, .57f},
        [JET_MODE_CLASSIC] = {400, 20, 35, .57f},
    };
    assert(mode >= JET_MODE_SINGLE && mode <= JET_MODE_CLASSIC);
    return table[mode];
}

float jet_fill_time(float particles, float births_per_frame, float frames_per_second) {
    return particles / (births_per_frame * frames_per_second);
}

float jet_steady_count(float births_per_second, float life) { return births_per_second * life; }

int jet_coverage_count(float area, float layers, float particle_area, float opacity) {
    float each = particle_area * opacity;
    if (!(each > 0.0f) || !(area > 0.0f)) return 0;
    return (int)ceilf(fminf(area * layers / each, 1e9f));
}

float jet_cone_radius(float nozzle_diameter, float spray_angle, float x) {
    return 0.5f * nozzle_diameter + x * tanf(0.5f * spray_angle * 0.01745329252f);
}
