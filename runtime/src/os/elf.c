/* SPDX-License-Identifier: MIT
 *
 * Reading an ELF file that may be cut, damaged or something else. Every structure is copied out
 * through a bounds check; nothing in the file is taken as a pointer or a length unseen.
 *
 * Segment ranges alone do not show that a file is whole: a linker may lay out the full size
 * first and fill it later. The section headers are written last, at the end, so they must be
 * there and make sense, names included.
 */
#include "os/elf.h"

#include "base/str.h"
#include <elf.h>
#include <string.h>

#if defined(__x86_64__)
#define ELF_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define ELF_MACHINE EM_AARCH64
#else
#define ELF_MACHINE EM_NONE
#endif

struct span {
    const unsigned char *bytes;
    size_t size;
};

struct elf_file {
    struct span all;
    Elf64_Ehdr head;
    Elf64_Shdr dynsym, symtab; /* sh_size 0: none. */
    struct span dynstr, symstr, section_names;
    Elf64_Phdr dynamic, relro; /* p_type 0: none. */
};

static bool span_part(struct span s, uint64_t offset, uint64_t size, struct span *out) {
    if (offset > s.size || size > s.size - offset) return false;
    *out = (struct span){s.bytes + offset, (size_t)size};
    return true;
}

static bool span_read(struct span s, uint64_t offset, void *out, size_t size) {
    struct span part;
    if (!span_part(s, offset, size, &part)) return false;
    memcpy(out, part.bytes, size);
    return true;
}

