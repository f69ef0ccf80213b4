// SPDX-License-Identifier: BSD-2-Clause
// The architecture's share of address spaces: nothing, because a process has only its own.
#pragma once

#include <api/space_base.hpp>

namespace flat::arch {

class SpaceArch : public virtual api::SpaceBase {};

} // namespace flat::arch
