// SPDX-License-Identifier: MIT
// One triangle that covers the target: draw 3 vertices without buffers. v_uv: 0..1, from below.
out vec2 v_uv;

void main() {
    v_uv = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
    gl_Position = vec4(v_uv * 2.0 - 1.0, 0.0, 1.0);
}
