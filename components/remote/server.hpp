// SPDX-License-Identifier: BSD-2-Clause
// Serves other kernels, and does nothing else.
#pragma once

#include <remote/server.flat.hpp>

namespace flat::remote {

/// The entry of a kernel that is there for others: tells its listener of all that arrives.
class Server : public ServerComponent {
public:
    using ServerComponent::ServerComponent;

    /// Never ends; panics when the network ends.
    void run() override;
};

} // namespace flat::remote
