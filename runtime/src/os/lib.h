/* SPDX-License-Identifier: MIT
 *
 * Shared objects: load, look up, close, and see whether closing worked.
 *
 * Ownership  The message of a failure is copied out.
 * Errors     WISP_E_BAD_DATA with the loader's words in message.
 * Threads    One at a time, as the loader's lock would have it anyway.
 */
#ifndef WISP_OS_LIB_H
#define WISP_OS_LIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wisp/status.h>

struct lib; /* The system's handle. */

/* Everything resolved now, nothing offered to others. message may be NULL. */
wisp_status lib_open(const char *path, struct lib **out, char *message, size_t size);
void *lib_symbol(struct lib *lib, const char *name); /* NULL: not there. */
/* A build with sanitizers (WISP_KEEP_MODULES) keeps the image mapped. */
void lib_close(struct lib *lib);
/* Whether the object of this path is in the process: true after lib_close when it is pinned. */
bool lib_is_resident(const char *path);
/* Where an address's object is loaded; 0 when it belongs to none. */
uintptr_t lib_base_of(const void *address);
/* The path that the loader knows an address's object by; false when it belongs to none. */
bool lib_path_of(const void *address, char *out, size_t size);
/* The GNU build-id of the loaded object that has this address: its length, 0 when none. */
size_t lib_build_id(const void *address, uint8_t *out, size_t size);

#endif
