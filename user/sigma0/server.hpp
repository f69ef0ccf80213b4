// SPDX-License-Identifier: BSD-2-Clause
// sigma0's answers (reference manual, chapter 6).
#pragma once

#include "memory_map.hpp"

#include <core/maybe.hpp>
#include <l4/abi/map_item.hpp>
#include <l4/abi/message_tag.hpp>

namespace sigma0 {

/// The first words of a message that sigma0 received.
struct Request {
    l4::ThreadId from;
    l4::MessageTag tag;
    l4::Word words[2];
};

/// The map item that answers a page fault or a request for memory, which is a refusal when the
/// memory cannot be had; nothing for messages that are neither and get no answer.
flat::Maybe<l4::MapItem> answer(MemoryMap& memory, Request const& request);

} // namespace sigma0
