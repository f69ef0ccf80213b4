// SPDX-License-Identifier: BSD-2-Clause
// Memory in which messages are encoded or received.
#pragma once

#include <core/span.hpp>
#include <flat/memory/allocator.hpp>

namespace flat::rpc {

/// Takes memory for messages of so many bytes; panics if there is none.
Span<u8> take_message_buffer(memory::Allocator& allocator, u32 bytes);

/// Gives it back.
void give_back(memory::Allocator& allocator, Span<u8> buffer);

} // namespace flat::rpc
