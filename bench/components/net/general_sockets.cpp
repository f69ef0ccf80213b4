// SPDX-License-Identifier: BSD-2-Clause
// A socket layer that is general on purpose, in the manner of BSD's, over sockets that are not.
#include <net/general_sockets.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>

#include <new>

namespace flat::net {

GeneralSockets::KernelBuffer::KernelBuffer(memory::Allocator& allocator, usize size)
    : allocator_(allocator), size_(size) {
    auto const piece = allocator.allocate(max(size, usize{1}), alignment);
    if (piece.is_ok()) bytes_ = pointer_to<u8>(piece.value());
}

GeneralSockets::KernelBuffer::~KernelBuffer() {
    if (bytes_) allocator_.free(address_of(bytes_));
}

GeneralSockets::GeneralSockets(Ports const& ports, Attributes const& attributes)
    : GeneralSocketsComponent(ports, attributes) {
    auto const piece = allocator->allocate(count * sizeof(Descriptor), alignof(Descriptor));
    if (piece.is_error()) panic("there is no memory for {} sockets", count);
    descriptors_ = pointer_to<Descriptor>(piece.value());
    for (u32 i = 0; i < count; ++i)
        new (descriptors_ + i) Descriptor{};
}

GeneralSockets::~GeneralSockets() {
    allocator->free(address_of(descriptors_));
}

/// The open socket of this number; null if there is none.
GeneralSockets::Descriptor* GeneralSockets::find(u32 socket) {
    return socket < count && descriptors_[socket].is_open ? &descriptors_[socket] : nullptr;
}

/// A number for a socket below; gives that up if there is none.
Result<u32, SocketError> GeneralSockets::enter(u32 socket, Kind kind, bool is_connected) {
    bool const is_datagram = kind != Kind::stream;
    for (u32 i = 0; i < count; ++i) {
        if (descriptors_[i].is_open) continue;
        descriptors_[i] = {true, is_datagram, !is_datagram, is_connected, false, socket};
        return i;
    }
    below->close(socket);
    return SocketError{SocketError::exhausted};
}

Result<GeneralSockets::Transfer, SocketError>
GeneralSockets::transfer_of(MessageHeader const& header) {
    Transfer transfer{header.vectors, header.vector_count, 0, 0};
    for (u32 i = 0; i < header.vector_count; ++i) {
        usize const size = header.vectors[i].size;
        if (size > ~usize{0} - transfer.left) return invalid;
        transfer.left += size;
    }
    return transfer;
}

/// Moves bytes between a kernel buffer and vectors, as many as both have left (`uiomove`).
usize GeneralSockets::move_bytes(Span<u8> buffer, Transfer& transfer, bool is_sent) {
    usize done = 0;
    while (done < buffer.size() && transfer.vectors_left > 0) {
        usize const here = transfer.vector->size - transfer.offset;
        usize const part = min(here, buffer.size() - done);
        u8* const outside = transfer.vector->bytes + transfer.offset;
        u8* const inside = buffer.data() + done;
        if (is_sent)
            memcpy(inside, outside, part);
        else
            memcpy(outside, inside, part);
        done += part;
        transfer.left -= part;
        transfer.offset += part;
        if (part < here) break;
        ++transfer.vector;
        --transfer.vectors_left;
        transfer.offset = 0;
    }
    return done;
}

Result<usize, SocketError> GeneralSockets::send_message(u32 socket, MessageHeader const& header,
                                                        u32 flags) {
    Descriptor* const found = find(socket);
    if (!found) return invalid;
    Transfer transfer = TRY(transfer_of(header));
    Endpoint name{};
    if (header.name) name = *header.name;
    usize const all = transfer.left;
    auto const sent = send_through(*found, header.name ? &name : nullptr, transfer, flags);
    if (sent.is_error() && transfer.left == all) return sent.error();
    return all - transfer.left;
}

/// Looks whether the socket may send, and sends part after part, or one whole (`sosend`).
Result<void, SocketError> GeneralSockets::send_through(Descriptor& socket, Endpoint const* name,
                                                       Transfer& transfer, u32 flags) {
    if (flags != 0) return invalid;
    if (socket.is_atomic && transfer.left > high_water_bytes)
        return SocketError{SocketError::too_long};
    do {
        if (socket.cannot_send_more) return SocketError{SocketError::closed};
        if (socket.needs_connection && !socket.is_connected) return invalid;
        if (!socket.is_connected && !name) return invalid;
        if (socket.is_connected && name) return invalid;
        KernelBuffer const buffer(*allocator, min(transfer.left, usize{high_water_bytes}));
        if (!buffer.is_there()) return SocketError{SocketError::exhausted};
        Transfer ahead = transfer;
        usize const bytes = move_bytes(buffer.bytes(), ahead, true);
        usize const sent =
            TRY(hand_down(socket, name, Span<u8 const>(buffer.bytes()).first(bytes)));
        if (sent == bytes) {
            transfer = ahead;
            continue;
        }
        static_cast<void>(move_bytes(buffer.bytes().first(sent), transfer, true));
    } while (transfer.left > 0);
    return {};
}

/// To the sockets below, as `usrreq` with `PRU_SEND` (how many bytes they have taken).
Result<usize, SocketError> GeneralSockets::hand_down(Descriptor& socket, Endpoint const* name,
                                                     Span<u8 const> bytes) {
    if (!socket.is_atomic) {
        auto const sent = below->send(socket.below, bytes);
        if (sent.is_error() && sent.error() == SocketError{SocketError::closed})
            socket.cannot_send_more = true;
        return sent;
    }
    TRY(below->send_to(socket.below, bytes, *name));
    return bytes.size();
}

Result<usize, SocketError> GeneralSockets::receive_message(u32 socket, MessageHeader& header,
                                                           u32 flags) {
    Descriptor* const found = find(socket);
    if (!found) return invalid;
    Transfer transfer = TRY(transfer_of(header));
    usize const all = transfer.left;
    Endpoint name{};
    auto const received = receive_through(*found, &name, transfer, flags);
    if (received.is_error() && transfer.left == all) return received.error();
    if (header.name) *header.name = name;
    return all - transfer.left;
}

/// Takes what has come, once or until the vectors are full (`soreceive`).
Result<void, SocketError> GeneralSockets::receive_through(Descriptor& socket, Endpoint* name,
                                                          Transfer& transfer, u32 flags) {
    if (socket.needs_connection && !socket.is_connected) return invalid;
    do {
        if (flags & do_not_wait) {
            u64 const left_ns = TRY(below->wait_readable(socket.below, 1));
            if (left_ns == 0) return SocketError{SocketError::would_block};
        }
        KernelBuffer const buffer(*allocator, min(transfer.left, usize{high_water_bytes}));
        if (!buffer.is_there()) return SocketError{SocketError::exhausted};
        usize const bytes = TRY(take_up(socket, name, buffer.bytes()));
        static_cast<void>(move_bytes(buffer.bytes().first(bytes), transfer, false));
    } while (!socket.is_atomic && (flags & wait_all) && transfer.left > 0);
    return {};
}

Result<usize, SocketError> GeneralSockets::take_up(Descriptor& socket, Endpoint* name,
                                                   Span<u8> room) {
    if (!socket.is_atomic) return below->receive(socket.below, room);
    Received const received = TRY(below->receive_from(socket.below, room));
    *name = received.sender;
    return received.bytes;
}

Result<u32, SocketError> GeneralSockets::open(Kind kind) {
    return enter(TRY(below->open(kind)), kind, false);
}

void GeneralSockets::close(u32 socket) {
    Descriptor* const found = find(socket);
    if (!found) return;
    u32 const number = found->below;
    *found = {};
    below->close(number);
}

Result<Endpoint, SocketError> GeneralSockets::bind(u32 socket, Endpoint const& local) {
    Descriptor* const found = find(socket);
    return found ? below->bind(found->below, local) : invalid;
}

Result<void, SocketError> GeneralSockets::listen(u32 socket) {
    Descriptor* const found = find(socket);
    return found ? below->listen(found->below) : invalid;
}

Result<u32, SocketError> GeneralSockets::accept(u32 socket) {
    Descriptor* const found = find(socket);
    if (!found) return invalid;
    return enter(TRY(below->accept(found->below)), Kind::stream, true);
}

Result<void, SocketError> GeneralSockets::connect(u32 socket, Endpoint const& remote) {
    Descriptor* const found = find(socket);
    if (!found) return invalid;
    TRY(below->connect(found->below, remote));
    found->is_connected = true;
    return {};
}

Result<void, SocketError> GeneralSockets::send_to(u32 socket, Span<u8 const> datagram,
                                                  Endpoint const& destination) {
    Endpoint name = destination;
    Vector const vector{const_cast<u8*>(datagram.data()), datagram.size()};
    TRY(send_message(socket, {&name, &vector, 1}, 0));
    return {};
}

Result<Sockets::Received, SocketError> GeneralSockets::receive_from(u32 socket, Span<u8> datagram) {
    Endpoint name{};
    Vector const vector{datagram.data(), datagram.size()};
    MessageHeader header{&name, &vector, 1};
    usize const bytes = TRY(receive_message(socket, header, 0));
    return Received{bytes, name};
}

Result<usize, SocketError> GeneralSockets::send(u32 socket, Span<u8 const> bytes) {
    Vector const vector{const_cast<u8*>(bytes.data()), bytes.size()};
    return send_message(socket, {nullptr, &vector, 1}, 0);
}

Result<usize, SocketError> GeneralSockets::receive(u32 socket, Span<u8> bytes) {
    Vector const vector{bytes.data(), bytes.size()};
    MessageHeader header{nullptr, &vector, 1};
    return receive_message(socket, header, 0);
}

Result<u64, SocketError> GeneralSockets::wait_readable(u32 socket, u64 timeout_ns) {
    Descriptor* const found = find(socket);
    return found ? below->wait_readable(found->below, timeout_ns) : invalid;
}

Result<void, SocketError> GeneralSockets::watch(u32 socket) {
    Descriptor* const found = find(socket);
    return found ? below->watch(found->below) : invalid;
}

Result<u32, SocketError> GeneralSockets::wait_watched() {
    u32 const number = TRY(below->wait_watched());
    for (u32 i = 0; i < count; ++i)
        if (descriptors_[i].is_open && descriptors_[i].below == number) return i;
    return SocketError{SocketError::failed};
}

} // namespace flat::net
