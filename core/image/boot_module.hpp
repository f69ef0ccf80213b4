// SPDX-License-Identifier: BSD-2-Clause
// The user-mode programs that the assembly embeds in the kernel image.
#pragma once

#include <core/types.hpp>

namespace flat::boot {

/// One program, as its ELF file; page aligned.
struct Module {
    char const* name;
    u8 const* begin;
    u64 size_bytes;
};

/// The most images of domains beside its own that a kernel carries.
inline constexpr u32 domains_max = 64;

} // namespace flat::boot

/// The modules in the order of the assembly; the build generates the table.
extern "C" flat::boot::Module const flat_modules[];
extern "C" flat::u32 const flat_module_count;

/// The images of the domains beside the kernel's, in the order of the assembly.
extern "C" flat::boot::Module const flat_domains[];
extern "C" flat::u32 const flat_domain_count;
