/* SPDX-License-Identifier: MIT
 *
 * The buffers of one instance as one run of bytes: for swaps, seeking, crash recovery and
 * hashes.
 *
 * Layout     head (64 bytes), one record of 64 bytes per buffer in the order of names, the data
 *            of each buffer padded to 8 bytes, XXH3-64 of all before. Little-endian. A buffer's
 *            data are its used elements; planes are written one after the other.
 * Errors     WISP_E_BAD_DATA for anything that checkpoint_write would not have written,
 *            WISP_E_NOMEM also for a budget that does not suffice; the store is then empty.
 * Threads    Pure.
 */
#ifndef PLUGIN_CHECKPOINT_H
#define PLUGIN_CHECKPOINT_H

#include "plugin/buffers.h"

struct checkpoint_head {
    char effect[BUFFER_NAME]; /* The effect's id, zero-padded. */
    uint32_t schema;
    uint64_t steps;
};

size_t checkpoint_size(const struct buffer_store *store);
/* out: checkpoint_size bytes, aligned to 8. */
void checkpoint_write(const struct checkpoint_head *head, const struct buffer_store *store,
                      void *out);
/* store: initialised and empty; gets buffers that nobody has claimed. bytes: any alignment. */
wisp_status checkpoint_read(const void *bytes, size_t size, struct checkpoint_head *head,
                            struct buffer_store *store);
/* Of what checkpoint_write would write. */
uint64_t checkpoint_hash(const struct checkpoint_head *head, const struct buffer_store *store);

#endif
