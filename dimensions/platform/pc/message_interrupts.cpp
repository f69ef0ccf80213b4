// SPDX-License-Identifier: BSD-2-Clause
// Interrupts that devices raise by writes to the local APIC.
#include <platform/message_interrupts.hpp>

#include <flat/hal/trap.hpp>

#include "vectors.hpp"

namespace flat::platform {

namespace {

/// SDM 3A, 11.11.1: address of a message for one processor, by its number. Data, 11.11.2, are the
/// vector alone: edge triggered, fixed delivery.
constexpr paddr address_base = 0xfee0'0000;
constexpr u32 processor_shift = 12;

} // namespace

MessageInterrupts::MessageInterrupts(Ports const& ports, Attributes const& attributes)
    : MessageInterruptsComponent(ports, attributes) {
    local_apic_.enable();
}

Result<hal::MessageInterrupts::Message, hal::TrapError>
MessageInterrupts::connect(hal::Trap::BriefHandler& handler) {
    for (u32 i = 0; i < messages_max; ++i) {
        u32 const vector = first_message_vector + i;
        if (trap->register_brief(vector, handler).is_ok())
            return Message{address_base | paddr(local_apic_.id()) << processor_shift, vector};
    }
    return hal::TrapError{hal::TrapError::Code::no_such_vector};
}

void MessageInterrupts::disconnect(Message const& message) {
    trap->unregister(message.data);
}

void MessageInterrupts::acknowledge() {
    local_apic_.acknowledge();
}

} // namespace flat::platform
