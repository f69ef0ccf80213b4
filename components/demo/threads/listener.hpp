// SPDX-License-Identifier: BSD-2-Clause
// Says what it hears.
#pragma once

#include <demo/threads/listener.flat.hpp>

namespace flat::demo::threads {

/// Has a name, which the assembly gives.
class Listener : public ListenerComponent {
public:
    using ListenerComponent::ListenerComponent;

    void ring(u32 times) override;
};

} // namespace flat::demo::threads
