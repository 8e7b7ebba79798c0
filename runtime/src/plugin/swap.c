/* SPDX-License-Identifier: MIT */
#include "plugin/swap.h"

#include "base/status.h"
#include "os/clock.h"
#include "os/file.h"
#include "plugin/probe.h"
#include "plugin/swap_own.h"
#include <string.h>

enum { PROBE_TIMEOUT_MS = 2000, TRIAL_STEPS = 3, PROBE_WORDS = 64 * 1024 };
#define ROLLBACK_NS UINT64_C(10000000000)
#define PROBE_LOOK_NS UINT64_C(2000000)

const char *swap_outcome_text(enum swap_outcome outcome) {
    static const char *const texts[] = {"",       "committed", "refused", "rolled_back",
                                        "closed", "resident",  "added"};
    return (size_t)outcome < sizeof texts / sizeof *texts ? texts[outcome] : "";
}

double swap_ms(uint64_t from_ns, uint64_t to_ns) { return (double)(to_ns - from_ns) * 1e-6; }

void swap_tell(struct swap *swap, struct swap_event *event) {
    enum log_level level = event->outcome == SWAP_REFUSED || event->outcome == SWAP_ROLLED_BACK
                               ? LOG_LEVEL_ERROR
                           : event->outcome == SWAP_RESIDENT ? LOG_LEVEL_WARN
                                                             : LOG_LEVEL_INFO;
    log_write(swap->config.log, level, event->id, "%s: generation %u%s%s%s%s",
              swap_outcome_text(event->outcome), event->generation, event->reason ? ", " : "",
              event->reason ? event->reason : "", event->text && *event->text ? ": " : "",
              event->text ? event->text : "");
    if (swap->config.sink) swap->config.sink(swap->config.user, event);
}

/* ---- Life ---- */

static const char *const *copy_probe(struct arena *arena, const char *const *probe) {
    size_t count = 0;
    while (probe[count]) count++;
    const char **copy = arena_push_array(arena, count + 2, sizeof *copy, 0);
    for (size_t i = 0; copy && i < count; i++) {
        copy[i] = arena_text(arena, probe[i]);
        if (!copy[i]) return NULL;
    }
    return copy;
}

/* An old image is gone, or could not be unloaded. */
static void closed(void *user, const struct image *image, const char *cause,
                   const char *detail) {
    char text[256] = "";
    if (cause && strcmp(cause, "gnu_unique") == 0)
        str_format(text, sizeof text,
                   "its memory stays: it defines the unique symbol %s; compile with "
                   "-fno-gnu-unique",
                   detail);
    else if (cause)
        str_format(text, sizeof text, "its memory stays");
    struct swap_event event = {.outcome = cause ? SWAP_RESIDENT : SWAP_CLOSED,
                               .id = image->type->id,
                               .path = image->path,
                               .generation = image->generation,
                               .hash = image->staged.hash,
                               .reason = cause,
                               .text = text};
    swap_tell(user, &event);
}

wisp_status swap_create(const struct swap_config *config, struct swap **out) {
    struct swap *swap = alloc_zero(config->allocator, sizeof *swap);
    if (!swap) return WISP_E_NOMEM;
    swap->config = *config;
    if (!config->probe_timeout_ms) swap->config.probe_timeout_ms = PROBE_TIMEOUT_MS;
    if (!config->trial_steps) swap->config.trial_steps = TRIAL_STEPS;
    if (!config->rollback_ns) swap->config.rollback_ns = ROLLBACK_NS;
    arena_init(&swap->lasting, config->allocator, 4096, 0);
    if (config->probe) {
        swap->config.probe = copy_probe(&swap->lasting, config->probe);
        if (!swap->config.probe) {
            swap_destroy(swap);
            return WISP_E_NOMEM;
        }
    }
    config->registry->closed = closed;
    config->registry->closed_user = swap;
    *out = swap;
    return WISP_OK;
}

void swap_cancel(struct swap *swap, struct swap_job *job) {
    swap_abandon(swap, job);
    process_free(job->child);
    job->child = NULL;
    strbuf_clear(&job->words);
    stage_remove(&swap->config.registry->stage, &job->staged);
    job->staged.path[0] = 0;
    struct image *image = job->image;
    job->image = NULL;
    job->state = JOB_IDLE;
    image_release(image);
}

