/* SPDX-License-Identifier: MIT
 *
 * The loader, through dlfcn and the program headers of what is loaded.
 */
#include "os/lib.h"

#include "base/str.h"
#include <dlfcn.h>
#include <link.h>
#include <string.h>

wisp_status lib_open(const char *path, struct lib **out, char *message, size_t size) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *words = dlerror();
        str_copy(message, message ? size : 0, words ? words : "unknown loader error");
        return WISP_E_BAD_DATA;
    }
    *out = handle;
    return WISP_OK;
}

void *lib_symbol(struct lib *lib, const char *name) { return dlsym(lib, name); }

void lib_close(struct lib *lib) {
#if defined(WISP_KEEP_MODULES)
    (void)lib; /* Leak reports name functions only while the image is there. */
#else
    if (lib) dlclose(lib);
#endif
}

bool lib_is_resident(const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (handle) dlclose(handle);
    return handle != NULL;
}

uintptr_t lib_base_of(const void *address) {
    Dl_info info;
    return dladdr(address, &info) ? (uintptr_t)info.dli_fbase : 0;
}

bool lib_path_of(const void *address, char *out, size_t size) {
    Dl_info info;
    if (!dladdr(address, &info) || !info.dli_fname) return false;
    str_copy(out, size, info.dli_fname);
    return true;
}

struct build_id_search {
    uintptr_t address;
    uint8_t *out;
    size_t size, found;
};

static bool object_has(const struct dl_phdr_info *info, uintptr_t address) {
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && address - (info->dlpi_addr + p->p_vaddr) < p->p_memsz)
            return true;
    }
    return false;
}

/* The notes are loaded and trusted by now: the loader has read them too. */
static size_t note_build_id(const unsigned char *notes, size_t size, uint8_t *out,
                            size_t room) {
    while (size >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) n;
        memcpy(&n, notes, sizeof n);
        size_t name = (n.n_namesz + 3u) & ~(size_t)3, desc = (n.n_descsz + 3u) & ~(size_t)3;
        if (name + desc > size - sizeof n) return 0;
        const unsigned char *text = notes + sizeof n;
        if (n.n_type == NT_GNU_BUILD_ID && n.n_namesz == 4 && memcmp(text, "GNU", 4) == 0) {
            size_t length = n.n_descsz < room ? n.n_descsz : room;
            memcpy(out, text + name, length);
            return length;
        }
        notes += sizeof n + name + desc;
        size -= sizeof n + name + desc;
    }
    return 0;
}

static int search_object(struct dl_phdr_info *info, size_t info_size, void *user) {
    struct build_id_search *search = user;
    (void)info_size;
    if (!object_has(info, search->address)) return 0;
    for (int i = 0; i < info->dlpi_phnum && search->found == 0; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_NOTE) continue;
        const unsigned char *notes = (const unsigned char *)(info->dlpi_addr + p->p_vaddr);
        search->found = note_build_id(notes, p->p_memsz, search->out, search->size);
    }
    return 1;
}

size_t lib_build_id(const void *address, uint8_t *out, size_t size) {
    struct build_id_search search = {(uintptr_t)address, out, size, 0};
    dl_iterate_phdr(search_object, &search);
    return search.found;
}
