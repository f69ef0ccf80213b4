// SPDX-License-Identifier: BSD-2-Clause
// Those who need what a domain consists of, until it is taken down.
#pragma once

#include <core/types.hpp>

namespace flat::machine {

/// Counts them; once there are none and it is closed, nobody becomes one. All of it is called with
/// interrupts disabled.
class Keepers {
public:
    /// One more; false if it is too late.
    [[nodiscard]] bool keep() {
        if (is_closed_) return false;
        ++count_;
        return true;
    }
    /// One less; whether it was the last.
    bool let_go() { return --count_ == 0; }

    /// From now on nobody keeps it; false if somebody does.
    [[nodiscard]] bool close() {
        if (count_ != 0) return false;
        is_closed_ = true;
        return true;
    }

private:
    u32 count_ = 0;
    bool is_closed_ = false;
};

} // namespace flat::machine
