// SPDX-License-Identifier: BSD-2-Clause
// What the mix-ins of an address space need of each other.
#pragma once

#include <core/types.hpp>

namespace flat::machine {

/// The virtual base; it has no data.
class SpaceBase {
public:
    /// The root of the translation tree. (SpaceArch)
    virtual paddr page_root() const = 0;

protected:
    ~SpaceBase() = default;
};

} // namespace flat::machine
