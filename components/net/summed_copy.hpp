// SPDX-License-Identifier: BSD-2-Clause
// Bytes that are summed up while they are copied on their way out.
#pragma once

#include <core/net/message.hpp>

namespace flat::net {

/// Copies bytes to the end of a message, and notes of each piece what it sums up to, so that nobody
/// looks at them again: the protocol below adds up the sums (`Checksum`), and of what is sent again
/// as well. The first piece has `first_bytes` bytes, the others `piece_bytes`, as they will be
/// sent: of a piece that is cut nothing is known. Without buffers the message stays as it was.
Message::Outcome append_summed(Message& message, Span<u8 const> bytes, u32 first_bytes,
                               u32 piece_bytes);

} // namespace flat::net
