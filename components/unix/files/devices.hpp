// SPDX-License-Identifier: BSD-2-Clause
// The devices that every UNIX has: nothing, zeros, numbers, and the terminal.
#pragma once

#include <unix/files/devices.flat.hpp>

namespace flat::unix::files {

/// By the numbers of Linux (Documentation/admin-guide/devices.txt).
class Devices : public DevicesComponent {
public:
    using DevicesComponent::DevicesComponent;

    OpenFile* open(fs::Node& node) override;

private:
    template<class T, class... Arguments>
    OpenFile* make(Arguments&&... arguments);
};

} // namespace flat::unix::files
