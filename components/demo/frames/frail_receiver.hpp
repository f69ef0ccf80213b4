// SPDX-License-Identifier: BSD-2-Clause
// Passes frames on, and after some of them does what ends its domain.
#pragma once

#include <core/utility.hpp>
#include <demo/frames/frail_receiver.flat.hpp>

namespace flat::demo::frames {

/// A mistake such as drivers have: it writes to where nothing is.
class FrailReceiver : public FrailReceiverComponent, NonCopyable {
public:
    using FrailReceiverComponent::FrailReceiverComponent;

    void received(Message& frame) override;
    void state_changed(net::Link::State const& state) override;

private:
    u32 passed_ = 0;
};

} // namespace flat::demo::frames
