// SPDX-License-Identifier: MIT
// Uniforms of bodies. Bodies are instances: see struct body_instance of render/bodies.c.
const int BODY_OCCLUDERS = 8;

layout(std140) uniform Effect {
    vec4 u_occluders[BODY_OCCLUDERS]; // balls that keep sky light away: centre, radius
};
