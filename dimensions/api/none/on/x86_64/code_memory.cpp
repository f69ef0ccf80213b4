// SPDX-License-Identifier: BSD-2-Clause
// Memory for code in the domain that asks for it.
#include <abi/code_memory.hpp>

namespace flat::abi {

Result<memory::CodeRegion*, memory::MappingError> CodeMemory::take(u64 pages) {
    hal::UserMode::Guest* const domain = user_mode->current();
    if (!domain) return memory::MappingError{memory::MappingError::Code::unavailable};
    return domain->take_code(pages, pages_max);
}

} // namespace flat::abi
