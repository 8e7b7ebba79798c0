/* SPDX-License-Identifier: MIT
 *
 * fluid_search - neighbour lists of one chunk.
 *
 * Particles lie in cell order with x fastest, so the 27 cells around a cell are nine contiguous
 * runs. The runs are copied side by side once per cell; every particle of the cell then tests
 * them in whole vectors and appends those within the kernel, in index order. Lists hold byte
 * offsets of vec4 and are padded to eight with the dummy behind the last particle.
 */
#include "fluid_lanes.h"
#include "fluid_levels.h"

enum {
    BLOCK = 1024,        /* candidates tested at once */
    MAX_NEIGHBOURS = 240 /* eight times a full lattice: more says that something is wrong */
};

typedef struct candidates {
    _Alignas(64) float x[BLOCK + 16];
    float y[BLOCK + 16], z[BLOCK + 16];
    uint32_t offset[BLOCK + 16];
    uint32_t row_begin[9], row_end[9];
    uint32_t row, at; /* where the next block begins */
    uint32_t count;
} candidates;

static void find_rows(const fluid_solver *s, candidates *c, const int32_t cell[3]) {
    const uint32_t nx = s->cells[0], nz = s->cells[2];
    uint32_t row = 0;
    for (int32_t dy = -1; dy <= 1; dy++) {
        for (int32_t dz = -1; dz <= 1; dz++, row++) {
            uint32_t y = (uint32_t)(cell[1] + dy), z = (uint32_t)(cell[2] + dz);
            uint32_t middle = (y * nz + z) * nx + (uint32_t)cell[0];
            c->row_begin[row] = s->a.cell_start[middle - 1];
            c->row_end[row] = s->a.cell_start[middle + 2];
        }
    }
    c->row = 0;
    c->at = c->row_begin[0];
}

/* Copy the next candidates; 1 when none are left behind them. */
static int fill(const fluid_solver *s, candidates *c) {
    uint32_t n = 0;
    while (c->row < 9) {
        uint32_t left = c->row_end[c->row] - c->at;
        uint32_t take = left < BLOCK - n ? left : BLOCK - n;
        memcpy(c->x + n, s->a.x + c->at, take * sizeof *c->x);
        memcpy(c->y + n, s->a.y + c->at, take * sizeof *c->y);
        memcpy(c->z + n, s->a.z + c->at, take * sizeof *c->z);
        for (uint32_t k = 0; k < take; k++) {
            c->offset[n + k] = (c->at + k) * (uint32_t)sizeof(fluid_vec4);
        }
        n += take;
        c->at += take;
        if (take < left) break;
        if (++c->row < 9) c->at = c->row_begin[c->row];
    }
    c->count = n;
    for (uint32_t k = n; k < n + 16; k++) {
        c->x[k] = c->y[k] = c->z[k] = FLUID_FAR;
        c->offset[k] = 0;
    }
    return c->row == 9;
}

/* Append to out the offsets of candidates within the kernel, self left out; up to 16 entries
 * behind the last one are overwritten. */
#if WISP_SIMD_LEVEL == 0
static uint32_t pick(const candidates *c, const float p[3], uint32_t self, uint32_t *out) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < c->count && n < MAX_NEIGHBOURS; k += 16) {
        float r2[16];
        for (uint32_t l = 0; l < 16; l++) {
            float x = c->x[k + l] - p[0], y = c->y[k + l] - p[1], z = c->z[k + l] - p[2];
            r2[l] = x * x + y * y + z * z;
        }
        for (uint32_t l = 0; l < 16; l++) {
            out[n] = c->offset[k + l];
            n += (uint32_t)(r2[l] < 1.0f) & (uint32_t)(c->offset[k + l] != self);
        }
    }
    return n;
}
#elif WISP_SIMD_LEVEL == 1
/* Byte shuffles that move the 4-byte lanes of a mask to the front. */
#define LANE(k) 4 * (k), 4 * (k) + 1, 4 * (k) + 2, 4 * (k) + 3
static const uint8_t fronts[16][16] = {
    {LANE(0), LANE(1), LANE(2), LANE(3)}, {LANE(0), LANE(1), LANE(2), LANE(3)},
    {LANE(1), LANE(1), LANE(2), LANE(3)}, {LANE(0), LANE(1), LANE(2), LANE(3)},
    {LANE(2), LANE(1), LANE(2), LANE(3)}, {LANE(0), LANE(2), LANE(2), LANE(3)},
    {LANE(1), LANE(2), LANE(2), LANE(3)}, {LANE(0), LANE(1), LANE(2), LANE(3)},
    {LANE(3), LANE(1), LANE(2), LANE(3)}, {LANE(0), LANE(3), LANE(2), LANE(3)},
    {LANE(1), LANE(3), LANE(2), LANE(3)}, {LANE(0), LANE(1), LANE(3), LANE(3)},
    {LANE(2), LANE(3), LANE(2), LANE(3)}, {LANE(0), LANE(2), LANE(3), LANE(3)},
    {LANE(1), LANE(2), LANE(3), LANE(3)}, {LANE(0), LANE(1), LANE(2), LANE(3)},
};

static uint32_t append4(__m128i offsets, uint32_t mask, uint32_t *out) {
    __m128i front = _mm_loadu_si128((const __m128i *)(const void *)fronts[mask]);
    _mm_storeu_si128((__m128i *)(void *)out, _mm_shuffle_epi8(offsets, front));
    return (uint32_t)__builtin_popcount(mask);
}

