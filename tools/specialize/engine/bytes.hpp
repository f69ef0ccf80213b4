// SPDX-License-Identifier: BSD-2-Clause
// Parts of values as they lie in memory.
#pragma once

#include "objects.hpp"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace specialize {

/// Bits that are known to be 0 and to be 1.
struct KnownBits {
    uint64_t zeros = 0;
    uint64_t ones = 0;
};

/// `type` read at `offset` in a value that lies in `size` bytes; unknown if it is not known.
Abstract part_of(Abstract const& value, uint64_t size, int64_t offset, llvm::Type* type,
                 Objects& objects);

/// The known bits of the byte at `offset` in a value in memory, least significant byte first.
KnownBits byte_of(Abstract const& value, int64_t offset, Objects& objects);

/// The bytes from `offset` on as a value of their own; unknown if they cannot be cut out.
Abstract slice_of(Abstract const& value, int64_t offset, uint64_t size, Objects& objects);

/// Integers and pointers as what they are, from known bits; unknown if none is known.
Abstract from_bits(KnownBits bits, llvm::Type* type, llvm::DataLayout const& layout);

/// Calls with every part of an aggregate that is a scalar, a string or all zeros.
void each_part(llvm::Constant& value, int64_t offset, llvm::DataLayout const& layout,
               llvm::function_ref<void(int64_t, llvm::Constant&)> visit);

} // namespace specialize
