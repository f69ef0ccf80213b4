// SPDX-License-Identifier: BSD-2-Clause
// Ends in a panic, in one of the ways that a kernel can.
#pragma once

#include <arch/crash.flat.hpp>

namespace flat::arch {

/// Its attribute says how. None of its functions returns, or is inlined: they are to be seen in the
/// backtrace.
class Crash : public CrashComponent, private hal::Trap::Handler {
public:
    using CrashComponent::CrashComponent;

    void run() override;

private:
    void handle(u32 vector, RegisterFrame& frame) override;
    [[gnu::noinline]] void touch_nothing();
    [[gnu::noinline]] u64 overflow_stack(u64 depth);
};

} // namespace flat::arch
