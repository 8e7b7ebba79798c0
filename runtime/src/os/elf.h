/* SPDX-License-Identifier: MIT
 *
 * Look into the bytes of a shared object before the loader does: whole, ours, and what it would
 * do to the process. Any bytes at all may be given.
 *
 * Ownership  Names point into the bytes given.
 * Errors     WISP_E_BAD_DATA (no ELF, cut off, inconsistent), WISP_E_UNSUPPORTED (another
 * class, machine or byte order, not a shared object); report.reason says it in words and is set
 * on success too (""). Threads    Pure. Source     System V ABI, chapters 4 and 5; GNU
 * extensions by glibc's elf.h.
 */
#ifndef WISP_OS_ELF_H
#define WISP_OS_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wisp/status.h>

enum {
    ELF_NAMES_MOST = 32,
    ELF_BUILD_ID_MOST = 32,
    ELF_REASON_SIZE = 160,
};

/* The first ELF_NAMES_MOST names; count goes on. */
struct elf_names {
    const char *names[ELF_NAMES_MOST];
    size_t count;
};

struct elf_report {
    char reason[ELF_REASON_SIZE];
    uint8_t build_id[ELF_BUILD_ID_MOST];
    size_t build_id_size;         /* 0: none. */
    const char *soname, *runpath; /* NULL: none. runpath also when it is an RPATH. */
    bool nodelete;                /* DF_1_NODELETE: never unloaded. */
    bool static_tls;              /* DF_STATIC_TLS: takes from a small fixed store. */
    bool has_tls;                 /* A PT_TLS segment. */
    bool text_relocations, executable_stack;
    struct elf_names needed;     /* DT_NEEDED. */
    struct elf_names exported;   /* Defined, global or weak, default visibility. */
    struct elf_names undefined;  /* Wanted from elsewhere. */
    struct elf_names unique;     /* STB_GNU_UNIQUE: pins the image. */
    struct elf_names writable;   /* Objects in .data or .bss, from .symtab when there. */
    struct elf_names exit_hooks; /* atexit and the like among the undefined. */
    size_t init_functions, fini_functions; /* The compiler's own start files bring one each. */
    bool has_symtab;                       /* Not stripped: `writable` knows local names too. */
};

/* Check that the file is whole and for this machine, and fill the report. */
wisp_status elf_check(const void *bytes, size_t size, struct elf_report *report);

/* Whether a name is exported; only for bytes that elf_check accepted. */
bool elf_exports(const void *bytes, size_t size, const char *name);

/* Bytes of an exported object in the file: NULL when it is not exported, lies in .bss or is
 * shorter than size_wanted. They may not be aligned. Relocated parts (pointers) are not yet
 * filled in. */
const void *elf_object(const void *bytes, size_t size, const char *name, size_t size_wanted);

#endif
