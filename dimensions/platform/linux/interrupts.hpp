// SPDX-License-Identifier: BSD-2-Clause
// The real-time signals as interrupt lines.
#pragma once

#include <platform/interrupts.flat.hpp>

namespace flat::platform {

/// Line n is the signal SIGRTMIN + n; the host queues what arrives while a line is masked.
class Interrupts : public InterruptsComponent {
public:
    using InterruptsComponent::InterruptsComponent;

    Result<void, hal::TrapError> connect(u32 line, hal::Trap::BriefHandler& handler) override;
    void disconnect(u32 line) override;
    void unmask(u32 line) override;
    void mask(u32 line) override;
    void acknowledge(u32 line) override;
    bool is_level(u32) override { return true; }
};

} // namespace flat::platform
