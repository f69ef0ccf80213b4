// SPDX-License-Identifier: BSD-2-Clause
// Sockets that take whatever is sent, and to which nothing ever comes.
#include <net/nowhere.hpp>

namespace flat::net {

Result<u32, SocketError> Nowhere::open(Kind) {
    return u32{0};
}

Result<Endpoint, SocketError> Nowhere::bind(u32, Endpoint const& local) {
    return local;
}

Result<void, SocketError> Nowhere::listen(u32) {
    return {};
}

Result<u32, SocketError> Nowhere::accept(u32) {
    return SocketError{SocketError::failed};
}

Result<void, SocketError> Nowhere::connect(u32, Endpoint const&) {
    return {};
}

Result<void, SocketError> Nowhere::send_to(u32, Span<u8 const>, Endpoint const&) {
    return {};
}

Result<Sockets::Received, SocketError> Nowhere::receive_from(u32, Span<u8>) {
    return SocketError{SocketError::failed};
}

Result<usize, SocketError> Nowhere::send(u32, Span<u8 const> bytes) {
    return bytes.size();
}

Result<usize, SocketError> Nowhere::receive(u32, Span<u8>) {
    return SocketError{SocketError::failed};
}

Result<u64, SocketError> Nowhere::wait_readable(u32, u64) {
    return u64{0};
}

Result<void, SocketError> Nowhere::watch(u32) {
    return {};
}

Result<u32, SocketError> Nowhere::wait_watched() {
    return SocketError{SocketError::failed};
}

} // namespace flat::net
