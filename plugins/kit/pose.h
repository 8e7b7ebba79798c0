/* SPDX-License-Identifier: MIT
 *
 * pose - points and directions from an emitter's space to the world. Pure. Units m; unit
 * quaternions xyzw.
 */
#ifndef KIT_POSE_H
#define KIT_POSE_H

#include <wisp/effect.h>

/* Between two poses: positions by line, rotations the short way, normalised. f in 0..1. */
wisp_pose kit_pose_between(const wisp_pose *a, const wisp_pose *b, float f);

void kit_pose_rotate(const wisp_pose *pose, const float v[3], float out[3]);
void kit_pose_point(const wisp_pose *pose, const float p[3],
                    float out[3]); /* scale, rotate, move */

/* Velocity of a point that rides on the emitter from pose a to pose b in dt. */
void kit_pose_velocity(const wisp_pose *a, const wisp_pose *b, const float local[3], float dt,
                       float out[3]);

#endif
