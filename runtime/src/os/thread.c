/* SPDX-License-Identifier: MIT
 *
 * POSIX threads.
 */
#include "os/thread.h"

#include "base/str.h"
#include <assert.h>
#include <sched.h>
#include <unistd.h>

static void *thread_main(void *user) {
    struct thread *thread = user;
    thread->fn(thread->user);
    return NULL;
}

wisp_status thread_start(struct thread *thread, const char *name, size_t stack_size,
                         void (*fn)(void *user), void *user) {
    *thread = (struct thread){.fn = fn, .user = user};
    size_t stack = stack_size ? stack_size : THREAD_STACK;
    size_t least = (size_t)sysconf(_SC_THREAD_STACK_MIN);
    if (stack < least) stack = least;
    pthread_attr_t attr;
    if (pthread_attr_init(&attr) != 0) return WISP_E_NOMEM;
    int error = pthread_attr_setstacksize(&attr, (stack + 4095) & ~(size_t)4095);
    if (!error) error = pthread_create(&thread->handle, &attr, thread_main, thread);
    pthread_attr_destroy(&attr);
    if (error) return WISP_E_LIMIT;
    thread->running = 1;
    char shown[16];
    str_copy(shown, sizeof shown, name);
    (void)pthread_setname_np(thread->handle, shown);
    return WISP_OK;
}

void thread_join(struct thread *thread) {
    if (!thread->running) return;
    pthread_join(thread->handle, NULL);
    thread->running = 0;
}

uint32_t thread_processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? (uint32_t)n : 1;
}

wisp_status mutex_init(struct mutex *mutex) {
    return pthread_mutex_init(&mutex->handle, NULL) == 0 ? WISP_OK : WISP_E_NOMEM;
}

void mutex_destroy(struct mutex *mutex) { pthread_mutex_destroy(&mutex->handle); }

void mutex_lock(struct mutex *mutex) {
    int error = pthread_mutex_lock(&mutex->handle);
    assert(error == 0);
    (void)error;
}

void mutex_unlock(struct mutex *mutex) { pthread_mutex_unlock(&mutex->handle); }
