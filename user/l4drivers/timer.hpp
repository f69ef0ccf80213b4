// SPDX-License-Identifier: BSD-2-Clause
// What clients say to the timer's driver.
#pragma once

#include <l4/abi/types.hpp>

namespace l4drivers {

/// Labels of messages.
enum class TimerRequest : l4::Word {
    sleep = 1, ///< so many ticks; the answer, an empty message, comes after them
};

inline constexpr l4::Word ticks_per_second = 100;

} // namespace l4drivers
