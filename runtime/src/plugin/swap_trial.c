/* SPDX-License-Identifier: MIT */
#include "os/clock.h"
#include "plugin/swap_own.h"
#include <string.h>

/* The next instance of this job's effect, from `from` on. */
static struct instance *of_job(const struct swap_job *job, struct instance *from) {
    while (from && strcmp(from->now->type->id, job->id) != 0) from = from->following;
    return from;
}

static struct instance *first_of(const struct swap *swap, const struct swap_job *job) {
    return of_job(job, registry_first_instance(swap->config.registry));
}

#define EACH_INSTANCE(i, swap, job) \
    for (struct instance *i = first_of(swap, job); i; i = of_job(job, i->following))

void swap_abandon(struct swap *swap, struct swap_job *job) {
    if (job->state != JOB_TRIAL) return;
    EACH_INSTANCE(i, swap, job) instance_abandon(i);
}

static bool open_image(struct swap *swap, struct swap_job *job) {
    struct registry *registry = swap->config.registry;
    struct slot *slot = registry_slot(registry, job->id);
    struct diag_list diags;
    diag_list_init(&diags, swap->config.allocator);
    uint64_t start = clock_now_ns();
    job->image =
        image_open(registry, job->id, job->path, slot->generations + 1, &job->staged, &diags);
    job->staged.path[0] = 0;
    job->ms.open = swap_ms(start, clock_now_ns());
    if (job->image)
        slot->generations++;
    else
        swap_refuse_diags(swap, job, &diags);
    diag_list_free(&diags);
    return job->image != NULL;
}

bool swap_begin_trial(struct swap *swap, struct swap_job *job) {
    char why[RUN_REASON + TRACE_NAME];
    if (!open_image(swap, job)) return false;
    uint64_t start = clock_now_ns();
    job->state = JOB_TRIAL;
    job->trial_left = swap->config.trial_steps;
    bool any = false;
    EACH_INSTANCE(i, swap, job) {
        any = true;
        if (instance_try(i, job->image, why, sizeof why) >= 0) continue;
        swap_refuse(swap, job, "create", why);
        return false;
    }
    job->state_ns = clock_now_ns();
    job->ms.create = swap_ms(start, job->state_ns);
    return any ? false : swap_end_trial(swap, job);
}

/* Whether every instance has new code that did not fail; ones that were made meanwhile get
 * theirs now. */
static bool all_are_good(struct swap *swap, struct swap_job *job) {
    char why[RUN_REASON + TRACE_NAME];
    const char *reason = "";
    EACH_INSTANCE(i, swap, job) {
        if (!i->next && instance_try(i, job->image, why, sizeof why) < 0) {
            swap_refuse(swap, job, "create", why);
            return false;
        }
        if (instance_trial_is_good(i, &reason)) continue;
        str_format(why, sizeof why, "%s: %s", i->id, reason);
        swap_refuse(swap, job, "trial", why);
        return false;
    }
    return true;
}

static void add_report(struct buffers_report *sum, const struct buffers_report *part) {
    sum->kept += part->kept;
    sum->resized += part->resized;
    sum->converted += part->converted;
    sum->defaulted += part->defaulted;
    sum->dropped += part->dropped;
}

static void settle(struct swap *swap, struct swap_job *job) {
    EACH_INSTANCE(i, swap, job) instance_forget_past(i);
    struct image *past = job->past;
    job->past = NULL;
    image_release(past);
}

bool swap_end_trial(struct swap *swap, struct swap_job *job) {
    EACH_INSTANCE(i, swap, job) {
        if (i->next && i->next->status < 0) job->trial_left = 0;
    }
    if (job->trial_left > 0 && first_of(swap, job)) {
        job->trial_left--;
        return false;
    }
    if (!all_are_good(swap, job)) return false;
    struct registry *registry = swap->config.registry;
    struct slot *slot = registry_slot(registry, job->id);
    struct swap_event event = {.outcome = SWAP_COMMITTED,
                               .id = job->id,
                               .path = job->path,
                               .generation = job->image->generation,
                               .hash = job->image->staged.hash,
                               .type_changed =
                                   slot->current && slot->current->type != job->image->type};
    settle(swap, job);
    EACH_INSTANCE(i, swap, job) {
        struct buffers_report report;
        instance_commit(i, &report);
        add_report(&event.buffers, &report);
        event.instances++;
    }
    job->past = slot->current;
    if (job->past) image_retain(job->past);
    registry_set_current(registry, slot, job->image);
    job->image = NULL;
    job->ms.trial = swap_ms(job->state_ns, clock_now_ns());
    event.ms = job->ms;
    job->state = JOB_IDLE;
    job->settle_ns = swap->now_ns + swap->config.rollback_ns;
    swap_tell(swap, &event);
    return true;
}

void swap_go_back(struct swap *swap, struct swap_job *job, const char *reason,
                  const char *text) {
    struct registry *registry = swap->config.registry;
    struct slot *slot = registry_slot(registry, job->id);
    char words[JOB_TEXT];
    str_copy(words, sizeof words, text);
    struct swap_event event = {.outcome = SWAP_ROLLED_BACK,
                               .id = job->id,
                               .path = job->path,
                               .generation = job->past->generation,
                               .hash = slot->current->staged.hash,
                               .reason = reason,
                               .text = words,
                               .type_changed = job->past->type != slot->current->type};
    job->refused = slot->current->staged.hash;
    job->has_refused = true;
    EACH_INSTANCE(i, swap, job) {
        if (i->past.image)
            instance_roll_back(i);
        else if (instance_try(i, job->past, words, sizeof words) >= 0)
            instance_commit(i, &event.buffers);
        event.instances++;
    }
    str_copy(words, sizeof words, text);
    struct image *past = job->past, *failed = slot->current;
    image_retain(failed);
    job->past = NULL;
    registry_set_current(registry, slot, past);
    settle(swap, job);
    swap_tell(swap, &event);
    image_release(failed);
}

bool swap_watch_over(struct swap *swap, struct swap_job *job) {
    if (!job->past) return false;
    EACH_INSTANCE(i, swap, job) {
        const struct run *run = i->now;
        bool failed = run->status < 0 && !run->by_host;
        if (!failed || !i->past.image) continue;
        struct hash128 hash = image_hash(run->image);
        swap_quarantine(swap, hash);
        char text[RUN_REASON + TRACE_NAME];
        str_format(text, sizeof text, "%s: %s", i->id, run->reason);
        swap_go_back(swap, job, "update", text);
        return true;
    }
    if (swap->now_ns >= job->settle_ns) settle(swap, job);
    return false;
}
