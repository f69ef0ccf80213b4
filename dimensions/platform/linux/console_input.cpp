// SPDX-License-Identifier: BSD-2-Clause
// The standard input, by a signal.
#include <platform/console_input.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

namespace flat::platform {

namespace {

void signal_arrivals(bool is_wanted) {
    int const flags = fcntl(STDIN_FILENO, F_GETFL);
    fcntl(STDIN_FILENO, F_SETFL, is_wanted ? flags | O_ASYNC : flags & ~O_ASYNC);
}

} // namespace

ConsoleInput::~ConsoleInput() {
    if (!listener_) return;
    signal_arrivals(false);
    interrupts->disconnect(line);
}

u32 ConsoleInput::read(Span<u8> destination) {
    pollfd state{STDIN_FILENO, POLLIN, 0};
    if (poll(&state, 1, 0) != 1 || !(state.revents & POLLIN)) return 0;
    ssize_t const count = ::read(STDIN_FILENO, destination.data(), destination.size());
    return count > 0 ? static_cast<u32>(count) : 0;
}

Result<void, hal::TrapError> ConsoleInput::listen(Listener& listener) {
    TRY(interrupts->connect(line, *this));
    listener_ = &listener;
    interrupts->unmask(line);
    fcntl(STDIN_FILENO, F_SETOWN, getpid());
    fcntl(STDIN_FILENO, F_SETSIG, SIGRTMIN + static_cast<int>(line));
    signal_arrivals(true);
    raise(SIGRTMIN + static_cast<int>(line)); // for what has come before
    return {};
}

void ConsoleInput::handle(u32) {
    interrupts->acknowledge(line);
    listener_->arrived();
}

} // namespace flat::platform
