// SPDX-License-Identifier: BSD-2-Clause
// Calls of a domain, but the usual ones of words.
#pragma once

#include <domain/call_parts.hpp>
#include <domain/message.hpp>

namespace flat::domain {

/// Takes one message of a call in parts of the domain in this slot, and makes `message` its
/// answer. A call is carried out when its last part is there. Whoever stops between is not waited
/// for: it may begin anew. An entry from `first_of_objects` on is a method of an object.
/// `depth` is how many calls of this domain wait that have been called back.
void call_in_parts(u64 client, u64 entry, u32 depth, Message& message);

/// Makes `message`, a call of whatever sort, its answer; a refusal if the client may not call it.
void answer_call(l4::ThreadId client, u32 depth, Message& message);

} // namespace flat::domain
