// SPDX-License-Identifier: BSD-2-Clause
// Interrupts that come while a domain serves.
#pragma once

#include <domain/message.hpp>

namespace flat::domain {

/// Whether a message is an interrupt of the domain's line, whose handler has been called then; in
/// its place is the answer.
bool take_interrupt(l4::ThreadId from, Message& message);

} // namespace flat::domain
