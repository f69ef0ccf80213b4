// SPDX-License-Identifier: BSD-2-Clause
// Calls a ledger again and again, and says how long the shortest batch takes.
#pragma once

#include <remote/call_times.flat.hpp>

namespace flat::remote {

/// What bench/remote asks for: an argument and a result of 8 bytes. Panics where a call fails.
class CallTimes : public CallTimesComponent {
public:
    using CallTimesComponent::CallTimesComponent;

    void run() override;

private:
    void call(u32 count);
};

} // namespace flat::remote
