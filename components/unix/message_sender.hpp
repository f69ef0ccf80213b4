// SPDX-License-Identifier: BSD-2-Clause
// Who has sent a message within the system (unix(7), SCM_CREDENTIALS).
#pragma once

#include <core/types.hpp>

namespace flat::unix {

/// A process, its user and its group, as `struct ucred` has them; nobody, as Linux tells it of a
/// message whose sender was not asked for when it was sent.
struct MessageSender {
    u32 process = 0;
    u32 user = 65534;
    u32 group = 65534;

    bool operator==(MessageSender const& other) const {
        return process == other.process && user == other.user && group == other.group;
    }
};

} // namespace flat::unix
