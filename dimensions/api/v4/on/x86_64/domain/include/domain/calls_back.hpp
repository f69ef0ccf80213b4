// SPDX-License-Identifier: BSD-2-Clause
// Calls of objects that a domain has passed to another one, which come while it waits or serves.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/image/boot_module.hpp>
#include <core/span.hpp>
#include <domain/call_parts.hpp>
#include <domain/message.hpp>

namespace flat::domain {

/// Calls of objects have numbers from here on, the interface's method added: above all entries.
inline constexpr u64 first_of_objects = u64{1} << 32;

/// How deep calls back go: within one that waits, the partner can be called, and call back again.
inline constexpr u32 calls_back_max = 4;

/// Answers a call of an object of the domain's, of a method of its interface: the slot of the
/// domain that calls, the method, and the request, in place of which the answer is written. 1 and
/// the answer's size, or 0 if it is no call of any.
using AnswerForObjects = Answer (*)(u64 slot, u32 method, Span<u8> request);

extern constinit AnswerForObjects answer_for_objects;

/// Releases the objects that the domain in a slot holds, because it has ended.
using AbandonObjects = void (*)(u64 slot);

/// Null unless the domain passes objects.
extern constinit AbandonObjects abandon_objects;

/// Which domains can have been passed objects, by their places: nobody else calls any.
extern constinit bool passes_objects_to[boot::domains_max + 1];

/// Answers what `server`, whose answer is waited for, calls of this domain: its objects, and in
/// these calls its servers. `message` is what has come of it last, and then the answer; a failure
/// when as long as one may last has passed since the first call.
void take_calls_back(Message& message, l4::ThreadId server, l4::Timeouts timeouts);

/// The same of a message that is in the UTCB altogether.
void take_calls_back_in_utcb(l4::ThreadId server, l4::Timeouts timeouts);

} // namespace flat::domain
