// SPDX-License-Identifier: BSD-2-Clause
// The handles of the program that the calling thread works for.
#pragma once

namespace flat::machine {

class Handles;

/// There is no quick way to them: whoever finds none here asks `flat.hal.UserMode`.
inline Handles* running_handles() {
    return nullptr;
}

} // namespace flat::machine
