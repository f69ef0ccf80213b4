// SPDX-License-Identifier: BSD-2-Clause
// Sends signals to a domain, in its calls and beside them, and sees that it ends alone.
#pragma once

#include <flat/domain/domain.hpp>
#include <partners/signal_check.flat.hpp>
#include <partners/signal_ways.hpp>

namespace flat::partners {

/// Each way is tried by a domain of its own.
class SignalCheck : public SignalCheckComponent {
public:
    using SignalCheckComponent::SignalCheckComponent;

    void run() override;
    u64 pass(u64 value) override;

private:
    domain::Domain& start(SignalWay way);
    void ring_from_outside();

    SignalWay way_ = SignalWay::calls;
    bool has_come_ = false;
};

} // namespace flat::partners
