// SPDX-License-Identifier: BSD-2-Clause
// A program that has its own pool, and tells where its objects lie.
#include "announce.h"

#include <signal.h>
#include <unistd.h>

struct slot {
    long key;
    long value;
};

static _Alignas(16) char pool[1000];

__attribute__((noinline)) void use(struct slot* slot) {
    slot->value = slot->key;
}

int main(int count, char** words) {
    struct slot* const slots = (struct slot*)(pool + 16);
    struct slot on_stack = {0, 0};
    memtrace_objects("slot", slots, 8, sizeof *slots, 32);
    use(slots);
    use((struct slot*)((char*)slots + 32));
    use(slots + 1); // padding
    memtrace_forget(slots, sizeof *slots);
    use(slots);
    memtrace_objects("other", slots, 1, 8, 8);
    use(slots);
    memtrace_objects("slot", &on_stack, 1, sizeof on_stack, sizeof on_stack);
    use(&on_stack);
    if (count > 1 && words[1][0] == 'k') kill(getpid(), 15);
    if (count > 1 && words[1][0] == 'f' && fork() == 0) use(&on_stack);
    return 0;
}
