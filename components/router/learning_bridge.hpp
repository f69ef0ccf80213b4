// SPDX-License-Identifier: BSD-2-Clause
// A bridge that learns behind which port each host is.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <router/address_table.hpp>
#include <router/learning_bridge.flat.hpp>

namespace flat::router {

/// A transparent bridge (IEEE 802.1D, section 7.7) without spanning tree: a frame to a known host
/// goes out by that host's port, unless it came by it; one to a group, or to a host that nobody has
/// seen, by all others. Groups that bridges keep for themselves (table 7-10) are not forwarded.
/// Frames travel in the buffers in which they came.
class LearningBridge : public LearningBridgeComponent, NonCopyable {
public:
    using LearningBridgeComponent::LearningBridgeComponent;

    void arrived(u32 port, Message& frame) override;

private:
    Guarded<AddressTable> table_;
};

} // namespace flat::router
