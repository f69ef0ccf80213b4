// SPDX-License-Identifier: BSD-2-Clause
// Parameters and results of Schedule, and how threads ask not to be preempted (reference manual,
// sections 3.4 and 3.5).
#pragma once

#include <l4/abi/message_tag.hpp>
#include <l4/abi/time.hpp>

namespace l4 {

/// Schedule leaves a parameter as it is.
inline constexpr Word same_parameter = ~Word{0};

/// How long a thread runs before its equals do, and how long in all; of results, what is left.
class TimeControl {
public:
    constexpr TimeControl(Time slice, Time quantum)
        : raw_(Word{slice.raw()} << 16 | quantum.raw()) {}
    /// What a register says.
    constexpr explicit TimeControl(Word raw) : raw_(raw) {}

    constexpr Time slice() const { return Time{static_cast<u16>(raw_ >> 16)}; }
    constexpr Time quantum() const { return Time{static_cast<u16>(raw_)}; }
    constexpr Word raw() const { return raw_; }

    /// Neither part is a point in time.
    constexpr bool is_valid() const {
        return raw_ >> 32 == 0 && !slice().is_point() && !quantum().is_point();
    }

private:
    Word raw_;
};

/// For how long a thread may delay that others preempt it, and how urgent these may be.
class PreemptionControl {
public:
    constexpr PreemptionControl(u8 sensitive_priority, u16 delay_max_us)
        : raw_(Word{sensitive_priority} << 16 | delay_max_us) {}
    /// What a register says.
    constexpr explicit PreemptionControl(Word raw) : raw_(raw) {}

    constexpr u8 sensitive_priority() const { return static_cast<u8>(raw_ >> 16); }
    constexpr u16 delay_max_us() const { return static_cast<u16>(raw_); }
    constexpr Word raw() const { return raw_; }
    constexpr bool is_valid() const { return raw_ >> 24 == 0; }

private:
    Word raw_;
};

/// What Schedule reports about a thread.
enum class ThreadState : Word {
    error = 0,
    dead = 1,
    inactive = 2,
    running = 3,
    pending_send = 4,
    sending = 5,
    waiting = 6,
    receiving = 7,
};

/// The low bits of `Utcb::preemption_and_coprocessor_flags`.
enum PreemptionFlag : Word {
    signal_preemption = 1 << 5,  ///< preemptions are reported to the exception handler
    delay_preemption = 1 << 6,   ///< others wait as long as Schedule has allowed
    preemption_pending = 1 << 7, ///< the kernel's: others are waiting; ThreadSwitch lets them run
};

/// What the kernel sends in the name of a thread: to its scheduler when its total quantum is used
/// up, to its exception handler when it was preempted. The first word is the system clock.
struct PreemptionMessage {
    static constexpr Word label = protocol_label(-3);
    static constexpr unsigned words = 2;

    static constexpr bool is(MessageTag tag) { return tag.label() == label; }
};

} // namespace l4
