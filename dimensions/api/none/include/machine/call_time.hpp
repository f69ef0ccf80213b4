// SPDX-License-Identifier: BSD-2-Clause
// How long a call of a program may take, counted in the ticks that come meanwhile.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::machine {

/// Used with interrupts disabled. A time of 0 never ends.
class CallTime {
public:
    /// The call begins now, or when it is first looked at.
    void start(u64 limit_us) { limit_us_ = remaining_us_ = limit_us; }

    void pass(u32 elapsed_us) { remaining_us_ -= min<u64>(elapsed_us, remaining_us_); }

    /// What a call within this one has taken, which has never answered, is not its own time.
    void give_back(CallTime const& inner) { remaining_us_ += inner.limit_us_; }

    bool is_over() const { return limit_us_ != 0 && remaining_us_ == 0; }
    u64 limit_us() const { return limit_us_; }

private:
    u64 limit_us_ = 0;
    u64 remaining_us_ = 0;
};

} // namespace flat::machine
