// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of their memory: heap, mappings, rights.
#pragma once

#include <unix/space/space_calls.flat.hpp>

namespace flat::unix::space {

/// Checks what programs say, and has it done by their `ProgramMemory`.
class SpaceCalls : public SpaceCallsComponent {
public:
    using SpaceCallsComponent::SpaceCallsComponent;

    i64 brk(Task& task, vaddr end) override;
    i64 mmap(Task& task, vaddr address, u64 bytes, u32 rights, u32 flags, i32 file,
             u64 offset) override;
    i64 mprotect(Task& task, vaddr address, u64 bytes, u32 rights) override;
    i64 munmap(Task& task, vaddr address, u64 bytes) override;
    i64 mremap(Task& task, vaddr address, u64 bytes, u64 new_bytes, u32 flags, vaddr to) override;
    i64 msync(Task& task, vaddr address, u64 bytes, u32 flags) override;
    i64 madvise(Task& task, vaddr address, u64 bytes, u32 advice) override;
    i64 mlock(Task& task, vaddr address, u64 bytes) override;
    i64 mlockall(u32 flags) override;
};

} // namespace flat::unix::space
