// SPDX-License-Identifier: BSD-2-Clause
// Failures of protocols, in the words of sockets.
#pragma once

#include <flat/net/network_error.hpp>
#include <flat/net/socket_error.hpp>

namespace flat::net {

/// What a socket says when a protocol fails.
inline SocketError socket_error_of(NetworkError error) {
    switch (error.code) {
    case NetworkError::exhausted:
        return SocketError{SocketError::exhausted};
    case NetworkError::invalid:
        return SocketError{SocketError::invalid};
    case NetworkError::in_use:
        return SocketError{SocketError::in_use};
    case NetworkError::refused:
        return SocketError{SocketError::refused};
    case NetworkError::closed:
        return SocketError{SocketError::closed};
    case NetworkError::too_long:
        return SocketError{SocketError::too_long};
    case NetworkError::unreachable:
        return SocketError{SocketError::unreachable};
    case NetworkError::timed_out:
        return SocketError{SocketError::timed_out};
    default:
        return SocketError{SocketError::failed};
    }
}

} // namespace flat::net
