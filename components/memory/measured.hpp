// SPDX-License-Identifier: BSD-2-Clause
// Kernel memory in pieces of any size, each an object that remembers how large it is.
#pragma once

#include <core/utility.hpp>
#include <memory/measured.flat.hpp>

namespace flat::memory {

/// For kernels that seldom ask: a piece takes a cache line more than its size, and code of a few
/// hundred bytes less than `General` has. Alignments above a line are refused.
class Measured : public MeasuredComponent, NonCopyable {
public:
    using MeasuredComponent::MeasuredComponent;

    Result<vaddr, MemoryError> allocate(usize bytes, usize alignment) override;
    void free(vaddr address) override;
};

} // namespace flat::memory
