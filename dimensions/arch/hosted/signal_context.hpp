// SPDX-License-Identifier: BSD-2-Clause
// The context that a signal interrupted, between the host's form of it and a `RegisterFrame`.
#pragma once

#include <machine/register_frame.hpp>

#include <signal.h>
#include <ucontext.h>

namespace flat {

/// The registers that the host restores when the running signal handler returns.
class SignalContext {
public:
    explicit SignalContext(ucontext_t& context) : context_(context) {}

    /// Copies the registers of the interrupted context into `frame`.
    void save(RegisterFrame& frame) const;

    /// Makes the handler return to the context in `frame` instead.
    void load(RegisterFrame const& frame);

    /// Returns from the running signal handler at once, without unwinding what it called.
    [[noreturn]] void leave();

private:
    ucontext_t& context_;
};

} // namespace flat
