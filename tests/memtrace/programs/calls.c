// SPDX-License-Identifier: BSD-2-Clause
// Calls of entries in the ways that C knows; each invocation writes what tells it apart.
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

struct item {
    long volatile first; // so that compilers neither join nor drop accesses
    int volatile second;
    short volatile third;
    char volatile fourth;
    struct item* next;
};

struct pair {
    char before;
    struct item inner;
};

struct item table[3];
struct pair pairs[2];
struct item* volatile heap;
static jmp_buf environment;

#define entry __attribute__((noinline))

entry void plain(struct item* item) {
    item->first = 1;
}

entry void recursive(struct item* item, int depth) {
    item->second = depth;
    if (depth > 0) recursive(item, depth - 1);
    item->third = 1;
}

entry void jumps(struct item* item) {
    item->fourth = 1;
    longjmp(environment, 1);
}

entry void called_by_a_jump(struct item* item) {
    item->third = 5;
    __asm__ volatile("");
}

entry void jumping(struct item* item) {
    plain(item);
    called_by_a_jump(item);
}

entry void two_roles(struct item* one, struct item* other) {
    other->first = one->first;
    one->second = 0;
}

entry struct item* make_item(void) {
    return calloc(1, sizeof(struct item));
}

entry void wide(struct item* item) {
    typedef long words __attribute__((vector_size(16), may_alias));
    *(words volatile*)item = (words){0, 0};
}

entry void exchange(struct item* item) {
    __atomic_fetch_add(&item->second, 1, __ATOMIC_SEQ_CST);
}

static void* in_a_thread(void* item) {
    recursive(item, 1);
    exchange(item);
    return NULL;
}

static void on_signal(int number) {
    plain(heap);
    (void)number;
}

entry void interrupted(struct item* item) {
    item->first = 3;
    raise(SIGUSR1);
    item->second = 4;
}

static void set_up_signals(void) {
    static char stack[65536];
    stack_t const other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    sigaltstack(&other, NULL);
    sigaction(SIGUSR1, &action, NULL);
}

static void run_threads(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, in_a_thread, &table[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}

int main(void) {
    heap = make_item();
    plain(heap);
    plain(&table[2]);
    plain(&pairs[1].inner);
    recursive(heap, 2);
    if (setjmp(environment) == 0)
        jumps(heap);
    else
        heap->third = 9; // in no invocation
    jumping(heap);
    two_roles(&table[0], heap);
    wide(heap);
    exchange(heap);
    set_up_signals();
    interrupted(heap);
    raise(SIGUSR1);
    run_threads();
    struct item* const old = heap;
    free(old);
    char* const other = malloc(sizeof(struct item)); // lies where the item was
    plain((struct item*)other);                      // of no item
    free(other);
    heap = make_item();
    plain(heap);
    free(heap);
    return 7;
}
