/* SPDX-License-Identifier: MIT
 *
 * The half-tetrahedron: a quad whose centre is drawn out toward the eye, so that a flame
 * texture lies on a solid and its tongues stretch, merge and vanish as the view changes. The
 * base is never drawn: four triangles, as many as the flat quad drawn as a fan.
 *
 * Shapes   Vertices 0..3 are the base corners A, B, D, C in perimeter order (counter-clockwise
 *          from the eye), 4 is the apex. Local frame: base centre at 0, eye along +z.
 * Units    Lengths in units of the caller; a is the base's side, h the apex height.
 * Errors   None.
 * Threads  Pure.
 * Source   Document 000, half-tetrahedron particle (h in 1.5 a to 2.5 a).
 */
#ifndef WISP_JET_FLAME_TETRA_H
#define WISP_JET_FLAME_TETRA_H

#include <stdint.h>

enum { JET_TETRA_VERTICES = 5, JET_TETRA_TRIANGLES = 4 };

/* Corner indices of the faces O'AB, O'BD, O'DC, O'CA, wound to face the eye. */
extern const uint16_t jet_tetra_faces[JET_TETRA_TRIANGLES][3];

void jet_tetra_vertices(float a, float h, float position[JET_TETRA_VERTICES][3],
                        float uv[JET_TETRA_VERTICES][2]);

/* Outward normal of a face, not of unit length. */
void jet_tetra_normal(float a, float h, int face, float normal[3]);

/* Area of the four faces together. */
float jet_tetra_area(float a, float h);

/* Angle off the view axis beyond which an outer face of a screen-parallel base turns away. */
float jet_tetra_hole_angle(float a, float h);

/* Axes that turn the base to the eye, not to the screen plane, so that all faces stay visible
 * while the eye is farther than h. x, y, z: unit columns; z points from centre to eye; x starts
 * perpendicular to `up`. Falls back to a fixed x when up and z are parallel. */
void jet_tetra_orient(const float center[3], const float eye[3], const float up[3],
                      float axes[3][3]);

/* Where on the texture (0 centre, 1 rim) screen radius s (0 centre, 1 rim) falls, for an eye at
 * distance `eye`: s (D - h) / (D - s h). The centre is magnified. */
float jet_tetra_texture_radius(float s, float eye, float h);

/* Shift of the apex on screen against the base centre, for a particle X off the axis, focal
 * length f: f X h / (D (D - h)). */
float jet_tetra_apex_shift(float f, float off_axis, float eye, float h);

/* Controllable height over life: 1.5 a at birth, 2.5 a at full growth t2, then flat at 1. */
float jet_tetra_height(float a, float t, float t1, float t2);

#endif
