// SPDX-License-Identifier: BSD-2-Clause
// Memory objects that nobody else has: zeros, and copies of images.
#pragma once

#include <mapping/anonymous.flat.hpp>

namespace flat::mapping {

/// Makes each as an object of its own; it keeps no list of them.
class Anonymous : public AnonymousComponent {
public:
    using AnonymousComponent::AnonymousComponent;

    Result<memory::OwnedObject*, memory::MemoryError> zeros(memory::Frames& frames,
                                                            u64 pages) override;
    Result<memory::OwnedObject*, memory::MemoryError> image(memory::Frames& frames, u64 pages,
                                                            paddr source, u64 bytes) override;
};

} // namespace flat::mapping
