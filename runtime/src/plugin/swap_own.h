/* SPDX-License-Identifier: MIT
 *
 * The inside of a swap: one job per plugin that ever changed, each in one state.
 */
#ifndef PLUGIN_SWAP_OWN_H
#define PLUGIN_SWAP_OWN_H

#include "os/process.h"
#include "plugin/image.h"
#include "plugin/instance_own.h"
#include "plugin/swap.h"

enum job_state {
    JOB_IDLE = 1,
    JOB_NOTICED, /* The file has other content. */
    JOB_PROBING, /* A child is trying the copy. */
    JOB_READY,   /* To be loaded at the next boundary. */
    JOB_TRIAL    /* New code runs beside the old. */
};

enum { JOB_TEXT = 1024 };

struct swap_job {
    struct swap_job *next;
    char id[32], path[PATH_SIZE];
    enum job_state state;
    bool pinned, forced;
    struct hash128 refused; /* Content that is not tried again by itself. */
    bool has_refused;
    struct staged staged;
    struct process *child;
    struct strbuf words; /* What the child says. */
    uint64_t started_ns, state_ns, deadline_ns;
    struct swap_times ms;
    struct image *image; /* The new code. */
    uint32_t trial_left;
    struct image *past; /* What ran before the last commit; NULL when that is settled. */
    uint64_t settle_ns;
};

struct swap {
    struct swap_config config;
    struct arena lasting;
    struct swap_job *jobs;
    struct hash128 *quarantine;
    uint32_t quarantine_count;
    size_t quarantine_capacity;
    uint64_t now_ns;
};

double swap_ms(uint64_t from_ns, uint64_t to_ns);
void swap_tell(struct swap *swap, struct swap_event *event);
/* Give a job up: the old code goes on, this content is not tried again by itself. */
void swap_refuse(struct swap *swap, struct swap_job *job, const char *reason, const char *text);
/* The same, for a reason and words from diagnostics. */
void swap_refuse_diags(struct swap *swap, struct swap_job *job, const struct diag_list *diags);
/* Drop whatever is under way. */
void swap_cancel(struct swap *swap, struct swap_job *job);
struct swap_job *swap_job_of(struct swap *swap, const char *id);

/* ---- What happens at boundaries (swap_trial.c); true: running code is other now ---- */
bool swap_begin_trial(struct swap *swap, struct swap_job *job);
bool swap_end_trial(struct swap *swap, struct swap_job *job);
bool swap_watch_over(struct swap *swap, struct swap_job *job);
void swap_abandon(struct swap *swap, struct swap_job *job);
/* Go back to the code before the last commit. */
void swap_go_back(struct swap *swap, struct swap_job *job, const char *reason,
                  const char *text);

#endif
