// SPDX-License-Identifier: BSD-2-Clause
// Sends anything to the thread of another L4 task, and to the root task.
#pragma once

#include <demo/domains/raw_sender.flat.hpp>

namespace flat::demo::domains {

/// Random words where calls have theirs, most of them nearly right.
class RawSender : public RawSenderComponent {
public:
    using RawSenderComponent::RawSenderComponent;

    void run() override;

private:
    /// One message; whether it was answered as a call is.
    bool send();
    u64 label();
    u64 word();
    u64 random();

    u64 state_ = 0;
};

} // namespace flat::demo::domains
