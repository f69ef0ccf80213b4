// SPDX-License-Identifier: BSD-2-Clause
// Calls of a domain, but the usual ones of words.
#pragma once

#include <core/types.hpp>
#include <domain/call_parts.hpp>
#include <domain/message.hpp>

namespace flat::domain {

/// What a client has sent of a call, and then what it gets. Pages that are never touched cost
/// nothing.
struct Payload {
    u64 entry = 0; ///< that of its call; 0, which takes words, while there is none
    u64 arrived = 0;
    u64 answered = 0;
    u8 bytes[payload_bytes_max] = {};

    void begin(u64 called) {
        entry = called;
        arrived = answered = 0;
    }
};

/// Takes one message of a call in parts of the domain in slot `client`, and makes `message` its
/// answer.
void take_part(Payload& payload, u64 client, u64 entry, Message& message);

/// Takes one message of a call in parts of the domain in this slot, and makes `message` its
/// answer. A call is carried out when its last part is there. Whoever stops between is not waited
/// for: it may begin anew. An entry from `first_of_objects` on is a method of an object.
/// `depth` is how many calls of this domain wait that have been called back.
void call_in_parts(u64 client, u64 entry, u32 depth, Message& message);

/// Makes `message`, a call of whatever sort, its answer; a refusal if the client may not call it.
void answer_call(l4::ThreadId client, u32 depth, Message& message);

} // namespace flat::domain
