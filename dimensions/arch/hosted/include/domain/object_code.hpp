// SPDX-License-Identifier: BSD-2-Clause
// What objects for this machine have in their ELF files (System V psABI for AMD64, 4.4).
#pragma once

#include <core/types.hpp>

namespace flat::domain {

/// Their e_machine.
inline constexpr u16 elf_machine = 62;

/// What to write where a relocation says, by its type.
inline constexpr u32 relocate_absolute = 1;      ///< A symbol's address and the addend.
inline constexpr u32 relocate_global = 6;        ///< A symbol's address.
inline constexpr u32 relocate_jump = 7;          ///< The same, of a function.
inline constexpr u32 relocate_relative_base = 8; ///< Where the object lies, and the addend.

} // namespace flat::domain
