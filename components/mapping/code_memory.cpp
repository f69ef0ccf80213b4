// SPDX-License-Identifier: BSD-2-Clause
// Memory for code that comes into the kernel at run time.
#include <mapping/code_memory.hpp>

namespace flat::mapping {

Result<memory::CodeRegion*, memory::MappingError> CodeMemory::take(u64 pages) {
    return regions_.take({*records, *objects, *frames}, *space, pages, ~u64{0});
}

} // namespace flat::mapping
