// SPDX-License-Identifier: BSD-2-Clause
// Copies between the kernel and programs, whose faults have a way out.
#pragma once

#include <core/types.hpp>
#include <machine/physical.hpp>

extern "C" {
/// Copies bytes, and returns 0 when all are copied. A page fault in between is one in kernel mode,
/// for which `is_in_user_copy` holds; where it is not resolved, its handler has the copy go on at
/// `flat_copy_user_fails`, and the result is 1.
flat::u64 flat_copy_user(void* to, void const* from, flat::u64 bytes);

extern char const flat_copy_user_end[];
extern char const flat_copy_user_fails[];
}

namespace flat::arch {

/// Whether an instruction of the kernel is one of the copy.
inline bool is_in_user_copy(vaddr instruction) {
    return instruction >= reinterpret_cast<vaddr>(flat_copy_user) &&
           instruction < address_of(flat_copy_user_end);
}

/// Whether a program can have all of these addresses.
inline bool is_user_range(vaddr base, u64 bytes) {
    return base < user_end && bytes <= user_end - base;
}

} // namespace flat::arch
