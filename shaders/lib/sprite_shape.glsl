// SPDX-License-Identifier: MIT
// Shapes of sprites, for fragment shaders.
#ifndef LIB_SPRITE_SHAPE_GLSL
#define LIB_SPRITE_SHAPE_GLSL

// Coverage of a round sprite with an edge one pixel wide; corner as interpolated, -1..1.
float sprite_disc(vec2 corner) {
    float r = length(corner);
    float w = max(fwidth(r), 1e-4);
    return clamp((1.0 - r) / w + 0.5, 0.0, 1.0);
}

// A soft ball of light: 1 in the middle, 0 with no slope at the edge.
float sprite_glow(vec2 corner) {
    float x = max(1.0 - dot(corner, corner), 0.0);
    return x * x;
}
#endif
