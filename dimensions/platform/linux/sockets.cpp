// SPDX-License-Identifier: BSD-2-Clause
// The host's own sockets.
#include <platform/sockets.hpp>

#include <core/panic.hpp>

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace flat::platform {

using net::Endpoint;
using net::SocketError;

namespace {

constexpr u64 ns_per_s = 1'000'000'000;
constexpr u64 seconds_max = u64(1) << 40; // what the host takes, and longer than anybody waits

/// What the host's error number means.
SocketError error_of(int number) {
    switch (number) {
    case EMFILE:
    case ENFILE:
    case ENOBUFS:
    case ENOMEM:
        return {SocketError::exhausted};
    case EADDRINUSE:
        return {SocketError::in_use};
    case ECONNREFUSED:
        return {SocketError::refused};
    case ECONNRESET:
    case EPIPE:
        return {SocketError::closed};
    case EMSGSIZE:
        return {SocketError::too_long};
    case EADDRNOTAVAIL:
        return {SocketError::unreachable};
    case EBADF:
    case EINVAL:
    case EISCONN:
    case ENOTCONN:
    case ENOTSOCK:
    case EOPNOTSUPP:
        return {SocketError::invalid};
    default:
        return {SocketError::failed};
    }
}

/// Calls the host until no signal interrupts it; what it returns, or why it failed.
template<class Call>
Result<i64, SocketError> uninterrupted(Call const& call) {
    for (;;) {
        i64 const result = call();
        if (result >= 0) return result;
        if (errno != EINTR) return error_of(errno);
    }
}

int descriptor_of(u32 socket) {
    return static_cast<int>(socket);
}

sockaddr_in host_form(Endpoint const& endpoint) {
    sockaddr_in form{};
    form.sin_family = AF_INET;
    form.sin_addr.s_addr = htonl(endpoint.address);
    form.sin_port = htons(endpoint.port);
    return form;
}

Endpoint endpoint_of(sockaddr_in const& form) {
    return Endpoint{ntohl(form.sin_addr.s_addr), ntohs(form.sin_port)};
}

sockaddr const* general(sockaddr_in const& form) {
    return reinterpret_cast<sockaddr const*>(&form);
}

sockaddr* general(sockaddr_in& form) {
    return reinterpret_cast<sockaddr*>(&form);
}

} // namespace

Sockets::Sockets(Ports const& ports, Attributes const& attributes)
    : SocketsComponent(ports, attributes), watched_(epoll_create1(EPOLL_CLOEXEC)) {
    if (watched_ < 0) panic("the host does not let us watch sockets");
}

Sockets::~Sockets() {
    ::close(watched_);
}

/// No raw ones: the host would give them whole packets of IP.
Result<u32, SocketError> Sockets::open(Kind kind) {
    if (kind == Kind::raw) return SocketError{SocketError::invalid};
    int const type = kind == Kind::stream ? SOCK_STREAM : SOCK_DGRAM;
    int const protocol = kind == Kind::echo ? IPPROTO_ICMP : 0;
    int const descriptor = ::socket(AF_INET, type | SOCK_CLOEXEC, protocol);
    if (descriptor < 0) return error_of(errno);
    int const yes = 1; // a server that is started anew takes its port over at once
    if (kind == Kind::stream) setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    return static_cast<u32>(descriptor);
}

void Sockets::close(u32 socket) {
    ::close(descriptor_of(socket));
}

Result<Endpoint, SocketError> Sockets::bind(u32 socket, Endpoint const& local) {
    sockaddr_in form = host_form(local);
    if (::bind(descriptor_of(socket), general(form), sizeof form) != 0) return error_of(errno);
    socklen_t size = sizeof form;
    if (getsockname(descriptor_of(socket), general(form), &size) != 0) return error_of(errno);
    return endpoint_of(form);
}

Result<void, SocketError> Sockets::listen(u32 socket) {
    if (::listen(descriptor_of(socket), SOMAXCONN) != 0) return error_of(errno);
    return {};
}

Result<u32, SocketError> Sockets::accept(u32 socket) {
    i64 const accepted = TRY(uninterrupted(
        [&] { return ::accept4(descriptor_of(socket), nullptr, nullptr, SOCK_CLOEXEC); }));
    return static_cast<u32>(accepted);
}

Result<void, SocketError> Sockets::connect(u32 socket, Endpoint const& remote) {
    sockaddr_in const form = host_form(remote);
    if (::connect(descriptor_of(socket), general(form), sizeof form) == 0) return {};
    if (errno != EINTR) return error_of(errno);
    pollfd waiting{descriptor_of(socket), POLLOUT, 0}; // the host goes on connecting by itself
    TRY(uninterrupted([&] { return poll(&waiting, 1, -1); }));
    int problem = 0;
    socklen_t size = sizeof problem;
    getsockopt(descriptor_of(socket), SOL_SOCKET, SO_ERROR, &problem, &size);
    if (problem != 0) return error_of(problem);
    return {};
}

Result<void, SocketError> Sockets::send_to(u32 socket, Span<u8 const> datagram,
                                           Endpoint const& destination) {
    sockaddr_in const form = host_form(destination);
    TRY(uninterrupted([&] {
        return ::sendto(descriptor_of(socket), datagram.data(), datagram.size(), 0, general(form),
                        sizeof form);
    }));
    return {};
}

Result<net::Sockets::Received, SocketError> Sockets::receive_from(u32 socket, Span<u8> datagram) {
    sockaddr_in form{};
    socklen_t size = sizeof form;
    i64 const received = TRY(uninterrupted([&] {
        return ::recvfrom(descriptor_of(socket), datagram.data(), datagram.size(), 0, general(form),
                          &size);
    }));
    return Received{static_cast<usize>(received), endpoint_of(form)};
}

Result<usize, SocketError> Sockets::send(u32 socket, Span<u8 const> bytes) {
    i64 const sent = TRY(uninterrupted(
        [&] { return ::send(descriptor_of(socket), bytes.data(), bytes.size(), MSG_NOSIGNAL); }));
    return static_cast<usize>(sent);
}

Result<usize, SocketError> Sockets::receive(u32 socket, Span<u8> bytes) {
    i64 const received = TRY(uninterrupted(
        [&] { return ::recv(descriptor_of(socket), bytes.data(), bytes.size(), 0); }));
    if (received == 0 && !bytes.is_empty()) return SocketError{SocketError::closed};
    return static_cast<usize>(received);
}

Result<u64, SocketError> Sockets::wait_readable(u32 socket, u64 timeout_ns) {
    pollfd waiting{descriptor_of(socket), POLLIN, 0};
    timespec left{static_cast<time_t>(min(timeout_ns / ns_per_s, seconds_max)),
                  static_cast<long>(timeout_ns % ns_per_s)};
    // The system call itself, unlike the C library's function, tells how much time was left.
    i64 const ready =
        TRY(uninterrupted([&] { return syscall(SYS_ppoll, &waiting, 1, &left, nullptr, 0); }));
    if (ready == 0) return u64{0};
    if (waiting.revents & POLLNVAL) return SocketError{SocketError::invalid};
    return max(u64(left.tv_sec) * ns_per_s + u64(left.tv_nsec), 1);
}

Result<void, SocketError> Sockets::watch(u32 socket) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = socket;
    if (epoll_ctl(watched_, EPOLL_CTL_ADD, descriptor_of(socket), &event) != 0)
        return error_of(errno);
    return {};
}

Result<u32, SocketError> Sockets::wait_watched() {
    epoll_event event{};
    TRY(uninterrupted([&] { return epoll_wait(watched_, &event, 1, -1); }));
    return event.data.u32;
}

} // namespace flat::platform
