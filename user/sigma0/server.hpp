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

/// The map item that answers a fault or a request for memory or ports, which is a refusal when they
/// cannot be had; nothing for messages that are neither and get no answer. All ports are for
/// `root`, which gets all of them at its first fault.
flat::Maybe<l4::MapItem> answer(MemoryMap& memory, l4::ThreadId root, Request const& request);

} // namespace sigma0
