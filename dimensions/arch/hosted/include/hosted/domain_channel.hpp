// SPDX-License-Identifier: BSD-2-Clause
// What a kernel and the processes of its domains agree on: channels, messages, and where payloads
// lie.
//
// Each thread of a process has a channel of its own, a socket: the first thread the first one, and
// one thread each for the calls of the kernel. A message from the process is a call of an entry of
// its table, and the kernel's next message on that channel the answer: its two words in `number`
// and in the first of `words`. The kernel calls by a message on a channel for calls; the answer is
// a call of the entry `BasicCall::reply`, which has no answer itself.
#pragma once

#include <core/types.hpp>

namespace flat::arch {

/// One message, in both directions.
struct Message {
    u64 number;
    u64 words[5];
};

/// How many calls of the kernel a process answers at once.
inline constexpr u32 call_channels = 8;
inline constexpr u32 channels = 1 + call_channels;

/// The file descriptor of a process's first channel; the others follow.
inline constexpr int first_descriptor = 3;

/// Where a process has room for the payload of a call, for each of those channels; free with and
/// without sanitizers.
inline constexpr vaddr payloads_base = 0x2800'0000'0000;
inline constexpr u64 payload_bytes_max = 0x20000;

/// Where a process has the pages for code that it takes, far above those.
inline constexpr vaddr code_base = payloads_base + 0x4000'0000;

} // namespace flat::arch
