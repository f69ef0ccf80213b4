// SPDX-License-Identifier: BSD-2-Clause
// The architecture's share of an address space: which translations it has, if any.
#pragma once

#include <core/types.hpp>
#include <machine/space_base.hpp>

namespace flat::arch {

/// Names a translation tree. A process has no `hal::Mmu` of its own; code that has one, as tests
/// do, names its trees here.
class SpaceArch : public virtual machine::SpaceBase {
public:
    virtual paddr page_root() const { return page_root_; }
    void set_page_root(paddr root) { page_root_ = root; }

private:
    paddr page_root_ = 0;
};

} // namespace flat::arch
