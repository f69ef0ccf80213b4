// SPDX-License-Identifier: BSD-2-Clause
// A timer of the time that a process has run.
#pragma once

#include <core/types.hpp>
#include <unix/interval_timer.hpp>

namespace flat::unix {

/// As fine as the ticks by which that time is counted. Interrupts are disabled where it is used.
class CpuTimer {
public:
    using Setting = IntervalTimer::Setting;

    Setting setting() const { return setting_; }
    void set(Setting const& setting) { setting_ = setting; }

    /// The process has run so long; whether the timer has expired.
    bool ran(u64 ns) {
        if (setting_.left_ns == 0) return false;
        if (ns < setting_.left_ns) {
            setting_.left_ns -= ns;
            return false;
        }
        u64 const interval = setting_.interval_ns;
        setting_.left_ns = interval != 0 ? interval - (ns - setting_.left_ns) % interval : 0;
        return true;
    }

private:
    Setting setting_ = {};
};

} // namespace flat::unix
