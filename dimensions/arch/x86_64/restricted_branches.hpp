// SPDX-License-Identifier: BSD-2-Clause
// Indirect branches of the kernel follow no prediction that user mode has made: enhanced IBRS.
#pragma once

#include <arch/restricted_branches.flat.hpp>

namespace flat::arch {

/// Sets IA32_SPEC_CTRL.IBRS once, on processors that heed it in the kernel from then on (IBRS_ALL).
/// Others would want it written at each entry and cleared at each exit: they end the boot with a
/// message, which names retpolines in its place.
class RestrictedBranches : public RestrictedBranchesComponent {
public:
    RestrictedBranches(Ports const& ports, Attributes const& attributes);
};

} // namespace flat::arch
