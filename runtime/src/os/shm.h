/* SPDX-License-Identifier: MIT
 *
 * Memory that two processes share: anonymous, handed to a child as a descriptor. It outlives
 * the process that crashes.
 *
 * Ownership  shm_close unmaps and closes here; the memory is gone when the last holder closes.
 * Errors     WISP_E_NOMEM, WISP_E_NO_SPACE, WISP_E_BAD_DATA (descriptor is no such memory).
 * Threads    One at a time per object; what is written inside is the users' business.
 */
#ifndef WISP_OS_SHM_H
#define WISP_OS_SHM_H

#include <stddef.h>
#include <wisp/status.h>

struct shm {
    void *bytes;
    size_t size;
    int fd; /* Pass it in process_desc.keep_fds. */
};

/* New memory of zeros. name shows in /proc only. */
wisp_status shm_create(const char *name, size_t size, struct shm *out);
/* Map what a parent handed over. The descriptor then belongs to out. */
wisp_status shm_open_fd(int fd, struct shm *out);
/* Grow; the mapping may move. Others see the new size after shm_refresh. */
wisp_status shm_resize(struct shm *shm, size_t size);
wisp_status shm_refresh(struct shm *shm);
void shm_close(struct shm *shm);

#endif
