// SPDX-License-Identifier: BSD-2-Clause
// What a bridge or router does beside its frames.
#pragma once

#include <core/utility.hpp>
#include <router/watch.flat.hpp>

namespace flat::router {

/// All work is done in the cards' interrupts; the processor rests between them, for ever.
class Watch : public WatchComponent, NonCopyable {
public:
    using WatchComponent::WatchComponent;

    void run() override;
};

} // namespace flat::router
