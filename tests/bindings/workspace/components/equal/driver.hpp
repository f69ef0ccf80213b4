// SPDX-License-Identifier: BSD-2-Clause
// Has all clients run, one after the other.
#pragma once

#include <core/utility.hpp>
#include <equal/driver.flat.hpp>
#include <equal/room.hpp>

namespace flat::equal {

/// Has the memory for the buffers of all, since they never run at the same time.
class Driver : public DriverComponent, NonCopyable {
public:
    using DriverComponent::DriverComponent;

    void run() override;

private:
    u8 room_[Room::parts * Room::part_bytes] = {};
};

} // namespace flat::equal
