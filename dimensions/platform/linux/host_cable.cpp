// SPDX-License-Identifier: BSD-2-Clause
// What carries frames out of the process: datagrams between UNIX sockets, or a tap interface.
#include "host_cable.hpp"

#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

namespace flat::platform {

namespace {

/// What follows a prefix; null if a text does not begin with it.
char const* after_prefix(char const* text, char const* prefix) {
    usize const size = strlen(prefix);
    return strncmp(text, prefix, size) == 0 ? text + size : nullptr;
}

/// The address of a path of fewer than `path_bytes` bytes.
sockaddr_un unix_address(char const* path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    memcpy(address.sun_path, path, strlen(path) + 1);
    return address;
}

sockaddr* general_address(sockaddr_un& address) {
    return reinterpret_cast<sockaddr*>(&address);
}

} // namespace

bool HostCable::open(char const* description) {
    if (!description) return false;
    if (char const* const paths = after_prefix(description, "dgram:")) return open_sockets(paths);
    if (char const* const name = after_prefix(description, "tap:")) return open_tap(name);
    return false;
}

bool HostCable::open_sockets(char const* paths) {
    char const* const comma = strchr(paths, ',');
    if (!comma || usize(comma - paths) >= path_bytes || strlen(comma + 1) >= path_bytes)
        return false;
    memcpy(own_path_, paths, usize(comma - paths));
    strcpy(other_path_, comma + 1);
    descriptor_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_un own = unix_address(own_path_);
    ::unlink(own_path_); // what a process left that was killed
    return descriptor_ >= 0 && ::bind(descriptor_, general_address(own), sizeof own) == 0;
}

bool HostCable::open_tap(char const* name) {
    descriptor_ = ::open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);
    is_tap_ = true;
    ifreq request{};
    request.ifr_flags = IFF_TAP | IFF_NO_PI;
    strncpy(request.ifr_name, name, sizeof request.ifr_name - 1);
    return descriptor_ >= 0 && ::ioctl(descriptor_, TUNSETIFF, &request) == 0;
}

HostCable::~HostCable() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (own_path_[0]) ::unlink(own_path_);
}

HostCable::Outcome HostCable::send(Span<iovec> parts) {
    sockaddr_un other = unix_address(other_path_);
    msghdr message{};
    message.msg_name = &other;
    message.msg_namelen = sizeof other;
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    ssize_t sent;
    do {
        sent = is_tap_ ? ::writev(descriptor_, parts.data(), static_cast<int>(parts.size()))
                       : ::sendmsg(descriptor_, &message, MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    if (sent >= 0) return Outcome::done;
    return errno == EAGAIN || errno == ENOBUFS ? Outcome::full : Outcome::lost;
}

Maybe<u32> HostCable::receive(Span<u8> place) {
    ssize_t bytes;
    do {
        bytes = is_tap_ ? ::read(descriptor_, place.data(), place.size())
                        : ::recv(descriptor_, place.data(), place.size(), MSG_DONTWAIT | MSG_TRUNC);
    } while (bytes < 0 && errno == EINTR);
    if (bytes < 0) return nothing;
    return static_cast<u32>(bytes);
}

void HostCable::signal_arrivals(int signal, bool is_wanted) {
    fcntl(descriptor_, F_SETOWN, getpid());
    fcntl(descriptor_, F_SETSIG, signal);
    fcntl(descriptor_, F_SETFL, O_NONBLOCK | (is_wanted ? O_ASYNC : 0));
}

} // namespace flat::platform
