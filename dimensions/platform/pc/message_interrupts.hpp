// SPDX-License-Identifier: BSD-2-Clause
// Interrupts that devices raise by writes to the local APIC.
#pragma once

#include <core/utility.hpp>
#include <platform/local_apic.hpp>
#include <platform/message_interrupts.flat.hpp>

namespace flat::platform {

/// Each message has a vector of its own, and goes to the processor that boots (Intel SDM volume 3A,
/// section 11.11).
class MessageInterrupts : public MessageInterruptsComponent, NonCopyable {
public:
    MessageInterrupts(Ports const& ports, Attributes const& attributes);

    Result<Message, hal::TrapError> connect(hal::Trap::BriefHandler& handler) override;
    void disconnect(Message const& message) override;
    void acknowledge() override;

private:
    LocalApic local_apic_;
};

} // namespace flat::platform
