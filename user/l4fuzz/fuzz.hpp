// SPDX-License-Identifier: BSD-2-Clause
// Who calls the kernel at random, and where: what root task and workers know of each other.
#pragma once

#include <l4/ipc.hpp>
#include <l4/random.hpp>
#include <l4/thread.hpp>

namespace l4fuzz {

using l4::Fpage;
using l4::Random;
using l4::ThreadId;
using l4::Word;

// Of each program.
extern Word const seed;
extern Word const call_count; ///< so many system calls are made

constexpr unsigned space_count = 5;
constexpr unsigned threads_per_space = 2;
constexpr unsigned worker_count = space_count * threads_per_space;

constexpr Word page_bytes = 4096;
constexpr unsigned page_log2 = 12;
constexpr unsigned large_log2 = 21;

/// Where workers pass pages around: what is missing there comes from the root task.
constexpr Word arena = 0x2000'0000;
constexpr unsigned arena_log2 = 18;
constexpr Word arena_page_count = Word{1} << (arena_log2 - page_log2);

/// The same with a large page.
constexpr Word large_arena = 0x2020'0000;

/// Ports of no device, which the root task gives to whoever uses one.
constexpr flat::u32 first_port = 0x300;
constexpr unsigned port_count_log2 = 5;
constexpr Word port_count = Word{1} << port_count_log2;

/// The line of the PC's first timer, which the firmware has made interrupt every 55 ms.
constexpr unsigned timer_line = 0;

/// What all of them share. The root task writes names, each worker its own count.
struct Shared {
    Word volatile names[worker_count];
    Word volatile calls[worker_count];
    Word volatile sent;     ///< messages that arrived
    Word volatile received; ///< and those that somebody got
};
extern Shared shared;

/// The body of worker `index`: calls the kernel at random until it is ended.
[[noreturn]] void work(unsigned index);

/// So many frames of the kernel's memory spaces without privilege can take, all together.
Word free_frames();

/// Receives from anyone, and answers faults of programs made of this one's pages meanwhile.
/// Returns whether something else came in time.
bool serve(l4::Time timeout);

} // namespace l4fuzz
