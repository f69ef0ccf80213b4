// SPDX-License-Identifier: BSD-2-Clause
// Memory for code in this domain, where the domain itself can ask for it.
#pragma once

#include <domains/code_memory.flat.hpp>

namespace flat::domains {

/// On `api v4` of the root task, which lets the domain have what `api.CodeGrant` says and sees to
/// it that nothing is written once it is sealed; on `hosted` of the host.
class CodeMemory : public CodeMemoryComponent {
public:
    using CodeMemoryComponent::CodeMemoryComponent;

    Result<memory::CodeRegion*, memory::MappingError> take(u64 pages) override;

private:
    class Region;
};

} // namespace flat::domains
