// SPDX-License-Identifier: BSD-2-Clause
// The ways in which `Stray` ends its domain, as the numbers by which it is asked for them.
#pragma once

#include <core/types.hpp>

namespace flat::demo::domains {

/// All but the last two end it with the status of a panic.
enum class Way : u8 {
    null,      ///< writes to address 0
    deep,      ///< a stack that overflows
    level,     ///< an enumerator that there is not
    nowhere,   ///< a buffer that is not there
    kernels,   ///< a buffer of the kernel's
    endless,   ///< a buffer without end
    undefined, ///< an instruction that there is not
    data,      ///< runs its data
    panics,    ///< a panic of its own
    spins,     ///< never ends
    quiet,     ///< ends as it should
};

} // namespace flat::demo::domains
