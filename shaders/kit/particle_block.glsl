// SPDX-License-Identifier: MIT
// Block Effect of the kit's particles. Its C twin is struct sprite_uniforms in plugins/kit/sprite.c.
#ifndef KIT_PARTICLE_BLOCK_GLSL
#define KIT_PARTICLE_BLOCK_GLSL
layout(std140) uniform Effect {
    vec4 u_offset; // m: anchor minus eye; w: brightness
    vec4 u_shape; // size factor from .. to, rad of turn at birth, rad/s of spin
    vec4 u_motion; // s of streak, m of soft edge, share lit, flips per life
    vec4 u_sheet; // columns, rows, kind of sprite, s of scene time
    vec4 u_additive[4]; // 16 steps over life
    vec4 u_middle; // m, world: middle of all
};
#endif
