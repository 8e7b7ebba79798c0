/* SPDX-License-Identifier: MIT
 *
 * A thread with a stack of a known size (Lua's C stack needs 1 MiB), and a lock.
 * Errors   WISP_E_LIMIT: the system gives no more threads.
 * Threads  Start and join from one thread.
 */
#ifndef WISP_OS_THREAD_H
#define WISP_OS_THREAD_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <wisp/status.h>

struct thread {
    pthread_t handle;
    int running;
    void (*fn)(void *user);
    void *user;
};

enum { THREAD_STACK = 2 * 1024 * 1024 };

/* The struct must stay where it is until joined. stack_size 0: THREAD_STACK. name: at most 15
 * bytes are shown by debuggers. */
wisp_status thread_start(struct thread *thread, const char *name, size_t stack_size,
                         void (*fn)(void *user), void *user);
void thread_join(struct thread *thread); /* Nothing when it is not running. */
/* Processors that this process may use, at least 1. */
uint32_t thread_processors(void);

struct mutex {
    pthread_mutex_t handle;
};
wisp_status mutex_init(struct mutex *mutex);
void mutex_destroy(struct mutex *mutex);
void mutex_lock(struct mutex *mutex);
void mutex_unlock(struct mutex *mutex);

#endif
