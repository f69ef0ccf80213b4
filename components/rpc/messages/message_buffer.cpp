// SPDX-License-Identifier: BSD-2-Clause
// Memory in which messages are encoded or received.
#include <rpc/messages/message_buffer.hpp>

#include <core/panic.hpp>

namespace flat::rpc {

namespace {

constexpr usize alignment = 16;

} // namespace

Span<u8> take_message_buffer(memory::Allocator& allocator, u32 bytes) {
    auto const piece = allocator.allocate(bytes, alignment);
    if (piece.is_error()) panic("there is no memory for messages of {} bytes", bytes);
    return Span<u8>(pointer_to<u8>(piece.value()), bytes);
}

void give_back(memory::Allocator& allocator, Span<u8> buffer) {
    allocator.free(address_of(buffer.data()));
}

} // namespace flat::rpc
