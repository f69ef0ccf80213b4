// SPDX-License-Identifier: BSD-2-Clause
// Sends every datagram back to where it came from.
#pragma once

#include <core/utility.hpp>
#include <demo/hosts/echo_server.flat.hpp>

namespace flat::demo::hosts {

/// The echo service (RFC 862) by UDP, for ever.
class EchoServer : public EchoServerComponent, NonCopyable {
public:
    using EchoServerComponent::EchoServerComponent;

    void run() override;

private:
    u8 datagram_[65507];
};

} // namespace flat::demo::hosts
