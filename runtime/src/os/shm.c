/* SPDX-License-Identifier: MIT
 *
 * Shared memory by memfd.
 */
#include "os/shm.h"

#include "os/errno_status.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static wisp_status shm_map(struct shm *shm, size_t size) {
    void *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, shm->fd, 0);
    if (bytes == MAP_FAILED) return errno_status(errno);
    shm->bytes = bytes;
    shm->size = size;
    return WISP_OK;
}

wisp_status shm_create(const char *name, size_t size, struct shm *out) {
    if (size == 0) return WISP_E_BAD_PARAM;
    struct shm shm = {.fd = memfd_create(name, MFD_CLOEXEC)};
    if (shm.fd < 0) return errno_status(errno);
    wisp_status status =
        ftruncate(shm.fd, (off_t)size) == 0 ? shm_map(&shm, size) : errno_status(errno);
    if (status < 0) {
        close(shm.fd);
        return status;
    }
    *out = shm;
    return WISP_OK;
}

wisp_status shm_open_fd(int fd, struct shm *out) {
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size <= 0) return WISP_E_BAD_DATA;
    struct shm shm = {.fd = fd};
    wisp_status status = shm_map(&shm, (size_t)st.st_size);
    if (status == WISP_OK) *out = shm;
    return status;
}

static wisp_status shm_remap(struct shm *shm, size_t size) {
    if (size == shm->size) return WISP_OK;
    void *bytes = mremap(shm->bytes, shm->size, size, MREMAP_MAYMOVE);
    if (bytes == MAP_FAILED) return errno_status(errno);
    shm->bytes = bytes;
    shm->size = size;
    return WISP_OK;
}

wisp_status shm_resize(struct shm *shm, size_t size) {
    if (size < shm->size) return WISP_E_BAD_PARAM; /* Others would die of SIGBUS. */
    if (ftruncate(shm->fd, (off_t)size) != 0) return errno_status(errno);
    return shm_remap(shm, size);
}

wisp_status shm_refresh(struct shm *shm) {
    struct stat st;
    if (fstat(shm->fd, &st) != 0) return errno_status(errno);
    return shm_remap(shm, (size_t)st.st_size);
}

void shm_close(struct shm *shm) {
    if (!shm->bytes) return;
    munmap(shm->bytes, shm->size);
    close(shm->fd);
    *shm = (struct shm){.fd = -1};
}
