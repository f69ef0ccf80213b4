// SPDX-License-Identifier: BSD-2-Clause
// Gets signals in a domain of its own, and says what it has heard.
#pragma once

#include <partners/signalled.flat.hpp>

namespace flat::partners {

/// The bell is rung in the middle of what `run` does.
class Signalled : public SignalledComponent {
public:
    using SignalledComponent::SignalledComponent;

    void run() override;
    void ring(u32 times) override;

private:
    /// What the bell does besides.
    enum class Way : u8 { listens, asks_for_more, dies, loops };

    void count(Text what, u64 rings);
    void wait_in_user_mode();

    Way way_ = Way::listens;
    u32 volatile heard_ = 0;
    u32 volatile last_ = 0;
    u32 depth_ = 0;
    u32 depth_most_ = 0;
    bool is_in_order_ = true;
};

} // namespace flat::partners
