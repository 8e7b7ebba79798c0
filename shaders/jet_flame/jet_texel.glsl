// SPDX-License-Identifier: MIT
// The flip-book: x density, y heat of the flame, blended over stages and frames.
uniform sampler2D u_atlas;

vec2 jet_cell(float sheet, float frame, vec2 uv) {
    vec2 cell = vec2(mod(frame, 4.0), floor(frame / 4.0));
    vec2 inside = clamp(uv, 0.012, 0.988);
    return texture(u_atlas, vec2((sheet + (cell.x + inside.x) / 4.0) / 3.0, (cell.y + inside.y) / 4.0)).rg;
}

vec2 jet_texel(vec3 weight, vec2 frame, vec2 uv) {
    vec2 sum = vec2(0.0);
    float next = mod(frame.x + 1.0, 16.0);
    for (int k = 0; k < 3; k++)
        if (weight[k] > 0.003)
            sum += weight[k] * mix(jet_cell(float(k), frame.x, uv), jet_cell(float(k), next, uv), frame.y);
    return sum;
}
