// SPDX-License-Identifier: BSD-2-Clause
// Where a domain's process begins, and its threads that answer the kernel's calls.
#include "channel.hpp"
#include "memory_limit.hpp"

#include <core/calls/domain_calls.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>

#include <pthread.h>
#include <sys/mman.h>

extern "C" {
[[noreturn]] void flat_main();
[[gnu::weak]] extern flat::Call flat_upcalls[]; // where nothing is called by the kernel, none
}

namespace flat::domain {

namespace {

/// What a thread for calls does; it believes what the kernel says.
[[noreturn]] void* answer_calls(void* place) {
    u32 const channel = static_cast<u32>(address_of(place));
    use_channel(channel);
    use_fault_stack(channel);
    for (;;) {
        arch::Message call;
        receive(call);
        Call const& entry = flat_upcalls[call.number];
        u64 const* const words = call.words;
        Answer const answer =
            entry.function(entry.object, words[0], words[1], words[2], words[3], words[4]);
        send({u64(BasicCall::reply), {answer.first, answer.second}});
    }
}

constexpr u64 payloads_bytes = arch::call_channels * arch::payload_bytes_max;
constexpr u64 stack_bytes = 0x40000;
constexpr u64 stack_distance = stack_bytes + page_size; // nobody accesses what is between two

/// For payloads and, after them, stacks. It is shared memory, with nobody, and there before the
/// limit of what the domain may have (`api.MemoryLimit`), which counts it not.
void make_room_for_calls() {
    void* const base = pointer_to<void>(arch::payloads_base);
    void* const room =
        mmap(base, payloads_bytes + arch::call_channels * stack_distance, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (room != base) panic("the host gives no room for calls");
}

/// Where the stack of a thread for calls begins; the page before it is taken away.
void* stack_of(u32 place) {
    vaddr const before = arch::payloads_base + payloads_bytes + (place - 1) * stack_distance;
    if (mprotect(pointer_to<void>(before), page_size, PROT_NONE) != 0)
        panic("the host takes no page from a stack");
    return pointer_to<void>(before + page_size);
}

void start_threads() {
    make_room_for_calls();
    for (u32 place = 1; place < arch::channels; ++place) {
        pthread_attr_t how;
        pthread_attr_init(&how);
        pthread_attr_setstack(&how, stack_of(place), stack_bytes);
        pthread_t thread;
        if (pthread_create(&thread, &how, answer_calls, pointer_to<void>(place)) != 0)
            panic("the host gives no thread for calls");
        pthread_attr_destroy(&how);
    }
}

} // namespace

} // namespace flat::domain

int main() {
    flat::domain::use_fault_stack(0);
    flat::domain::catch_faults();
    if (flat_upcalls) flat::domain::start_threads();
    flat::domain::limit_all_memory();
    flat_main();
}
