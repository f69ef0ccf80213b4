// SPDX-License-Identifier: BSD-2-Clause
// How fast two counters count beside one of a known rate, whatever takes the processor away.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::platform {

/// What the counters said at one moment. Both of `count` and `ticks` count down.
struct Sample {
    u64 before; ///< time stamp before the others were read
    u16 count;  ///< of the interval timer
    u32 ticks;  ///< of the other counter
    u64 after;  ///< time stamp after they were read
};

/// Adds up what passes between samples that follow each other closely. What lies around or within
/// one that took far longer than the quickest is left out: then somebody else had the processor (a
/// busy host below a virtual machine, firmware), and the counters were read at different moments.
class Calibration {
public:
    /// The next sample. The first ones only tell how quick a sample can be.
    void take(Sample const& sample) {
        Sample const last = last_;
        last_ = sample;
        if (taken_++ == 0) return;
        quickest_ = min(quickest_, sample.after - last.before);
        if (taken_ <= rehearsals || !is_quick(sample.after - last.before)) return;
        counted_ += static_cast<u16>(last.count - sample.count);
        time_stamps_ += sample.before - last.before;
        ticks_ += last.ticks - sample.ticks;
    }

    /// What the interval timer, time stamps and the other counter counted at the same time.
    u64 counted() const { return counted_; }
    u64 time_stamps() const { return time_stamps_; }
    u64 ticks() const { return ticks_; }

    /// Samples until now.
    u32 taken() const { return taken_; }

private:
    static constexpr u32 rehearsals = 16;

    bool is_quick(u64 length) const { return length / 8 <= quickest_; }

    Sample last_{};
    u64 quickest_ = ~u64(0);
    u64 counted_ = 0;
    u64 time_stamps_ = 0;
    u64 ticks_ = 0;
    u32 taken_ = 0;
};

} // namespace flat::platform
