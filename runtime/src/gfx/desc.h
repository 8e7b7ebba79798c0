/* SPDX-License-Identifier: MIT
 *
 * desc - reading descriptions whose size the other side has set.
 */
#ifndef WISP_GFX_DESC_H
#define WISP_GFX_DESC_H

#include <stdint.h>
#include <string.h>

/* Copy what both sides know; the rest of out becomes zero. Size 0 stands for ours: it is what a
 * description made by hand in the first revision would have. */
static inline void desc_read(void *out, size_t size, const void *desc) {
    uint32_t given;
    memcpy(&given, desc, sizeof given);
    size_t known = given && given < size ? given : size;
    memcpy(out, desc, known);
    memset((unsigned char *)out + known, 0, size - known);
}

#endif
