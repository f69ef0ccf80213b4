// SPDX-License-Identifier: BSD-2-Clause
// The threads of the assembly's domains, of which each can end and be made anew, and of which
// several can be of one image.
#pragma once

#include <core/image/boot_module.hpp>
#include <core/types.hpp>
#include <l4/abi/domains.hpp>
#include <l4/abi/message_tag.hpp>
#include <l4/abi/thread_id.hpp>

namespace flat::domain {

/// By place in the assembly, from 1 on, those that bindings call; 0 is the root task, which makes
/// all of them and is everyone's pager.
extern constinit l4::ThreadId threads[boot::domains_max + 1];

inline l4::ThreadId thread_of(u64 place) {
    return threads[place];
}

/// The slot of a domain's thread, of which there is one domain at a time.
inline u64 slot_of(l4::ThreadId thread) {
    return l4::DomainThread::slot(thread_of(0).number(), thread);
}

/// Asks the root task for all of them; before anybody is called.
void find_threads();

/// The domain in a slot for which something is kept: that of this thread.
l4::ThreadId known_in(u64 slot);

/// Of a call of this thread's domain this has come, and it is no answer. If that domain has ended,
/// forgets what is kept for it, and bindings call the one that comes next. Not of the attendant's.
void lost(l4::ThreadId called, u64 tag);

/// This domain calls, or is called. If it is another one than before in its slot, forgets what is
/// kept for that. The attendant leaves it to the first thread.
void meet(l4::ThreadId thread);

/// Forgets half of a call that the domain in a slot has sent, and the objects that it holds.
void forget(u64 slot);

} // namespace flat::domain