void swap_destroy(struct swap *swap) {
    if (!swap) return;
    const struct allocator *a = swap->config.allocator;
    swap->config.registry->closed = NULL;
    while (swap->jobs) {
        struct swap_job *job = swap->jobs;
        swap_cancel(swap, job);
        image_release(job->past);
        strbuf_free(&job->words);
        swap->jobs = job->next;
        alloc_free(a, job, sizeof *job);
    }
    alloc_free(a, swap->quarantine, swap->quarantine_capacity * sizeof *swap->quarantine);
    arena_drop(&swap->lasting);
    alloc_free(a, swap, sizeof *swap);
}

struct swap_job *swap_job_of(struct swap *swap, const char *id) {
    for (struct swap_job *job = swap->jobs; job; job = job->next)
        if (strcmp(job->id, id) == 0) return job;
    struct swap_job *job = alloc_zero(swap->config.allocator, sizeof *job);
    if (!job) return NULL;
    str_copy(job->id, sizeof job->id, id);
    strbuf_init(&job->words, swap->config.allocator);
    job->state = JOB_IDLE;
    job->next = swap->jobs;
    swap->jobs = job;
    return job;
}

/* ---- Refusals ---- */

void swap_refuse(struct swap *swap, struct swap_job *job, const char *reason,
                 const char *text) {
    char words[JOB_TEXT];
    str_copy(words, sizeof words, text);
    const struct slot *slot = registry_slot(swap->config.registry, job->id);
    struct swap_event event = {.outcome = SWAP_REFUSED,
                               .id = job->id,
                               .path = job->path,
                               .generation = slot ? slot->generations : 0,
                               .reason = reason,
                               .text = words,
                               .ms = job->ms,
                               .hash = job->staged.hash};
    job->refused = job->staged.hash;
    job->has_refused = true;
    swap_cancel(swap, job);
    swap_tell(swap, &event);
}

