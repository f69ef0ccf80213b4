// SPDX-License-Identifier: BSD-2-Clause
// Bytes between programs and sockets, by a block of the kernel's memory.
#pragma once

#include <flat/memory/frames.hpp>
#include <flat/unix/socket_file.hpp>
#include <unix/sockets/user_pieces.hpp>

namespace flat::unix::sockets {

/// Room for the address of any family (struct sockaddr_storage).
struct AddressBuffer {
    static constexpr u32 bytes_max = 128;

    Span<u8 const> used() const { return Span<u8 const>(bytes, size); }
    Span<u8> all() { return Span<u8>(bytes); }

    u8 bytes[bytes_max] = {};
    u32 size = 0;
};

/// Sends what lies in the pieces: a message as a whole, of a stream all of it unless it may not
/// wait. Returns how many bytes, or a negative number of an error.
i64 send_pieces(memory::Frames& frames, Task& task, SocketFile& socket, UserPieces const& pieces,
                Span<u8 const> address, bool may_wait);

/// How it is received.
struct Reception {
    bool may_wait = true;
    bool until_full = false; ///< of a stream, as much as there is room for
    bool only_looks = false; ///< the bytes stay to be received again
    bool drops = false;      ///< the bytes come nowhere
};

/// Receives into the pieces, and sets the address.
SocketFile::Received receive_pieces(memory::Frames& frames, Task& task, SocketFile& socket,
                                    UserPieces const& pieces, AddressBuffer& address,
                                    Reception const& how);

} // namespace flat::unix::sockets
