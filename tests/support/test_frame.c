/* SPDX-License-Identifier: MIT
 *
 * test_frame - see test_frame.h.
 */
#include "support/test_frame.h"
#include <cglm/cglm.h>
#include <check.h>
#include <string.h>

static void set(wisp_value *value, float x) { value->v[0] = x; }

void test_frame_sun(struct test_frame *f, const float direction[3], float intensity) {
    vec3 d = {direction[0], direction[1], direction[2]};
    glm_vec3_normalize(d);
    memcpy(f->frame.sun_direction, d, sizeof d);
    set(&f->sun[SUN_INTENSITY], intensity);
}

void test_frame_sky(struct test_frame *f, const float horizon[3], const float zenith[3]) {
    for (int c = 0; c < 3; c++) {
        f->gradient[c] = horizon[c];
        f->gradient[4 + c] = zenith[c];
    }
    f->gradient[3] = f->gradient[7] = 1.0f;
}

void test_frame_look(struct test_frame *f, const float eye[3], const float target[3]) {
    struct camera_view *c = &f->frame.camera;
    vec3 e = {eye[0], eye[1], eye[2]}, t = {target[0], target[1], target[2]}, up = {0, 1, 0};
    mat4 view, proj, whole, inverse;
    c->aspect = (float)f->frame.width / (float)f->frame.height;
    c->fov_y = 0.7f;
    c->near_z = 0.05f;
    c->far_z = 500.0f;
    glm_lookat(e, t, up, view);
    glm_perspective(c->fov_y, c->aspect, c->near_z, c->far_z, proj);
    glm_mat4_mul(proj, view, whole);
    glm_mat4_inv(whole, inverse);
    memcpy(c->eye, e, sizeof e);
    for (int i = 0; i < 3; i++) {
        c->right[i] = view[i][0];
        c->up[i] = view[i][1];
        c->forward[i] = -view[i][2];
    }
    memcpy(c->view, view, sizeof view);
    memcpy(c->proj, proj, sizeof proj);
    memcpy(c->view_proj, whole, sizeof whole);
    memcpy(c->inverse_view_proj, inverse, sizeof inverse);
}

void test_frame_init(struct test_frame *f, uint32_t width, uint32_t height) {
    memset(f, 0, sizeof *f);
    f->frame = (struct scene_frame){.width = width,
                                    .height = height,
                                    .step_dt = 1.0f / 60.0f,
                                    .sky = f->sky,
                                    .sun = f->sun,
                                    .post = f->post,
                                    .bodies = f->bodies,
                                    .lights = f->lights,
                                    .effects = f->effects};
    f->sky[SKY_COLOR].kind = WISP_VALUE_GRADIENT;
    f->sky[SKY_COLOR].table = f->gradient;
    f->sky[SKY_COLOR].count = 2;
    f->sky[SKY_IMAGE].text = "";
    set(&f->sky[SKY_BRIGHTNESS], 1.0f);
    set(&f->sky[SKY_AMBIENT], 1.0f);
    memcpy(f->sky[SKY_FOG_COLOR].v, (float[]){0.5f, 0.55f, 0.6f, 1.0f}, 16);
    memcpy(f->sun[SUN_COLOR].v, (float[]){1.0f, 0.95f, 0.87f, 1.0f}, 16);
    set(&f->sun[SUN_SHADOW_SOFTNESS], 0.15f);
    set(&f->post[POST_EXPOSURE], 1.0f);
    f->post[POST_TONE].i = TONE_FILMIC;
    set(&f->post[POST_BLOOM_THRESHOLD], 1.0f);
    set(&f->post[POST_BLOOM_RADIUS], 0.5f);
    set(&f->post[POST_SATURATION], 1.0f);
    test_frame_sky(f, (float[]){0.55f, 0.68f, 0.85f}, (float[]){0.12f, 0.25f, 0.55f});
    test_frame_sun(f, (float[]){0.4f, 0.8f, 0.45f}, 2.0f);
    test_frame_look(f, (float[]){0.0f, 2.2f, 7.0f}, (float[]){0.0f, 0.7f, 0.0f});
}

