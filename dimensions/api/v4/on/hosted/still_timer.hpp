// SPDX-License-Identifier: BSD-2-Clause
// A clock that stands still: nothing interrupts what is being measured.
#pragma once

#include <abi/still_timer.flat.hpp>

namespace flat::abi {

/// Its time is always 0, and it never ticks.
class StillTimer : public StillTimerComponent {
public:
    using StillTimerComponent::StillTimerComponent;

    u64 now_ns() override;
    void start(u64 period_ns, Tick& tick) override;
    void stop() override;
};

} // namespace flat::abi
