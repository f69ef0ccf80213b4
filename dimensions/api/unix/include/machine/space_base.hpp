// SPDX-License-Identifier: BSD-2-Clause
// What the shares of an address space need of each other: nothing in a UNIX kernel.
#pragma once

namespace flat::machine {

/// The virtual base of the shares of `Space`.
class SpaceBase {
protected:
    SpaceBase() = default;
    ~SpaceBase() = default;
};

} // namespace flat::machine