struct frame_body *test_frame_body(struct test_frame *f, uint32_t shape,
                                   const float position[3], const float half[3]) {
    ck_assert_uint_lt(f->frame.body_count, TEST_BODIES);
    struct frame_body *body = &f->bodies[f->frame.body_count++];
    *body = (struct frame_body){.id = "body",
                                .shape = shape,
                                .pose = {.rotation = {0, 0, 0, 1}, .scale = 1.0f},
                                .file = "",
                                .texture = "",
                                .color = {0.7f, 0.7f, 0.7f, 1.0f},
                                .roughness = 0.6f,
                                .shadow = true};
    memcpy(body->pose.position, position, sizeof body->pose.position);
    memcpy(body->half, half, sizeof body->half);
    return body;
}

void test_frame_lamp(struct test_frame *f, const float position[3], const float color[3]) {
    ck_assert_uint_lt(f->frame.light_count, TEST_LAMPS);
    wisp_light *light = &f->lights[f->frame.light_count++];
    *light = (wisp_light){.struct_size = sizeof *light, .radius = 0.1f};
    memcpy(light->position, position, sizeof light->position);
    memcpy(light->color, color, sizeof light->color);
}

static void paint(struct frame_body *body, const float rgb[3], float roughness,
                  float metallic) {
    memcpy(body->color, rgb, 3 * sizeof *rgb);
    body->roughness = roughness;
    body->metallic = metallic;
}

void test_frame_still_life(struct test_frame *f, uint32_t width, uint32_t height) {
    test_frame_init(f, width, height);
    struct frame_body *b =
        test_frame_body(f, WISP_SHAPE_PLANE, (float[]){0, 0, 0}, (float[3]){0});
    paint(b, (float[]){0.32f, 0.31f, 0.30f}, 0.75f, 0.0f);
    b->checker = 0.5f;
    b = test_frame_body(f, WISP_SHAPE_BOX, (float[]){-1.7f, 0.5f, -0.4f},
                        (float[]){0.5f, 0.5f, 0.5f});
    paint(b, (float[]){0.75f, 0.28f, 0.16f}, 0.5f, 0.0f);
    memcpy(b->pose.rotation, (float[]){0.0f, 0.259f, 0.0f, 0.966f}, 16);
    b = test_frame_body(f, WISP_SHAPE_SPHERE, (float[]){-0.3f, 0.6f, 0.3f},
                        (float[]){0.6f, 0, 0});
    paint(b, (float[]){0.95f, 0.78f, 0.45f}, 0.22f, 1.0f);
    b = test_frame_body(f, WISP_SHAPE_CYLINDER, (float[]){1.0f, 0.6f, -0.7f},
                        (float[]){0.35f, 0.6f, 0});
    paint(b, (float[]){0.18f, 0.42f, 0.48f}, 0.35f, 0.0f);
    b = test_frame_body(f, WISP_SHAPE_CAPSULE, (float[]){1.9f, 0.75f, 0.5f},
                        (float[]){0.3f, 0.45f, 0});
    paint(b, (float[]){0.85f, 0.85f, 0.82f}, 0.45f, 0.0f);
    b = test_frame_body(f, WISP_SHAPE_SPHERE, (float[]){0.75f, 0.15f, 1.3f},
                        (float[]){0.15f, 0, 0});
    paint(b, (float[]){0.1f, 0.1f, 0.1f}, 0.5f, 0.0f);
    memcpy(b->emission, (float[]){9.0f, 3.2f, 0.7f}, sizeof b->emission);
    b->shadow = false;
    test_frame_lamp(f, (float[]){0.75f, 0.4f, 1.3f}, (float[]){0.9f, 0.34f, 0.08f});
    test_frame_lamp(f, (float[]){-2.8f, 1.2f, 1.2f}, (float[]){0.1f, 0.35f, 0.9f});
    test_frame_sky(f, (float[]){0.62f, 0.42f, 0.30f}, (float[]){0.06f, 0.13f, 0.30f});
    test_frame_sun(f, (float[]){-0.55f, 0.5f, -0.45f}, 2.2f);
    memcpy(f->sun[SUN_COLOR].v, (float[]){1.0f, 0.78f, 0.55f, 1.0f}, 16);
    set(&f->post[POST_BLOOM_STRENGTH], 0.35f);
    set(&f->post[POST_VIGNETTE], 0.25f);
}
