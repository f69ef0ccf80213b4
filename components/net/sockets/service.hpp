// SPDX-License-Identifier: BSD-2-Clause
// How a socket's packets are served on their way.
#pragma once

#include <core/types.hpp>

namespace flat::net::sockets {

/// What the user has chosen of it (`Session.setService`); a lifetime of 0 is the protocol's own.
struct Service {
    u8 type_of_service = 0;
    u8 lifetime = 0;

    bool is_chosen() const { return type_of_service != 0 || lifetime != 0; }
};

} // namespace flat::net::sockets
