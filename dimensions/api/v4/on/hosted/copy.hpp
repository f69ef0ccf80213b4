// SPDX-License-Identifier: BSD-2-Clause
// Copies of message strings.
#pragma once

#include <core/memory.hpp>
#include <core/types.hpp>

namespace flat::abi {

/// Copies `bytes`, wherever both lie; they may overlap.
inline void copy_string(void* to, void const* from, u64 bytes) {
    memmove(to, from, bytes);
}

} // namespace flat::abi
