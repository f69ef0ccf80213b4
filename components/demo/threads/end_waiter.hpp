// SPDX-License-Identifier: BSD-2-Clause
// The entry of a kernel that waits for its end, while domains work.
#pragma once

#include <demo/threads/end_waiter.flat.hpp>

namespace flat::demo::threads {

/// Does nothing else.
class EndWaiter : public EndWaiterComponent {
public:
    using EndWaiterComponent::EndWaiterComponent;

    void run() override;
};

} // namespace flat::demo::threads
