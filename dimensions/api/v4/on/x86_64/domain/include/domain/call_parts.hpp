// SPDX-License-Identifier: BSD-2-Clause
// What both ends of a call by messages agree about.
#pragma once

#include <l4/abi/message_tag.hpp>

namespace flat::domain {

/// The lowest bits of a call's label.
inline constexpr u32 part_bits = 2;

/// What a message of a call in parts is. Each part begins with its place in bytes.
enum class Part : u64 {
    last,  ///< ends what is sent; the answer is the first part of what comes back
    more,  ///< more of it will come; the answer is empty
    fetch, ///< asks for what comes back from a place on
};

inline constexpr u64 call_tag(u64 entry, Part part, u32 words) {
    return l4::MessageTag(entry << part_bits | u64(part), words).raw();
}

/// The label of an answer: its highest bit says that it is one, so that an answer which comes too
/// late is no call where it is found.
inline constexpr u64 answer_label = u64{1} << 47;

/// The answer to a call whose words are in registers.
inline constexpr u64 answer_tag = l4::MessageTag(answer_label, 2).raw();

/// The answer to what is no call of the sender: above all entries.
inline constexpr u64 refused_tag = l4::MessageTag(u64{1} << 46, 0).raw();

/// Whether a message is an answer, and not the kernel's word that there is none.
inline constexpr bool is_answer(u64 tag) {
    return static_cast<i64>(tag) < 0;
}

/// Whether a message can be a call: neither an answer, a refusal, nor the kernel's word that there
/// is none.
inline constexpr bool is_call(u64 tag) {
    return tag >> 62 == 0 && !l4::MessageTag(tag).failed();
}

/// What of a call in parts fits into one message, beside the tag and its place.
inline constexpr u32 part_bytes_max = 62 * sizeof(u64);

/// The most that a call in parts has, both ways: 64 KiB of buffers, and words.
inline constexpr u64 payload_bytes_max = 0x11000;

} // namespace flat::domain
