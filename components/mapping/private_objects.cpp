// SPDX-License-Identifier: BSD-2-Clause
// Memory of processes: copied as a whole, and page by page only when it is written to.
#include <mapping/private_objects.hpp>

#include <core/panic.hpp>
#include <mapping/private_object.hpp>

namespace flat::mapping {

PrivateObjects::PrivateObjects(Ports const& ports, Attributes const& attributes)
    : PrivateObjectsComponent(ports, attributes) {
    if (!counts_.prepare(*map)) panic("there is no memory for the counts of shared frames");
}

Result<memory::PrivateObject*, memory::MemoryError> PrivateObjects::create() {
    return TRY(PrivateObject::make({*memory, *pages, counts_}));
}

} // namespace flat::mapping