/* Words for events from the codes of diagnostics. */
static const char *reason_of(const char *code) {
    static const char *const pairs[][2] = {
        {"plugin-file", "file"},    {"plugin-elf", "elf"},   {"plugin-symbol", "symbol"},
        {"plugin-stage", "stage"},  {"plugin-load", "load"}, {"plugin-stale", "stale_image"},
        {"plugin-memory", "memory"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(pairs[i][0], code) == 0) return pairs[i][1];
    return "table";
}

void swap_refuse_diags(struct swap *swap, struct swap_job *job, const struct diag_list *diags) {
    struct strbuf text;
    strbuf_init(&text, swap->config.allocator);
    for (size_t i = 0; i < diags->count; i++)
        strbuf_addf(&text, "%s%s", i ? "; " : "", diags->items[i].text);
    swap_refuse(swap, job, diags->count ? reason_of(diags->items[0].code) : "memory",
                strbuf_text(&text));
    strbuf_free(&text);
}

wisp_status swap_quarantine(struct swap *swap, struct hash128 hash) {
    void *items = swap->quarantine;
    if (swap_is_quarantined(swap, hash)) return WISP_OK;
    if (!alloc_grow(swap->config.allocator, &items, &swap->quarantine_capacity,
                    swap->quarantine_count + 1, sizeof *swap->quarantine))
        return WISP_E_NOMEM;
    swap->quarantine = items;
    swap->quarantine[swap->quarantine_count++] = hash;
    return WISP_OK;
}

bool swap_is_quarantined(const struct swap *swap, struct hash128 hash) {
    for (uint32_t i = 0; i < swap->quarantine_count; i++)
        if (hash128_equal(swap->quarantine[i], hash)) return true;
    return false;
}

/* ---- Stages before a boundary ---- */

static void notice(struct swap_job *job, const char *path, uint64_t now_ns, bool forced) {
    str_copy(job->path, sizeof job->path, path);
    job->state = JOB_NOTICED;
    job->forced = forced;
    job->started_ns = now_ns;
    memset(&job->ms, 0, sizeof job->ms);
}

static void tell_added(struct swap *swap, const char *id, const char *path,
                       struct hash128 hash) {
    struct swap_event event = {
        .outcome = SWAP_ADDED, .id = id, .path = path, .hash = hash, .type_changed = true};
    swap_tell(swap, &event);
}

void swap_notice(struct swap *swap, const char *path, struct hash128 hash, uint64_t now_ns) {
    struct registry *registry = swap->config.registry;
    const char *id = registry_id_of_path(registry, path);
    swap->now_ns = now_ns;
    if (!id) {
        registry_rescan(registry);
        id = registry_id_of_path(registry, path);
        if (id && !registry_slot(registry, id)->current) tell_added(swap, id, path, hash);
        if (!id || !registry_slot(registry, id)->current) return;
    }
    const struct slot *slot = registry_slot(registry, id);
    if (!slot->current && slot->failed) tell_added(swap, id, path, hash);
    if (!slot->current || !file_exists(path)) return;
    struct swap_job *job = swap_job_of(swap, id);
    if (!job) return;
    if (job->has_refused && hash128_equal(job->refused, hash)) return;
    if (job->state != JOB_IDLE) swap_cancel(swap, job);
    if (hash128_equal(image_hash(slot->current), hash)) return;
    notice(job, path, now_ns, false);
}

static void stage_job(struct swap *swap, struct swap_job *job) {
    struct registry *registry = swap->config.registry;
    struct slot *slot = registry_slot(registry, job->id);
    struct diag_list diags;
    double ms[2] = {0};
    diag_list_init(&diags, swap->config.allocator);
    wisp_status status = stage_file(&registry->stage, job->path, job->id, slot->generations + 1,
                                    &job->staged, &diags, ms);
    job->ms.stage = ms[0];
    job->ms.elf = ms[1];
    if (status < 0)
        swap_refuse_diags(swap, job, &diags);
    else if (!job->forced && swap_is_quarantined(swap, job->staged.hash))
        swap_refuse(swap, job, "quarantined", "this content failed before");
    else if (!job->forced && slot->current &&
             hash128_equal(image_hash(slot->current), job->staged.hash))
        swap_cancel(swap, job);
    else
        job->state = JOB_READY;
    diag_list_free(&diags);
}

static void start_child(struct swap *swap, struct swap_job *job) {
    const char *argv[16];
    size_t n = 0;
    while (swap->config.probe[n] && n < 14) {
        argv[n] = swap->config.probe[n];
        n++;
    }
    argv[n++] = job->staged.path;
    argv[n] = NULL;
    struct process_desc desc = {.argv = argv,
                                .stdin_stream = PROCESS_NULL,
                                .stdout_stream = PROCESS_PIPE,
                                .stderr_stream = PROCESS_NULL,
                                .die_with_parent = 1};
    wisp_status status = process_start(swap->config.allocator, &desc, &job->child);
    job->state_ns = clock_now_ns();
    job->deadline_ns =
        job->state_ns + (uint64_t)swap->config.probe_timeout_ms * UINT64_C(1000000);
    job->state = JOB_PROBING;
    if (status < 0) {
        char text[256];
        str_format(text, sizeof text, "the trial could not be started: %s",
                   status_text(status));
        swap_refuse(swap, job, "probe", text);
    }
}

static void drain(struct swap_job *job) {
    if (job->words.length < PROBE_WORDS)
        process_read(job->child, process_stdout(job->child), &job->words);
}

/* What the child printed, without the name of the copy at the beginning of each line. */
static void child_words(const struct swap_job *job, char *out, size_t size) {
    const char *line = strbuf_text(&job->words);
    size_t prefix = strlen(job->staged.path), at = 0;
    out[0] = 0;
    while (*line && at + 1 < size) {
        size_t length = strcspn(line, "\n");
        const char *text = line;
        if (length > prefix + 2 && memcmp(line, job->staged.path, prefix) == 0)
            text += prefix + 2;
        at += str_format(out + at, size - at, "%s%.*s", at ? "; " : "",
                         (int)(length - (size_t)(text - line)), text);
        line += length + (line[length] == '\n');
    }
}

static void look_at_child(struct swap *swap, struct swap_job *job) {
    struct process_result result;
    char text[JOB_TEXT];
    drain(job);
    wisp_status status = process_poll(job->child, &result);
    job->ms.probe = swap_ms(job->state_ns, clock_now_ns());
    if (status == WISP_E_BUSY) {
        if (clock_now_ns() < job->deadline_ns) return;
        str_format(text, sizeof text, "it did not finish within %u ms",
                   swap->config.probe_timeout_ms);
        swap_refuse(swap, job, "probe_timeout", text);
        return;
    }
    drain(job);
    process_free(job->child);
    job->child = NULL;
    bool ended = status >= 0 && result.exited;
    if (ended && result.code == PROBE_OK && str_ends(strbuf_text(&job->words), PROBE_PASSED)) {
        job->state = JOB_READY;
        job->deadline_ns = 0;
    } else if (ended && result.code == PROBE_REFUSED) {
        child_words(job, text, sizeof text);
        swap_refuse(swap, job, "probe", text);
    } else {
        char how[64];
        process_result_text(&result, how, sizeof how);
        str_format(text, sizeof text, "it ended the process that tried it: %s", how);
        swap_refuse(swap, job, "probe_crashed", text);
    }
}

void swap_poll(struct swap *swap, uint64_t now_ns) {
    swap->now_ns = now_ns;
    for (struct swap_job *job = swap->jobs; job; job = job->next) {
        if (job->pinned) continue;
        if (job->state == JOB_NOTICED) {
            stage_job(swap, job);
            if (job->state == JOB_READY && swap->config.probe) start_child(swap, job);
        } else if (job->state == JOB_PROBING) {
            look_at_child(swap, job);
        }
    }
}

bool swap_boundary(struct swap *swap, uint64_t now_ns) {
    bool changed = false;
    swap->now_ns = now_ns;
    for (struct swap_job *job = swap->jobs; job; job = job->next) {
        changed = swap_watch_over(swap, job) || changed;
        if (job->pinned || (job->state != JOB_READY && job->state != JOB_TRIAL)) continue;
        if (swap->config.jobs) jobs_drain(swap->config.jobs);
        changed = (job->state == JOB_READY ? swap_begin_trial(swap, job)
                                           : swap_end_trial(swap, job)) ||
                  changed;
    }
    return changed;
}

bool swap_is_idle(const struct swap *swap) {
    for (const struct swap_job *job = swap->jobs; job; job = job->next)
        if (job->state != JOB_IDLE && !job->pinned) return false;
    return true;
}

uint64_t swap_due_ns(const struct swap *swap) {
    uint64_t due = UINT64_MAX;
    for (const struct swap_job *job = swap->jobs; job; job = job->next) {
        uint64_t at = UINT64_MAX;
        if (job->past) at = job->settle_ns;
        if (job->state == JOB_PROBING) at = swap->now_ns + PROBE_LOOK_NS;
        if (job->state != JOB_PROBING && job->state != JOB_IDLE) at = swap->now_ns;
        if (!job->pinned && at < due) due = at;
    }
    return due;
}

/* ---- By hand ---- */

wisp_status swap_reload(struct swap *swap, const char *id, uint64_t now_ns) {
    const char *path = registry_path(swap->config.registry, id);
    if (!path) return WISP_E_NOT_FOUND;
    struct swap_job *job = swap_job_of(swap, id);
    if (!job) return WISP_E_NOMEM;
    if (job->state != JOB_IDLE) swap_cancel(swap, job);
    job->has_refused = false;
    notice(job, path, now_ns, true);
    return WISP_OK;
}

wisp_status swap_rollback(struct swap *swap, const char *id, uint64_t now_ns) {
    swap->now_ns = now_ns;
    for (struct swap_job *job = swap->jobs; job; job = job->next) {
        if (strcmp(job->id, id) != 0 || !job->past) continue;
        if (job->state != JOB_IDLE) swap_cancel(swap, job);
        swap_go_back(swap, job, "by_hand", "asked for");
        return WISP_OK;
    }
    return WISP_E_BAD_STATE;
}

void swap_pin(struct swap *swap, const char *id, bool pinned) {
    struct swap_job *job = swap_job_of(swap, id);
    if (job) job->pinned = pinned;
}
