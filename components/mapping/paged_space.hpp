// SPDX-License-Identifier: BSD-2-Clause
// An address space of user mode, as its creator sees it.
#pragma once

#include <core/utility.hpp>
#include <flat/memory/user_space.hpp>
#include <mapping/records.hpp>

namespace flat::mapping {

using memory::MappingError;

/// Passes on to the layer what is asked of it, with its own record.
class PagedSpace final : public memory::UserSpace, NonCopyable {
public:
    explicit PagedSpace(Mappings& mappings) : mappings_(mappings) {}

    /// Begins without any mapping, over the page tables of `root`.
    void start(paddr root);

    Result<vaddr, MappingError> map(memory::MemoryObject& object, u64 first_page, u64 pages,
                                    vaddr base, u32 rights) override;
    Result<void, MappingError> unmap(vaddr base, u64 pages) override;
    Result<void, MappingError> protect(vaddr base, u64 pages, u32 rights) override;
    Result<paddr, MappingError> translate(vaddr address) override;
    Result<u64, MappingError> resolve(vaddr address, u32 access) override;
    paddr root() override;
    void release() override;
    void* narrow(InterfaceId id) override;

private:
    Mappings& mappings_;
    SpaceRecord record_;
};

} // namespace flat::mapping
