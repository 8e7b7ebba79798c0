/* SPDX-License-Identifier: MIT
 *
 * sort - order by one float key, stable, from the largest to the smallest: back to front.
 *
 * Source  Least-significant-digit radix sort on the float's bits made monotone (Herf, Radix
 * Tricks, 2001).
 */
#ifndef KIT_SORT_H
#define KIT_SORT_H

#include <stdint.h>

/* order gets the n indices. room: 3 * n further words. Equal keys keep their order. */
void kit_sort_descending(const float *key, uint32_t n, uint32_t *order, uint32_t *room);

#endif
