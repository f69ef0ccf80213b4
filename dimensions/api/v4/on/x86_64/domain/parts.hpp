// SPDX-License-Identifier: BSD-2-Clause
// Calls with more than registers have.
#pragma once

#include <domain/call_parts.hpp>
#include <domain/message.hpp>

namespace flat::domain {

/// Takes one message of a call in parts of the domain with this place, and makes `message` its
/// answer. A call is carried out when its last part is there. Whoever stops between is not waited
/// for: it may begin anew.
void call_in_parts(u64 place, u64 entry, Message& message);

} // namespace flat::domain
