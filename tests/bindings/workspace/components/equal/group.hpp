// SPDX-License-Identifier: BSD-2-Clause
// The clients of one domain, one after the other.
#pragma once

#include <core/utility.hpp>
#include <equal/group.flat.hpp>
#include <equal/room.hpp>

namespace flat::equal {

/// Has the memory for the buffers of all, since they never run at the same time.
class Group : public GroupComponent, NonCopyable {
public:
    using GroupComponent::GroupComponent;

    void start() override;

private:
    u8 room_[Room::parts * Room::part_bytes] = {};
};

} // namespace flat::equal
