// SPDX-License-Identifier: BSD-2-Clause
// Two hosts of lwIP's in one process with a wire between them, as the kernel stack-rounds has two
// of ours. lwIP is one host for a process: its library is loaded twice.
//
// lwip_rounds LIBRARY ROUNDS BYTES
#define _GNU_SOURCE
#include "lwip_host.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { frames_max = 128 };

/// What waits to be delivered to a host.
struct Queue {
    struct LwipHost const* host;
    struct Frame* frames[frames_max];
    unsigned first, count;
};

static struct Queue to_near, to_far;

static void add(struct Queue* queue, void const* bytes, unsigned size) {
    if (queue->count == frames_max) abort();
    unsigned const place = (queue->first + queue->count++) % frames_max;
    queue->frames[place] = queue->host->copied(bytes, size);
}

static void send_to_far(void const* bytes, unsigned size) {
    add(&to_far, bytes, size);
}

static void send_to_near(void const* bytes, unsigned size) {
    add(&to_near, bytes, size);
}

static int deliver(struct Queue* queue) {
    if (queue->count == 0) return 0;
    struct Frame* const frame = queue->frames[queue->first];
    queue->first = (queue->first + 1) % frames_max;
    --queue->count;
    queue->host->receive(frame);
    return 1;
}

static void carry(void) {
    while (deliver(&to_far) + deliver(&to_near) != 0) {
    }
}

__attribute__((noinline)) void round_trips(unsigned count) {
    struct LwipHost const* const near = to_near.host;
    for (unsigned const before = near->answers(); near->answers() - before < count;) {
        near->ask();
        carry();
    }
}

__attribute__((noinline)) void stream(unsigned bytes) {
    struct LwipHost const *const near = to_near.host, *const far = to_far.host;
    unsigned const before = far->taken();
    for (unsigned sent = 0; far->taken() - before < bytes;) {
        sent += near->put(bytes - sent);
        carry();
    }
}

static struct LwipHost const* loaded(char const* library) {
    void* const handle = dlmopen(LM_ID_NEWLM, library, RTLD_NOW);
    if (!handle) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    struct LwipHost const* (*host)(void) =
        (struct LwipHost const* (*)(void))dlsym(handle, "lwip_host");
    return host();
}

int main(int count, char** words) {
    if (count != 4) return 2;
    unsigned const rounds = (unsigned)atoi(words[2]), bytes = (unsigned)atoi(words[3]);
    to_near.host = loaded(words[1]);
    to_far.host = loaded(words[1]);
    to_near.host->start(2, send_to_far);
    to_far.host->start(3, send_to_near);
    to_far.host->serve();
    to_near.host->call(3);
    while (!to_near.host->is_connected() || !to_far.host->is_connected())
        carry();
    round_trips(1);
    round_trips(rounds);
    stream(1);
    stream(bytes);
    printf("%u datagrams were answered, %u bytes have come\n", rounds, bytes);
    return 0;
}
