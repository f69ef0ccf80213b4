// SPDX-License-Identifier: BSD-2-Clause
// How the platform shares out the vectors that the architecture leaves to devices.
#pragma once

#include <x86_64/vectors.hpp>

namespace flat::platform {

/// Interrupt lines of the I/O APIC, one after the other.
inline constexpr u8 first_line_vector = arch::first_device_vector;
inline constexpr u32 lines_max = 24;

/// Interrupts that devices raise by messages.
inline constexpr u8 first_message_vector = first_line_vector + lines_max;
inline constexpr u32 messages_max = 32;

/// The local APIC's timer: above all of them, so that it goes first.
inline constexpr u8 timer_vector = 0x7c;

static_assert(first_message_vector + messages_max <= timer_vector);
static_assert(timer_vector <= arch::last_device_vector);

} // namespace flat::platform
