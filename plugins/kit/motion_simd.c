/* SPDX-License-Identifier: MIT
 *
 * Plain loops that the compiler vectorises, once per instruction set. Every operation is
 * element by element and exactly rounded, so that all levels agree to the bit. */
#include "kit/motion.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static uint32_t WISP_SIMD(age_block)(const struct kit_block *block, float dt) {
    float *restrict age = block->age;
    const float *restrict inv_life = block->inv_life;
    uint32_t dead = 0;
    for (uint32_t i = 0; i < block->n; i++) {
        float t = age[i] + dt;
        age[i] = t;
        dead += t * inv_life[i] >= 1.0f;
    }
    return dead;
}

static uint32_t WISP_SIMD(move)(const struct kit_block *block, const struct kit_motion *m) {
    const uint32_t n = block->n;
    for (int k = 0; k < 3; k++) {
        float *restrict p = block->pos[k], *restrict v = block->vel[k];
        const float e = m->e, b = m->b, dp = m->accel[k] * m->c, dv = m->accel[k] * m->b;
        for (uint32_t i = 0; i < n; i++) {
            float w = v[i];
            p[i] = p[i] + (w * b + dp);
            v[i] = w * e + dv;
        }
    }
    return WISP_SIMD(age_block)(block, m->dt);
}

static uint32_t WISP_SIMD(move_by)(const struct kit_block *block, const struct kit_motion *m,
                                   const float *const accel[3]) {
    const uint32_t n = block->n;
    for (int k = 0; k < 3; k++) {
        float *restrict p = block->pos[k], *restrict v = block->vel[k];
        const float *restrict a = accel[k];
        const float e = m->e, b = m->b, c = m->c, g = m->accel[k];
        for (uint32_t i = 0; i < n; i++) {
            float w = v[i], f = a[i] + g;
            p[i] = p[i] + (w * b + f * c);
            v[i] = w * e + f * b;
        }
    }
    return WISP_SIMD(age_block)(block, m->dt);
}

/* In this form each line is one min or max instruction, NaN and all. */
static inline float clamp01(float t) {
    t = t < 1.0f ? t : 1.0f;
    return t > 0.0f ? t : 0.0f;
}

static void WISP_SIMD(sizes)(const struct kit_block *block, const struct kit_look *look,
                             float *restrict size) {
    const float *restrict age = block->age, *restrict inv_life = block->inv_life;
    if (look->size_table) {
        const float *restrict table = look->size_table;
        for (uint32_t i = 0; i < block->n; i++) {
            float t = age[i] * inv_life[i];
            int32_t at = (int32_t)(clamp01(t) * (float)(KIT_TABLE - 1) + 0.5f);
            size[i] = t < 1.0f ? table[at] : 0.0f;
        }
        return;
    }
    const float s0 = look->size[0], ds = look->size[1] - look->size[0];
    for (uint32_t i = 0; i < block->n; i++) {
        float t = age[i] * inv_life[i];
        size[i] = t < 1.0f ? s0 + ds * clamp01(t) : 0.0f;
    }
}

static void WISP_SIMD(colors)(const struct kit_block *block, const struct kit_look *look,
                              uint32_t *restrict rgba) {
    const float *restrict age = block->age, *restrict inv_life = block->inv_life;
    if (look->style) {
        const uint32_t *restrict table = look->rgba_table, *restrict style = look->style;
        for (uint32_t i = 0; i < block->n; i++) {
            int32_t at =
                (int32_t)(clamp01(age[i] * inv_life[i]) * (float)(KIT_TABLE - 1) + 0.5f);
            rgba[i] = table[style[i] * KIT_TABLE + (uint32_t)at];
        }
        return;
    }
    if (look->rgba_table) {
        const uint32_t *restrict table = look->rgba_table;
        for (uint32_t i = 0; i < block->n; i++)
            rgba[i] =
                table[(int32_t)(clamp01(age[i] * inv_life[i]) * (float)(KIT_TABLE - 1) + 0.5f)];
        return;
    }
    float c0[4], dc[4];
    for (int k = 0; k < 4; k++) {
        c0[k] = look->color[0][k] * 255.0f + 0.5f;
        dc[k] = (look->color[1][k] - look->color[0][k]) * 255.0f;
    }
    for (uint32_t i = 0; i < block->n; i++) {
        float t = clamp01(age[i] * inv_life[i]);
        int32_t r = (int32_t)(c0[0] + dc[0] * t), g = (int32_t)(c0[1] + dc[1] * t);
        int32_t b = (int32_t)(c0[2] + dc[2] * t), a = (int32_t)(c0[3] + dc[3] * t);
        rgba[i] = (uint32_t)(r | g << 8 | b << 16) | (uint32_t)a << 24;
    }
}

static void WISP_SIMD(record)(const struct kit_block *block, const struct kit_look *look,
                              const struct kit_record *out) {
    float *const to[3] = {out->x, out->y, out->z};
    for (int k = 0; k < 3; k++) {
        float *restrict q = to[k];
        const float *restrict p = block->pos[k];
        for (uint32_t i = 0; i < block->n; i++) q[i] = p[i];
    }
    WISP_SIMD(sizes)(block, look, out->size);
    WISP_SIMD(colors)(block, look, out->rgba);
}

static void WISP_SIMD(stream)(uint32_t *to, const uint32_t *from, uint32_t n) {
#if defined(__AVX512F__)
    for (uint32_t i = 0; i < n; i += 16)
        _mm512_stream_si512((void *)(to + i), _mm512_loadu_si512(from + i));
#elif defined(__AVX2__)
    for (uint32_t i = 0; i < n; i += 8)
        _mm256_stream_si256((void *)(to + i), _mm256_loadu_si256((const void *)(from + i)));
#elif defined(__SSE2__)
    for (uint32_t i = 0; i < n; i += 4)
        _mm_stream_si128((void *)(to + i), _mm_loadu_si128((const void *)(from + i)));
#else
    for (uint32_t i = 0; i < n; i++) to[i] = from[i];
#endif
}

extern const struct kit_kernels WISP_SIMD(kit_kernels);
const struct kit_kernels WISP_SIMD(kit_kernels) = {
    .move = WISP_SIMD(move),
    .move_by = WISP_SIMD(move_by),
    .record = WISP_SIMD(record),
    .stream = WISP_SIMD(stream),
};