static uint32_t pick(const candidates *c, const float p[3], uint32_t self, uint32_t *out) {
    __m256 px = _mm256_set1_ps(p[0]), py = _mm256_set1_ps(p[1]), pz = _mm256_set1_ps(p[2]);
    __m256 one = _mm256_set1_ps(1.0f);
    __m256i me = _mm256_set1_epi32((int32_t)self);
    uint32_t n = 0;
    for (uint32_t k = 0; k < c->count; k += 8) {
        __m256 x = _mm256_sub_ps(_mm256_loadu_ps(c->x + k), px);
        __m256 y = _mm256_sub_ps(_mm256_loadu_ps(c->y + k), py);
        __m256 z = _mm256_sub_ps(_mm256_loadu_ps(c->z + k), pz);
        __m256 r2 = _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(x, x), _mm256_mul_ps(y, y)),
                                  _mm256_mul_ps(z, z));
        __m256i o = _mm256_loadu_si256((const __m256i *)(const void *)(c->offset + k));
        __m256 in = _mm256_cmp_ps(r2, one, _CMP_LT_OQ);
        in = _mm256_andnot_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(o, me)), in);
        uint32_t mask = (uint32_t)_mm256_movemask_ps(in);
        n += append4(_mm256_castsi256_si128(o), mask & 15u, out + n);
        n += append4(_mm256_extracti128_si256(o, 1), mask >> 4, out + n);
        if ((k & 8u) && n >= MAX_NEIGHBOURS) break; /* in steps of 16, as every level */
    }
    return n;
}
#else
static uint32_t pick(const candidates *c, const float p[3], uint32_t self, uint32_t *out) {
    __m512 px = _mm512_set1_ps(p[0]), py = _mm512_set1_ps(p[1]), pz = _mm512_set1_ps(p[2]);
    __m512 one = _mm512_set1_ps(1.0f);
    __m512i me = _mm512_set1_epi32((int32_t)self);
    uint32_t n = 0;
    for (uint32_t k = 0; k < c->count && n < MAX_NEIGHBOURS; k += 16) {
        __m512 x = _mm512_sub_ps(_mm512_loadu_ps(c->x + k), px);
        __m512 y = _mm512_sub_ps(_mm512_loadu_ps(c->y + k), py);
        __m512 z = _mm512_sub_ps(_mm512_loadu_ps(c->z + k), pz);
        __m512 r2 = _mm512_add_ps(_mm512_add_ps(_mm512_mul_ps(x, x), _mm512_mul_ps(y, y)),
                                  _mm512_mul_ps(z, z));
        __m512i o = _mm512_loadu_si512(c->offset + k);
        __mmask16 in = _mm512_cmp_ps_mask(r2, one, _CMP_LT_OQ);
        in = _mm512_mask_cmpneq_epi32_mask(in, o, me);
        _mm512_storeu_si512(out + n, _mm512_maskz_compress_epi32(in, o));
        n += (uint32_t)__builtin_popcount(in);
    }
    return n;
}
#endif

/* Room for the picks of one block, a cut-off list and what a vector store runs over. */
enum { LOCAL = MAX_NEIGHBOURS + 64 };

/* All neighbours of one particle into out; `first` tells whether the block is already filled.
 */
static uint32_t gather(const fluid_solver *s, candidates *c, const float p[3], uint32_t self,
                       uint32_t *out) {
    uint32_t n = pick(c, p, self, out);
    while (c->row < 9 && n < MAX_NEIGHBOURS) {
        fill(s, c);
        uint32_t more[LOCAL];
        uint32_t count = pick(c, p, self, more);
        if (count > LOCAL - 32 - n) count = LOCAL - 32 - n;
        memcpy(out + n, more, count * sizeof *more);
        n += count;
    }
    return n < MAX_NEIGHBOURS ? n : MAX_NEIGHBOURS;
}

void FLUID_SIMD(fluid_search)(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    const uint32_t room = FLUID_CHUNK * s->list_width;
    const uint32_t base = chunk * room;
    const uint32_t dummy = s->count * (uint32_t)sizeof(fluid_vec4);
    candidates c = {.row = 9};
    int32_t last[3] = {-1, -1, -1};
    int whole = 0;
    uint32_t used = 0;
    for (uint64_t i = begin; i < end; i++) {
        float p[3] = {s->a.x[i], s->a.y[i], s->a.z[i]};
        int32_t cell[3] = {(int32_t)p[0] + 1, (int32_t)p[1] + 1, (int32_t)p[2] + 1};
        if (!whole || cell[0] != last[0] || cell[1] != last[1] || cell[2] != last[2]) {
            find_rows(s, &c, cell);
            whole = fill(s, &c);
            memcpy(last, cell, sizeof last);
        }
        uint32_t local[LOCAL];
        uint32_t *out = used + LOCAL <= room ? s->a.list + base + used : local;
        uint32_t n = gather(s, &c, p, (uint32_t)i * (uint32_t)sizeof(fluid_vec4), out);
        uint32_t padded = (n + 7u) & ~7u;
        for (uint32_t k = n; k < padded; k++) out[k] = dummy;
        if (out == local && used + padded <= room) {
            memcpy(s->a.list + base + used, local, padded * sizeof *local);
        }
        s->a.list_start[i] = base + used;
        s->a.neighbours[i] = (uint16_t)n;
        used += padded;
    }
    s->a.sums[chunk].list_width = (used + FLUID_CHUNK - 1) / FLUID_CHUNK;
}
