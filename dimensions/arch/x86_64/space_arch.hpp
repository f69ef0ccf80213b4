// SPDX-License-Identifier: BSD-2-Clause
// The architecture's share of an address space: its page tables.
#pragma once

#include <core/types.hpp>
#include <machine/space_base.hpp>

namespace flat::arch {

/// Names the translation tree, as `hal::Mmu` made it.
class SpaceArch : public virtual machine::SpaceBase {
public:
    virtual paddr page_root() const { return page_root_; }
    void set_page_root(paddr root) { page_root_ = root; }

private:
    paddr page_root_ = 0;
};

} // namespace flat::arch
