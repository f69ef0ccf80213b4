// SPDX-License-Identifier: BSD-2-Clause
// Memory for code in the domain that asks for it.
#pragma once

#include <abi/code_memory.flat.hpp>

namespace flat::abi {

/// Of the pages that the domain's own come from, so that whoever limits those limits these.
class CodeMemory : public CodeMemoryComponent {
public:
    using CodeMemoryComponent::CodeMemoryComponent;

    /// UNAVAILABLE for those who work for no domain.
    Result<memory::CodeRegion*, memory::MappingError> take(u64 pages) override;
};

} // namespace flat::abi
