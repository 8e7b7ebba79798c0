// SPDX-License-Identifier: MIT
// Back faces of the box around the fire, without vertex data. Seen from inside they still cover
// the view.
#include "simplex_fire/fire.glsl"

out vec3 v_object;    // where this pixel's ray leaves the box, object space
out float v_eye_depth; // m in front of the eye

void main() {
    // Bits of the corner numbers of twelve triangles, wound outward.
    const int corner[36] = int[36](0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                   2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5);
    int c = corner[gl_VertexID];
    vec3 side = vec3(float(c & 1), float((c >> 1) & 1), float(c >> 2));
    v_object = mix(u_low.xyz, u_high.xyz, side);
    gl_Position = u_object_to_clip * vec4(v_object, 1.0);
    v_eye_depth = gl_Position.w;
}