static wisp_status refuse(struct elf_report *r, wisp_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static wisp_status refuse(struct elf_report *r, wisp_status status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str_format_args(r->reason, sizeof r->reason, format, args);
    va_end(args);
    return status;
}

static wisp_status check_head(struct elf_file *f, struct elf_report *r) {
    Elf64_Ehdr *h = &f->head;
    if (f->all.size == 0) return refuse(r, WISP_E_BAD_DATA, "the file is empty");
    if (f->all.size < SELFMAG || memcmp(f->all.bytes, ELFMAG, SELFMAG) != 0)
        return refuse(r, WISP_E_BAD_DATA, "not an ELF file");
    if (!span_read(f->all, 0, h, sizeof *h))
        return refuse(r, WISP_E_BAD_DATA, "cut off in the ELF header");
    if (h->e_ident[EI_CLASS] != ELFCLASS64)
        return refuse(r, WISP_E_UNSUPPORTED, "not a 64-bit object");
    if (h->e_ident[EI_DATA] != ELFDATA2LSB)
        return refuse(r, WISP_E_UNSUPPORTED, "not a little-endian object");
    if (h->e_machine != ELF_MACHINE)
        return refuse(r, WISP_E_UNSUPPORTED, "built for another machine (%u, this one is %u)",
                      h->e_machine, (unsigned)ELF_MACHINE);
    if (h->e_type != ET_DYN)
        return refuse(r, WISP_E_UNSUPPORTED, "not a shared object (ELF type %u)", h->e_type);
    if (h->e_version != EV_CURRENT || h->e_ehsize < sizeof *h)
        return refuse(r, WISP_E_BAD_DATA, "the ELF header is damaged");
    return WISP_OK;
}

static bool read_segment(const struct elf_file *f, unsigned i, Elf64_Phdr *out) {
    return span_read(f->all, f->head.e_phoff + (uint64_t)i * sizeof *out, out, sizeof *out);
}

static bool read_section(const struct elf_file *f, unsigned i, Elf64_Shdr *out) {
    return span_read(f->all, f->head.e_shoff + (uint64_t)i * sizeof *out, out, sizeof *out);
}

static void take_segment(struct elf_file *f, struct elf_report *r, const Elf64_Phdr *p) {
    if (p->p_type == PT_DYNAMIC) f->dynamic = *p;
    if (p->p_type == PT_GNU_RELRO) f->relro = *p;
    if (p->p_type == PT_TLS) r->has_tls = true;
    if (p->p_type == PT_GNU_STACK && (p->p_flags & PF_X)) r->executable_stack = true;
}

/* Every range that the loader or the program reads must end inside the file. */
static wisp_status check_segments(struct elf_file *f, struct elf_report *r) {
    struct span table, part;
    const Elf64_Ehdr *h = &f->head;
    unsigned loads = 0;
    if (h->e_phnum == 0 || h->e_phentsize != sizeof(Elf64_Phdr))
        return refuse(r, WISP_E_BAD_DATA, "no program headers");
    if (!span_part(f->all, h->e_phoff, (uint64_t)h->e_phnum * sizeof(Elf64_Phdr), &table))
        return refuse(r, WISP_E_BAD_DATA, "cut off in the program headers");
    for (unsigned i = 0; i < h->e_phnum; i++) {
        Elf64_Phdr p;
        if (!read_segment(f, i, &p)) return refuse(r, WISP_E_BAD_DATA, "cut off");
        if (p.p_type == PT_NULL || p.p_type == PT_GNU_STACK) {
            take_segment(f, r, &p);
            continue;
        }
        if (!span_part(f->all, p.p_offset, p.p_filesz, &part))
            return refuse(r, WISP_E_BAD_DATA, "cut off: segment %u ends past the file", i);
        if (p.p_memsz < p.p_filesz || p.p_vaddr + p.p_memsz < p.p_vaddr)
            return refuse(r, WISP_E_BAD_DATA, "segment %u has impossible sizes", i);
        loads += p.p_type == PT_LOAD;
        take_segment(f, r, &p);
    }
    if (loads == 0 || f->dynamic.p_type != PT_DYNAMIC)
        return refuse(r, WISP_E_BAD_DATA, "nothing to load");
    return WISP_OK;
}

/* A table of strings, often the last section: its alignment, which every linker sets to 1,
 * shows that the last header has arrived whole. It begins and ends with a zero, so that any
 * offset inside is a string. */
static bool string_section(const struct elf_file *f, unsigned i, struct span *out) {
    Elf64_Shdr s;
    return i < f->head.e_shnum && read_section(f, i, &s) && s.sh_type == SHT_STRTAB &&
           s.sh_addralign > 0 && span_part(f->all, s.sh_offset, s.sh_size, out) &&
           out->size > 0 && out->bytes[0] == 0 && out->bytes[out->size - 1] == 0;
}

static const char *string_at(struct span strings, uint64_t offset) {
    return offset < strings.size ? (const char *)strings.bytes + offset : NULL;
}

static wisp_status check_section(struct elf_file *f, struct elf_report *r, unsigned i) {
    Elf64_Shdr s;
    struct span part;
    if (!read_section(f, i, &s)) return refuse(r, WISP_E_BAD_DATA, "cut off");
    const char *name = string_at(f->section_names, s.sh_name);
    if (!name || (i > 0 && (*name == '\0' || s.sh_type == SHT_NULL)))
        return refuse(r, WISP_E_BAD_DATA, "section %u has no name or no type: half written", i);
    bool stored = s.sh_type != SHT_NOBITS && s.sh_type != SHT_NULL;
    if (stored && !span_part(f->all, s.sh_offset, s.sh_size, &part))
        return refuse(r, WISP_E_BAD_DATA, "cut off: section %u ends past the file", i);
    if (s.sh_type == SHT_DYNSYM || s.sh_type == SHT_SYMTAB) {
        bool dynamic = s.sh_type == SHT_DYNSYM;
        if (s.sh_entsize != sizeof(Elf64_Sym) ||
            !string_section(f, s.sh_link, dynamic ? &f->dynstr : &f->symstr))
            return refuse(r, WISP_E_BAD_DATA, "a symbol table is damaged");
        *(dynamic ? &f->dynsym : &f->symtab) = s;
    }
    return WISP_OK;
}

static wisp_status check_sections(struct elf_file *f, struct elf_report *r) {
    const Elf64_Ehdr *h = &f->head;
    struct span table;
    if (h->e_shnum == 0 || h->e_shentsize != sizeof(Elf64_Shdr))
        return refuse(r, WISP_E_BAD_DATA,
                      "no section headers: half written, or stripped of them");
    if (!span_part(f->all, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr), &table))
        return refuse(r, WISP_E_BAD_DATA, "cut off in the section headers");
    if (!string_section(f, h->e_shstrndx, &f->section_names))
        return refuse(r, WISP_E_BAD_DATA, "section names cannot be read: half written");
    for (unsigned i = 0; i < h->e_shnum; i++) {
        wisp_status status = check_section(f, r, i);
        if (status < 0) return status;
    }
    if (f->dynsym.sh_size == 0) return refuse(r, WISP_E_BAD_DATA, "no dynamic symbols");
    return WISP_OK;
}

static void names_add(struct elf_names *list, const char *name) {
    if (list->count < ELF_NAMES_MOST) list->names[list->count] = name;
    list->count++;
}

