// SPDX-License-Identifier: BSD-2-Clause
// The threads of the assembly's domains, of which each can end and be made anew.
#pragma once

#include <core/boot_module.hpp>
#include <core/types.hpp>
#include <l4/abi/message_tag.hpp>
#include <l4/abi/thread_id.hpp>

namespace flat::domain {

/// By place in the assembly, from 1 on; 0 is the root task, which makes all of them and is
/// everyone's pager. What this domain keeps for another one is for the domain of this thread.
extern constinit l4::ThreadId threads[boot::domains_max + 1];

inline l4::ThreadId thread_of(u64 place) {
    return threads[place];
}

/// Asks the root task for all of them; before anybody is called.
void find_threads();

/// Of a call of the domain at `place` this has come, and it is no answer. If that domain has ended,
/// forgets what is kept for it: the next call is of the one that comes next.
void lost(u64 place, u64 tag);

/// The domain at `place` calls by this thread. If it is another one than before, forgets what is
/// kept for that.
void meet(u64 place, l4::ThreadId client);

/// Forgets half of a call that the domain at a place has sent, and the objects that it holds.
void forget(u64 place);

} // namespace flat::domain
