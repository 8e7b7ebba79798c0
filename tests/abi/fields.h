/* SPDX-License-Identifier: MIT
 *
 * Every struct that crosses the border and its fields, for test_layout.c.
 */
#define ABI_LAYOUT(STRUCT, FIELD) \
    STRUCT(wisp_choice) \
    FIELD(wisp_choice, key) \
    FIELD(wisp_choice, label) \
    FIELD(wisp_choice, value) \
    FIELD(wisp_choice, reserved) \
    STRUCT(wisp_stop) \
    FIELD(wisp_stop, t) \
    FIELD(wisp_stop, v) \
    STRUCT(wisp_param) \
    FIELD(wisp_param, key) \
    FIELD(wisp_param, type) \
    FIELD(wisp_param, flags) \
    FIELD(wisp_param, unit) \
    FIELD(wisp_param, hard_min) \
    FIELD(wisp_param, hard_max) \
    FIELD(wisp_param, soft_min) \
    FIELD(wisp_param, soft_max) \
    FIELD(wisp_param, def) \
    FIELD(wisp_param, def_text) \
    FIELD(wisp_param, def_stops) \
    FIELD(wisp_param, def_stop_count) \
    FIELD(wisp_param, choice_count) \
    FIELD(wisp_param, choices) \
    FIELD(wisp_param, step) \
    FIELD(wisp_param, group) \
    FIELD(wisp_param, doc) \
    FIELD(wisp_param, aliases) \
    STRUCT(wisp_value) \
    FIELD(wisp_value, kind) \
    FIELD(wisp_value, revision) \
    FIELD(wisp_value, v) \
    FIELD(wisp_value, i) \
    FIELD(wisp_value, count) \
    FIELD(wisp_value, table) \
    FIELD(wisp_value, text) \
    FIELD(wisp_value, over) \
    FIELD(wisp_value, over_lo) \
    FIELD(wisp_value, over_hi) \
    FIELD(wisp_value, reserved) \
    STRUCT(wisp_command) \
    FIELD(wisp_command, name) \
    FIELD(wisp_command, doc) \
    FIELD(wisp_command, params) \
    FIELD(wisp_command, param_count) \
    FIELD(wisp_command, reserved) \
    STRUCT(wisp_event) \
    FIELD(wisp_event, struct_size) \
    FIELD(wisp_event, command) \
    FIELD(wisp_event, given) \
    FIELD(wisp_event, args) \
    FIELD(wisp_event, arg_count) \
    FIELD(wisp_event, reserved) \
    STRUCT(wisp_signal) \
    FIELD(wisp_signal, struct_size) \
    FIELD(wisp_signal, reserved) \
    FIELD(wisp_signal, name) \
    FIELD(wisp_signal, target) \
    FIELD(wisp_signal, position) \
    FIELD(wisp_signal, value) \
    STRUCT(wisp_pose) \
    FIELD(wisp_pose, position) \
    FIELD(wisp_pose, rotation) \
    FIELD(wisp_pose, scale) \
    STRUCT(wisp_step) \
    FIELD(wisp_step, struct_size) \
    FIELD(wisp_step, flags) \
    FIELD(wisp_step, index) \
    FIELD(wisp_step, time) \
    FIELD(wisp_step, dt) \
    FIELD(wisp_step, event_count) \
    FIELD(wisp_step, values) \
    FIELD(wisp_step, events) \
    FIELD(wisp_step, prev_pose) \
    FIELD(wisp_step, pose) \
    STRUCT(wisp_view) \
    FIELD(wisp_view, struct_size) \
    FIELD(wisp_view, pass) \
    FIELD(wisp_view, width) \
    FIELD(wisp_view, height) \
    FIELD(wisp_view, view) \
    FIELD(wisp_view, proj) \
    FIELD(wisp_view, view_proj) \
    FIELD(wisp_view, eye) \
    FIELD(wisp_view, forward) \
    FIELD(wisp_view, up) \
    FIELD(wisp_view, fov_y) \
    FIELD(wisp_view, near_z) \
    FIELD(wisp_view, far_z) \
    FIELD(wisp_view, alpha) \
    FIELD(wisp_view, step_dt) \
    FIELD(wisp_view, time) \
    FIELD(wisp_view, values) \
    FIELD(wisp_view, pose) \
    STRUCT(wisp_log_1) \
    FIELD(wisp_log_1, struct_size) \
    FIELD(wisp_log_1, reserved) \
    FIELD(wisp_log_1, say) \
    STRUCT(wisp_buffer_desc) \
    FIELD(wisp_buffer_desc, struct_size) \
    FIELD(wisp_buffer_desc, type) \
    FIELD(wisp_buffer_desc, name) \
    FIELD(wisp_buffer_desc, count) \
    FIELD(wisp_buffer_desc, components) \
    FIELD(wisp_buffer_desc, flags) \
    FIELD(wisp_buffer_desc, alias) \
    STRUCT(wisp_peer) \
    FIELD(wisp_peer, struct_size) \
    FIELD(wisp_peer, type) \
    FIELD(wisp_peer, components) \
    FIELD(wisp_peer, flags) \
    FIELD(wisp_peer, count) \
    FIELD(wisp_peer, used) \
    FIELD(wisp_peer, data) \
    STRUCT(wisp_state_1) \
    FIELD(wisp_state_1, struct_size) \
    FIELD(wisp_state_1, reserved) \
    FIELD(wisp_state_1, buffer) \
    FIELD(wisp_state_1, set_used) \
    FIELD(wisp_state_1, drop) \
    FIELD(wisp_state_1, frame) \
    FIELD(wisp_state_1, peer) \
    STRUCT(wisp_jobs_1) \
    FIELD(wisp_jobs_1, struct_size) \
    FIELD(wisp_jobs_1, reserved) \
    FIELD(wisp_jobs_1, parallel) \
    FIELD(wisp_jobs_1, threads) \
    STRUCT(wisp_sdf) \
    FIELD(wisp_sdf, nx) \
    FIELD(wisp_sdf, ny) \
    FIELD(wisp_sdf, nz) \
    FIELD(wisp_sdf, origin) \
    FIELD(wisp_sdf, cell) \
    FIELD(wisp_sdf, distance) \
    STRUCT(wisp_collider) \
    FIELD(wisp_collider, struct_size) \
    FIELD(wisp_collider, shape) \
    FIELD(wisp_collider, id) \
    FIELD(wisp_collider, pose) \
    FIELD(wisp_collider, prev_pose) \
    FIELD(wisp_collider, velocity) \
    FIELD(wisp_collider, spin) \
    FIELD(wisp_collider, size) \
    FIELD(wisp_collider, friction) \
    FIELD(wisp_collider, restitution) \
    FIELD(wisp_collider, mass) \
    FIELD(wisp_collider, sdf) \
    STRUCT(wisp_light) \
    FIELD(wisp_light, struct_size) \
    FIELD(wisp_light, reserved) \
    FIELD(wisp_light, position) \
    FIELD(wisp_light, color) \
    FIELD(wisp_light, radius) \
    FIELD(wisp_light, range) \
    FIELD(wisp_light, importance) \
    FIELD(wisp_light, heat) \
    STRUCT(wisp_world) \
    FIELD(wisp_world, struct_size) \
    FIELD(wisp_world, collider_count) \
    FIELD(wisp_world, colliders) \
    FIELD(wisp_world, lights) \
    FIELD(wisp_world, light_count) \
    FIELD(wisp_world, step_index) \
    FIELD(wisp_world, time) \
    FIELD(wisp_world, gravity) \
    FIELD(wisp_world, wind) \
    FIELD(wisp_world, sun_direction) \
    FIELD(wisp_world, sun_color) \
    FIELD(wisp_world, ambient) \
    FIELD(wisp_world, eye) \
    FIELD(wisp_world, forward) \
    FIELD(wisp_world, up) \
    FIELD(wisp_world, fov_y) \
    FIELD(wisp_world, aspect) \
    FIELD(wisp_world, near_z) \
    FIELD(wisp_world, far_z) \
    FIELD(wisp_world, view_width) \
    FIELD(wisp_world, view_height) \
    STRUCT(wisp_world_1) \
    FIELD(wisp_world_1, struct_size) \
    FIELD(wisp_world_1, reserved) \
    FIELD(wisp_world_1, snapshot) \
    FIELD(wisp_world_1, wind) \
    FIELD(wisp_world_1, distance) \
    FIELD(wisp_world_1, light) \
    FIELD(wisp_world_1, push) \
    STRUCT(wisp_mesh) \
    FIELD(wisp_mesh, struct_size) \
    FIELD(wisp_mesh, vertex_count) \
    FIELD(wisp_mesh, index_count) \
    FIELD(wisp_mesh, reserved) \
    FIELD(wisp_mesh, positions) \
    FIELD(wisp_mesh, normals) \
    FIELD(wisp_mesh, uvs) \
    FIELD(wisp_mesh, indices) \
    STRUCT(wisp_pixels) \
    FIELD(wisp_pixels, struct_size) \
    FIELD(wisp_pixels, width) \
    FIELD(wisp_pixels, height) \
    FIELD(wisp_pixels, reserved) \
    FIELD(wisp_pixels, rgba) \
    STRUCT(wisp_assets_1) \
    FIELD(wisp_assets_1, struct_size) \
    FIELD(wisp_assets_1, reserved) \
    FIELD(wisp_assets_1, mesh) \
    FIELD(wisp_assets_1, pixels) \
    FIELD(wisp_assets_1, bytes) \
    FIELD(wisp_assets_1, sdf) \
    STRUCT(wisp_report_1) \
    FIELD(wisp_report_1, struct_size) \
    FIELD(wisp_report_1, reserved) \
    FIELD(wisp_report_1, count) \
    FIELD(wisp_report_1, meter) \
    FIELD(wisp_report_1, bounds) \
    FIELD(wisp_report_1, signal) \
    FIELD(wisp_report_1, budget) \
    FIELD(wisp_report_1, screen_size) \
    STRUCT(wisp_host) \
    FIELD(wisp_host, struct_size) \
    FIELD(wisp_host, abi_minor) \
    FIELD(wisp_host, service) \
    FIELD(wisp_host, log) \
    FIELD(wisp_host, state) \
    FIELD(wisp_host, jobs) \
    FIELD(wisp_host, world) \
    FIELD(wisp_host, assets) \
    FIELD(wisp_host, report) \
    FIELD(wisp_host, gfx) \
    STRUCT(wisp_instance) \
    FIELD(wisp_instance, struct_size) \
    FIELD(wisp_instance, reserved) \
    FIELD(wisp_instance, host) \
    FIELD(wisp_instance, block) \
    FIELD(wisp_instance, id) \
    FIELD(wisp_instance, seed) \
    FIELD(wisp_instance, values) \
    STRUCT(wisp_effect) \
    FIELD(wisp_effect, magic) \
    FIELD(wisp_effect, struct_size) \
    FIELD(wisp_effect, abi_major) \
    FIELD(wisp_effect, abi_minor) \
    FIELD(wisp_effect, min_host_minor) \
    FIELD(wisp_effect, must_flags) \
    FIELD(wisp_effect, may_flags) \
    FIELD(wisp_effect, draw_passes) \
    FIELD(wisp_effect, id) \
    FIELD(wisp_effect, name) \
    FIELD(wisp_effect, version) \
    FIELD(wisp_effect, doc) \
    FIELD(wisp_effect, params) \
    FIELD(wisp_effect, param_count) \
    FIELD(wisp_effect, param_size) \
    FIELD(wisp_effect, commands) \
    FIELD(wisp_effect, command_count) \
    FIELD(wisp_effect, command_size) \
    FIELD(wisp_effect, signals) \
    FIELD(wisp_effect, services) \
    FIELD(wisp_effect, instance_size) \
    FIELD(wisp_effect, state_schema) \
    FIELD(wisp_effect, create) \
    FIELD(wisp_effect, update) \
    FIELD(wisp_effect, draw) \
    FIELD(wisp_effect, destroy) \
    FIELD(wisp_effect, migrate) \
    STRUCT(wisp_buffer) \
    FIELD(wisp_buffer, id) \
    STRUCT(wisp_image) \
    FIELD(wisp_image, id) \
    STRUCT(wisp_shader) \
    FIELD(wisp_shader, id) \
    STRUCT(wisp_pipeline) \
    FIELD(wisp_pipeline, id) \
    STRUCT(wisp_target) \
    FIELD(wisp_target, id) \
    STRUCT(wisp_gfx_buffer_desc) \
    FIELD(wisp_gfx_buffer_desc, struct_size) \
    FIELD(wisp_gfx_buffer_desc, usage) \
    FIELD(wisp_gfx_buffer_desc, key) \
    FIELD(wisp_gfx_buffer_desc, bytes) \
    FIELD(wisp_gfx_buffer_desc, data) \
    FIELD(wisp_gfx_buffer_desc, is_index) \
    FIELD(wisp_gfx_buffer_desc, reserved) \
    STRUCT(wisp_gfx_image_desc) \
    FIELD(wisp_gfx_image_desc, struct_size) \
    FIELD(wisp_gfx_image_desc, format) \
    FIELD(wisp_gfx_image_desc, key) \
    FIELD(wisp_gfx_image_desc, path) \
    FIELD(wisp_gfx_image_desc, width) \
    FIELD(wisp_gfx_image_desc, height) \
    FIELD(wisp_gfx_image_desc, layers) \
    FIELD(wisp_gfx_image_desc, filter) \
    FIELD(wisp_gfx_image_desc, wrap) \
    FIELD(wisp_gfx_image_desc, mipmaps) \
    FIELD(wisp_gfx_image_desc, data) \
    FIELD(wisp_gfx_image_desc, revision) \
    FIELD(wisp_gfx_image_desc, depth) \
    STRUCT(wisp_gfx_target_desc) \
    FIELD(wisp_gfx_target_desc, struct_size) \
    FIELD(wisp_gfx_target_desc, color_count) \
    FIELD(wisp_gfx_target_desc, key) \
    FIELD(wisp_gfx_target_desc, width) \
    FIELD(wisp_gfx_target_desc, height) \
    FIELD(wisp_gfx_target_desc, scale) \
    FIELD(wisp_gfx_target_desc, depth) \
    FIELD(wisp_gfx_target_desc, formats) \
    FIELD(wisp_gfx_target_desc, filter) \
    FIELD(wisp_gfx_target_desc, wrap) \
    STRUCT(wisp_gfx_shader_desc) \
    FIELD(wisp_gfx_shader_desc, struct_size) \
    FIELD(wisp_gfx_shader_desc, reserved) \
    FIELD(wisp_gfx_shader_desc, vertex) \
    FIELD(wisp_gfx_shader_desc, fragment) \
    FIELD(wisp_gfx_shader_desc, defines) \
    STRUCT(wisp_attr) \
    FIELD(wisp_attr, format) \
    FIELD(wisp_attr, location) \
    FIELD(wisp_attr, buffer) \
    FIELD(wisp_attr, offset) \
    STRUCT(wisp_gfx_pipeline_desc) \
    FIELD(wisp_gfx_pipeline_desc, struct_size) \
    FIELD(wisp_gfx_pipeline_desc, primitive) \
    FIELD(wisp_gfx_pipeline_desc, shader) \
    FIELD(wisp_gfx_pipeline_desc, attrs) \
    FIELD(wisp_gfx_pipeline_desc, strides) \
    FIELD(wisp_gfx_pipeline_desc, per_instance) \
    FIELD(wisp_gfx_pipeline_desc, index_bytes) \
    FIELD(wisp_gfx_pipeline_desc, blend) \
    FIELD(wisp_gfx_pipeline_desc, depth) \
    FIELD(wisp_gfx_pipeline_desc, cull) \
    FIELD(wisp_gfx_pipeline_desc, depth_mode) \
    FIELD(wisp_gfx_pipeline_desc, reserved) \
    STRUCT(wisp_texture) \
    FIELD(wisp_texture, name) \
    FIELD(wisp_texture, image) \
    STRUCT(wisp_draw) \
    FIELD(wisp_draw, struct_size) \
    FIELD(wisp_draw, pipeline) \
    FIELD(wisp_draw, buffers) \
    FIELD(wisp_draw, offsets) \
    FIELD(wisp_draw, index) \
    FIELD(wisp_draw, first) \
    FIELD(wisp_draw, count) \
    FIELD(wisp_draw, instances) \
    FIELD(wisp_draw, textures) \
    FIELD(wisp_draw, uniforms) \
    FIELD(wisp_draw, uniform_bytes) \
    STRUCT(wisp_pass) \
    FIELD(wisp_pass, struct_size) \
    FIELD(wisp_pass, target) \
    FIELD(wisp_pass, clear_color) \
    FIELD(wisp_pass, clear_depth) \
    FIELD(wisp_pass, color) \
    FIELD(wisp_pass, depth_value) \
    STRUCT(wisp_gfx_1) \
    FIELD(wisp_gfx_1, struct_size) \
    FIELD(wisp_gfx_1, reserved) \
    FIELD(wisp_gfx_1, buffer) \
    FIELD(wisp_gfx_1, image) \
    FIELD(wisp_gfx_1, target) \
    FIELD(wisp_gfx_1, pipeline) \
    FIELD(wisp_gfx_1, pipeline_state) \
    FIELD(wisp_gfx_1, image_state) \
    FIELD(wisp_gfx_1, update) \
    FIELD(wisp_gfx_1, stream) \
    FIELD(wisp_gfx_1, draw) \
    FIELD(wisp_gfx_1, begin_pass) \
    FIELD(wisp_gfx_1, end_pass) \
    FIELD(wisp_gfx_1, target_color) \
    FIELD(wisp_gfx_1, target_depth) \
    FIELD(wisp_gfx_1, scene_depth) \
    FIELD(wisp_gfx_1, scene_color) \
    FIELD(wisp_gfx_1, sky) \
    FIELD(wisp_gfx_1, cap) \
    FIELD(wisp_gfx_1, drop)
