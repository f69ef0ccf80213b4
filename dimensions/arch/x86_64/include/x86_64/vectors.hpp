// SPDX-License-Identifier: BSD-2-Clause
// How the vectors are shared out; the first 32 are exceptions (exceptions.hpp), 0x30 is
// the software trap (<machine/software_trap.hpp>).
#pragma once

#include <core/types.hpp>

namespace flat::arch {

/// How many vectors there are: of the processor's 256 those whose stubs and gates the image has.
inline constexpr u32 vectors = 128;

/// Device interrupts, for the platform to share out; the higher vector goes first.
inline constexpr u8 first_device_vector = 0x40;
inline constexpr u8 last_device_vector = 0x7e;

/// What the local APIC raises when an interrupt has vanished meanwhile: entry.S returns at once.
inline constexpr u8 spurious_interrupt_vector = 0x7f;

} // namespace flat::arch
