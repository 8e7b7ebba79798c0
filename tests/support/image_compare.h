/* SPDX-License-Identifier: MIT
 *
 * image_compare - pictures of tests against the ones kept in tests/golden/expected.
 */
#ifndef WISP_SUPPORT_IMAGE_COMPARE_H
#define WISP_SUPPORT_IMAGE_COMPARE_H

#include <stdint.h>

/* How far a picture may be off: a pixel differs when a channel is off by more than `tolerance`;
 * at most `share` of the pixels may. */
struct image_limits {
    int tolerance;
    double share;
};

/* Compare RGBA pixels with expected/<name>.png. The picture, and on failure the difference, are
 * written below the build folder (golden/). With WISP_GOLDEN_UPDATE set in the environment the
 * expected picture is written instead; look at it before you commit it. */
void image_expect(const char *name, const uint8_t *rgba, uint32_t width, uint32_t height,
                  struct image_limits limits);
void image_save(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height);

#endif
