/* SPDX-License-Identifier: MIT
 *
 * The four ways of drawing the jet that the source compares, with its own measurements, and the
 * arithmetic that ties particles, births and fill time together.
 *
 * Units    Frames per second as measured by the source on a 2012 desktop; births per frame.
 * Errors   None.
 * Threads  Pure.
 * Source   Document 000, table 2 and figure 8.
 */
#ifndef WISP_JET_FLAME_MODES_H
#define WISP_JET_FLAME_MODES_H

enum jet_mode {
    JET_MODE_SINGLE = 1, /* a: one texture, flat quads, random spray, 700 particles */
    JET_MODE_SPARSE,     /* b: the same with 400 */
    JET_MODE_STAGED,     /* c: staged model, three textures */
    JET_MODE_TETRA,      /* d: c on half-tetrahedra */
    JET_MODE_CLASSIC,    /* flare envelope through ten points */
};

struct jet_mode_record {
    int particles;
    float births_per_frame;
    float frames_per_second;
    float fill_time; /* s, from the nozzle opening to the full flame, as printed */
};

/* The source's row for a mode; classic has the row of the staged modes. */
struct jet_mode_record jet_mode_record(enum jet_mode mode);

/* Time until `particles` are alive: particles / (frames per second * births per frame). s */
float jet_fill_time(float particles, float births_per_frame, float frames_per_second);

/* Particles alive once births and deaths balance. */
float jet_steady_count(float births_per_second, float life);

/* Smallest count that covers `area` in `layers` layers with particles of this mean area and
 * opacity. */
int jet_coverage_count(float area, float layers, float particle_area, float opacity);

/* Random spray of modes a and b: nothing but a cone. Radius at x, for an outer angle in deg. */
float jet_cone_radius(float nozzle_diameter, float spray_angle, float x);

#endif
