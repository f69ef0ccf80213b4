// SPDX-License-Identifier: BSD-2-Clause
// Calls of a domain's process, as messages.
#include <domain/system_call.hpp>

#include "channel.hpp"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

namespace flat::domain {

namespace {

/// How a process ends whose kernel is gone: there is nobody to report to.
constexpr int abandoned = 102;

constinit thread_local int descriptor = arch::first_descriptor;

template<class Function>
void transfer(Function const& function) {
    for (;;) {
        ssize_t const bytes = function();
        if (bytes == sizeof(arch::Message)) return;
        if (bytes >= 0 || errno != EINTR) _exit(abandoned);
    }
}

} // namespace

void use_channel(u32 place) {
    descriptor = arch::first_descriptor + static_cast<int>(place);
}

void send(arch::Message const& message) {
    transfer([&] { return ::send(descriptor, &message, sizeof message, MSG_NOSIGNAL); });
}

void receive(arch::Message& message) {
    transfer([&] { return recv(descriptor, &message, sizeof message, 0); });
}

Answer system_call(u64 number, u64 a, u64 b, u64 c, u64 d, u64 e) {
    arch::Message message{number, {a, b, c, d, e}};
    send(message);
    receive(message);
    return {message.number, message.words[0]};
}

} // namespace flat::domain
