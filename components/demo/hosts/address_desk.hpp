// SPDX-License-Identifier: BSD-2-Clause
// Tells the addresses of hosts whose names come in datagrams.
#pragma once

#include <core/utility.hpp>
#include <demo/hosts/address_desk.flat.hpp>

namespace flat::demo::hosts {

/// Answers each datagram, which is a name, with `10.0.0.7` or with why there is no address, for
/// ever. `?` is answered with what the resolver has counted.
class AddressDesk : public AddressDeskComponent, NonCopyable {
public:
    using AddressDeskComponent::AddressDeskComponent;

    void run() override;

private:
    void serve(u32 socket);
};

} // namespace flat::demo::hosts
