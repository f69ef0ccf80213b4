// SPDX-License-Identifier: BSD-2-Clause
// Where a domain's process begins, and its threads that answer the kernel's calls.
#include "channel.hpp"

#include <core/domain_calls.hpp>
#include <core/panic.hpp>

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

void make_room_for_payloads() {
    void* const base = pointer_to<void>(arch::payloads_base);
    void* const room =
        mmap(base, arch::call_channels * arch::payload_bytes_max, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (room != base) panic("the host gives no room for the payloads of calls");
}

void start_threads() {
    make_room_for_payloads();
    for (u32 place = 1; place < arch::channels; ++place) {
        pthread_t thread;
        if (pthread_create(&thread, nullptr, answer_calls, pointer_to<void>(place)) != 0)
            panic("the host gives no thread for calls");
    }
}

} // namespace

} // namespace flat::domain

int main() {
    flat::domain::use_fault_stack(0);
    flat::domain::catch_faults();
    if (flat_upcalls) flat::domain::start_threads();
    flat_main();
}
