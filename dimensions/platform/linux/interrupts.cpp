// SPDX-License-Identifier: BSD-2-Clause
// The real-time signals as interrupt lines.
#include <platform/interrupts.hpp>

#include <machine/interrupts.hpp>

#include <signal.h>

namespace flat::platform {

namespace {

/// The signal of a line, which is its vector.
u32 signal_of(u32 line) {
    return static_cast<u32>(SIGRTMIN) + line;
}

} // namespace

Result<void, hal::TrapError> Interrupts::connect(u32 line, hal::Trap::BriefHandler& handler) {
    if (line > static_cast<u32>(SIGRTMAX - SIGRTMIN))
        return hal::TrapError{hal::TrapError::Code::no_such_vector};
    TRY(trap->register_brief(signal_of(line), handler));
    mask(line);
    return {};
}

void Interrupts::disconnect(u32 line) {
    mask(line);
    trap->unregister(signal_of(line));
}

void Interrupts::unmask(u32 line) {
    arch::unmask_interrupt(signal_of(line));
}

void Interrupts::mask(u32 line) {
    arch::mask_interrupt(signal_of(line));
}

void Interrupts::acknowledge(u32) {
    // The host has taken the signal off its queue already.
}

} // namespace flat::platform
