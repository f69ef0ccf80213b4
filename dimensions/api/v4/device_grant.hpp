// SPDX-License-Identifier: BSD-2-Clause
// Ports of a device, and perhaps its interrupt line, for the domain that drives it.
#pragma once

#include <api/device_grant.flat.hpp>
#include <core/text.hpp>

namespace flat::api {

/// The kernel itself does nothing with it: it has sigma0 own all ports, and tells the root task,
/// which passes them on, what the assembly says.
class DeviceGrant : public DeviceGrantComponent {
public:
    using DeviceGrantComponent::DeviceGrantComponent;

    Devices devices() override { return {first_port, ports, line >= 0, static_cast<u32>(line)}; }
    bool is_for(Span<u8 const> name) override { return Text::from_bytes(name) == Text(domain); }
};

} // namespace flat::api
