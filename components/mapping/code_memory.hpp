// SPDX-License-Identifier: BSD-2-Clause
// Memory for code that comes into the kernel at run time.
#pragma once

#include <core/machine/code_regions.hpp>
#include <mapping/code_memory.flat.hpp>

namespace flat::mapping {

/// In the kernel's own space, of frames one by one.
class CodeMemory : public CodeMemoryComponent, NonCopyable {
public:
    using CodeMemoryComponent::CodeMemoryComponent;

    Result<memory::CodeRegion*, memory::MappingError> take(u64 pages) override;

private:
    machine::CodeRegions regions_{nullptr};
};

} // namespace flat::mapping
