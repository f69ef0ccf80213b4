// SPDX-License-Identifier: BSD-2-Clause
// Memory of processes: copied as a whole, and page by page only when it is written to.
#pragma once

#include <core/utility.hpp>
#include <mapping/frame_counts.hpp>
#include <mapping/private_objects.flat.hpp>

namespace flat::mapping {

/// Counts the sharers of each frame, in a table for all of memory.
class PrivateObjects : public PrivateObjectsComponent, NonCopyable {
public:
    /// Panics without memory for the table.
    PrivateObjects(Ports const& ports, Attributes const& attributes);

    Result<memory::PrivateObject*, memory::MemoryError> create() override;

private:
    FrameCounts counts_{*frames};
};

} // namespace flat::mapping
