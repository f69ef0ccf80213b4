// SPDX-License-Identifier: BSD-2-Clause
// Memory in pieces of any size, of what the assembly lets the domain have.
#pragma once

#include <core/containers/first_fit.hpp>
#include <core/utility.hpp>
#include <task/memory.flat.hpp>

namespace flat::task {

/// It asks the root task for pages when it has none that suffice, and keeps them until the domain
/// ends. OUT_OF_MEMORY is that a domain which another one has made may not have more.
class Memory : public MemoryComponent, NonCopyable {
public:
    using MemoryComponent::MemoryComponent;

    Result<vaddr, memory::MemoryError> allocate(usize bytes, usize alignment) override;
    void free(vaddr address) override;

private:
    /// Pages in a row, at whose beginning this lies.
    struct alignas(FirstFit::alignment) Step : NonCopyable {
        Step(Step* before, Span<u8> room) : next(before), pieces(room) {}

        Step* const next;
        FirstFit pieces;
    };

    Step* add_step(usize bytes);
    vaddr take(usize bytes);

    Step* last_ = nullptr;
};

} // namespace flat::task
