// SPDX-License-Identifier: BSD-2-Clause
// What a kernel is made of, as it can tell itself.
#pragma once

#include <core/types.hpp>

namespace flat::boot {

/// One instance of a component.
struct Instance {
    char const* name;      ///< As the assembly calls it: `console`.
    char const* component; ///< As in `platform.Console`.
};

} // namespace flat::boot

/// The instances in the order of their construction; the build generates the table with the wiring.
/// Kernels that do not look at it do not contain it.
extern "C" flat::boot::Instance const flat_instances[];
extern "C" flat::u32 const flat_instance_count;
