// SPDX-License-Identifier: BSD-2-Clause
// Signals to the program that the calling thread works for.
#pragma once

#include <core/types.hpp>

namespace flat::machine {

/// There is no quick way into a process: `flat.domain.DomainManager` takes all of them.
template<class... Words>
bool signal_running(u32, u64, Words...) {
    return false;
}

} // namespace flat::machine
