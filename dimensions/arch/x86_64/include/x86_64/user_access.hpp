// SPDX-License-Identifier: BSD-2-Clause
// Access of the kernel to the running address space's user memory, which SMAP forbids otherwise.
#pragma once

#include <core/utility.hpp>
#include <x86_64/processor_area.hpp>

namespace flat::arch {

/// Allows it for a block. A page fault inside is one in kernel mode.
class UserAccess : NonCopyable {
public:
    UserAccess() {
        if (processor_area().has_smap) asm volatile("stac" : : : "memory");
    }
    ~UserAccess() {
        if (processor_area().has_smap) asm volatile("clac" : : : "memory");
    }
};

} // namespace flat::arch
