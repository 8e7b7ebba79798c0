// SPDX-License-Identifier: MIT
// Uniforms of the jet. Units per line.
layout(std140) uniform Effect {
    vec4 u_stage; // end of the core and age of the peak radius (share of life); cross-fade; 1: three textures
    vec4 u_form;  // height of the apex (sides); 1: grows and flattens; spin (rad/s); life (s)
    vec4 u_glow;  // K at the core; K at the end; brightness; opacity
    vec4 u_look;  // smoke; soft edge (m); 1: unlit gap at the nozzle; turbulence (radii)
    vec4 u_flow;  // time (s); reach (m); haze; core (m)
};