static wisp_status read_dynamic(const struct elf_file *f, struct elf_report *r) {
    struct span table;
    if (!span_part(f->all, f->dynamic.p_offset, f->dynamic.p_filesz, &table))
        return refuse(r, WISP_E_BAD_DATA, "cut off");
    Elf64_Dyn d;
    bool ended = false;
    for (size_t at = 0; !ended && span_read(table, at, &d, sizeof d); at += sizeof d) {
        const char *text = string_at(f->dynstr, d.d_un.d_val);
        bool named = d.d_tag == DT_NEEDED || d.d_tag == DT_SONAME || d.d_tag == DT_RUNPATH ||
                     d.d_tag == DT_RPATH;
        if (named && !text) return refuse(r, WISP_E_BAD_DATA, "a dynamic name is damaged");
        if (d.d_tag == DT_NEEDED) names_add(&r->needed, text);
        if (d.d_tag == DT_SONAME) r->soname = text;
        if (d.d_tag == DT_RUNPATH || (d.d_tag == DT_RPATH && !r->runpath)) r->runpath = text;
        if (d.d_tag == DT_FLAGS && (d.d_un.d_val & DF_STATIC_TLS)) r->static_tls = true;
        if (d.d_tag == DT_TEXTREL || (d.d_tag == DT_FLAGS && (d.d_un.d_val & DF_TEXTREL)))
            r->text_relocations = true;
        if (d.d_tag == DT_FLAGS_1 && (d.d_un.d_val & DF_1_NODELETE)) r->nodelete = true;
        if (d.d_tag == DT_INIT_ARRAYSZ) r->init_functions = d.d_un.d_val / sizeof(Elf64_Addr);
        if (d.d_tag == DT_FINI_ARRAYSZ) r->fini_functions = d.d_un.d_val / sizeof(Elf64_Addr);
        ended = d.d_tag == DT_NULL;
    }
    return ended ? WISP_OK : refuse(r, WISP_E_BAD_DATA, "the dynamic table has no end");
}

static bool is_exit_hook(const char *name) {
    static const char *const hooks[] = {"atexit",
                                        "on_exit",
                                        "__cxa_atexit",
                                        "__cxa_at_quick_exit",
                                        "at_quick_exit",
                                        "__cxa_thread_atexit",
                                        "__cxa_thread_atexit_impl"};
    for (size_t i = 0; i < sizeof hooks / sizeof hooks[0]; i++)
        if (str_equal(name, hooks[i])) return true;
    return false;
}

