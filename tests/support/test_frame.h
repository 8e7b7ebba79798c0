/* SPDX-License-Identifier: MIT
 *
 * test_frame - a picture's worth of a scene made by hand: camera, sky, sun, post, bodies,
 * lamps.
 */
#ifndef WISP_SUPPORT_TEST_FRAME_H
#define WISP_SUPPORT_TEST_FRAME_H

#include "scene/frame.h"

enum { TEST_BODIES = 64, TEST_LAMPS = 64, TEST_EFFECTS = 64 };

struct test_frame {
    struct scene_frame frame;
    wisp_value sky[SKY_PARAMS], sun[SUN_PARAMS], post[POST_PARAMS];
    float gradient[8];
    struct frame_body bodies[TEST_BODIES];
    wisp_light lights[TEST_LAMPS];
    struct frame_effect effects[TEST_EFFECTS];
};

/* An empty world in daylight, seen from a little above; nothing points outside of f. */
void test_frame_init(struct test_frame *f, uint32_t width, uint32_t height);
void test_frame_look(struct test_frame *f, const float eye[3], const float target[3]);
void test_frame_sun(struct test_frame *f, const float direction[3], float intensity);
void test_frame_sky(struct test_frame *f, const float horizon[3], const float zenith[3]);
struct frame_body *test_frame_body(struct test_frame *f, uint32_t shape,
                                   const float position[3], const float half[3]);
void test_frame_lamp(struct test_frame *f, const float position[3], const float color[3]);
/* Ground, box, ball, cylinder, capsule and two coloured lamps at dusk. */
void test_frame_still_life(struct test_frame *f, uint32_t width, uint32_t height);

#endif