static bool is_exported(const Elf64_Sym *s) {
    unsigned bind = ELF64_ST_BIND(s->st_info), visibility = ELF64_ST_VISIBILITY(s->st_other);
    return s->st_shndx != SHN_UNDEF &&
           (bind == STB_GLOBAL || bind == STB_WEAK || bind == STB_GNU_UNIQUE) &&
           (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

/* Symbol i of a table with its name; false past the end or for a damaged name. */
static bool read_symbol(const struct elf_file *f, const Elf64_Shdr *table, struct span strings,
                        uint64_t i, Elf64_Sym *out, const char **name) {
    struct span part;
    if (i >= table->sh_size / sizeof *out) return false;
    if (!span_part(f->all, table->sh_offset, table->sh_size, &part)) return false;
    if (!span_read(part, i * sizeof *out, out, sizeof *out)) return false;
    *name = string_at(strings, out->st_name);
    return *name != NULL;
}

static wisp_status read_dynamic_symbols(const struct elf_file *f, struct elf_report *r) {
    uint64_t count = f->dynsym.sh_size / sizeof(Elf64_Sym);
    for (uint64_t i = 1; i < count; i++) {
        Elf64_Sym s;
        const char *name;
        if (!read_symbol(f, &f->dynsym, f->dynstr, i, &s, &name))
            return refuse(r, WISP_E_BAD_DATA, "a symbol's name is damaged");
        if (ELF64_ST_BIND(s.st_info) == STB_GNU_UNIQUE) names_add(&r->unique, name);
        if (is_exported(&s)) names_add(&r->exported, name);
        if (s.st_shndx != SHN_UNDEF) continue;
        names_add(&r->undefined, name);
        if (is_exit_hook(name)) names_add(&r->exit_hooks, name);
    }
    return WISP_OK;
}

/* What the compiler's start files and the linker bring along. */
static bool is_toolchain_object(const char *name) {
    static const char *const own[] = {"__dso_handle", "__TMC_END__", "_DYNAMIC",
                                      "_GLOBAL_OFFSET_TABLE_"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (str_equal(name, own[i])) return true;
    return false;
}

/* In a section that stays writable once the loader has relocated it. */
static bool is_writable(const struct elf_file *f, const Elf64_Sym *s) {
    Elf64_Shdr section;
    if (ELF64_ST_TYPE(s->st_info) != STT_OBJECT || s->st_size == 0) return false;
    if (s->st_shndx == SHN_UNDEF || s->st_shndx >= f->head.e_shnum) return false;
    if (!read_section(f, s->st_shndx, &section)) return false;
    if (!(section.sh_flags & SHF_WRITE) || !(section.sh_flags & SHF_ALLOC)) return false;
    return s->st_value - f->relro.p_vaddr >= f->relro.p_memsz; /* Wraps when below. */
}

static void read_writable(const struct elf_file *f, struct elf_report *r) {
    r->has_symtab = f->symtab.sh_size > 0;
    const Elf64_Shdr *table = r->has_symtab ? &f->symtab : &f->dynsym;
    struct span strings = r->has_symtab ? f->symstr : f->dynstr;
    uint64_t count = table->sh_size / sizeof(Elf64_Sym);
    bool start_file = false; /* Local symbols follow the name of their source file. */
    for (uint64_t i = 1; i < count; i++) {
        Elf64_Sym s;
        const char *name;
        if (!read_symbol(f, table, strings, i, &s, &name)) continue;
        if (ELF64_ST_TYPE(s.st_info) == STT_FILE) start_file = str_equal(name, "crtstuff.c");
        bool ours = start_file && ELF64_ST_BIND(s.st_info) == STB_LOCAL;
        if (!ours && is_writable(f, &s) && !is_toolchain_object(name))
            names_add(&r->writable, name);
    }
}

static uint64_t round_up4(uint64_t n) { return (n + 3) & ~UINT64_C(3); }

static void read_notes(struct span notes, struct elf_report *r) {
    Elf64_Nhdr n;
    uint64_t at = 0;
    while (span_read(notes, at, &n, sizeof n)) {
        struct span name, desc;
        uint64_t text = at + sizeof n, data = text + round_up4(n.n_namesz);
        if (!span_part(notes, text, n.n_namesz, &name)) return;
        if (!span_part(notes, data, n.n_descsz, &desc)) return;
        bool gnu = name.size == 4 && memcmp(name.bytes, "GNU", 4) == 0;
        if (gnu && n.n_type == NT_GNU_BUILD_ID && r->build_id_size == 0) {
            r->build_id_size = desc.size < ELF_BUILD_ID_MOST ? desc.size : ELF_BUILD_ID_MOST;
            memcpy(r->build_id, desc.bytes, r->build_id_size);
        }
        at = data + round_up4(n.n_descsz);
    }
}

static void read_build_id(const struct elf_file *f, struct elf_report *r) {
    for (unsigned i = 0; i < f->head.e_phnum; i++) {
        Elf64_Phdr p;
        struct span notes;
        if (read_segment(f, i, &p) && p.p_type == PT_NOTE &&
            span_part(f->all, p.p_offset, p.p_filesz, &notes))
            read_notes(notes, r);
    }
}

static wisp_status open_file(const void *bytes, size_t size, struct elf_file *f,
                             struct elf_report *r) {
    *f = (struct elf_file){.all = {bytes, size}};
    wisp_status status = check_head(f, r);
    if (status == WISP_OK) status = check_segments(f, r);
    if (status == WISP_OK) status = check_sections(f, r);
    return status;
}

wisp_status elf_check(const void *bytes, size_t size, struct elf_report *report) {
    struct elf_file f;
    *report = (struct elf_report){.reason = ""};
    wisp_status status = open_file(bytes, size, &f, report);
    if (status == WISP_OK) status = read_dynamic(&f, report);
    if (status == WISP_OK) status = read_dynamic_symbols(&f, report);
    if (status < 0) return status;
    read_writable(&f, report);
    read_build_id(&f, report);
    return WISP_OK;
}

static bool find_exported(const struct elf_file *f, const char *wanted, Elf64_Sym *out) {
    const char *name;
    for (uint64_t i = 1; i < f->dynsym.sh_size / sizeof *out; i++)
        if (read_symbol(f, &f->dynsym, f->dynstr, i, out, &name) && is_exported(out) &&
            str_equal(name, wanted))
            return true;
    return false;
}

bool elf_exports(const void *bytes, size_t size, const char *name) {
    struct elf_file f;
    struct elf_report r;
    Elf64_Sym symbol;
    return open_file(bytes, size, &f, &r) == WISP_OK && find_exported(&f, name, &symbol);
}

const void *elf_object(const void *bytes, size_t size, const char *name, size_t size_wanted) {
    struct elf_file f;
    struct elf_report r;
    Elf64_Sym s;
    if (open_file(bytes, size, &f, &r) < 0 || !find_exported(&f, name, &s)) return NULL;
    if (s.st_size < size_wanted) return NULL;
    for (unsigned i = 0; i < f.head.e_phnum; i++) {
        Elf64_Phdr p;
        struct span segment, part;
        if (!read_segment(&f, i, &p) || p.p_type != PT_LOAD || s.st_value < p.p_vaddr) continue;
        if (!span_part(f.all, p.p_offset, p.p_filesz, &segment)) continue;
        if (span_part(segment, s.st_value - p.p_vaddr, size_wanted, &part)) return part.bytes;
    }
    return NULL;
}
