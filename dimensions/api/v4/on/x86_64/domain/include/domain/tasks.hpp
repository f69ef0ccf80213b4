// SPDX-License-Identifier: BSD-2-Clause
// What a domain that makes others asks the root task for. Each domain that it has made is named by
// its slot.
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <l4/abi/domains.hpp>

namespace flat::domain {

/// Makes a domain of this name, and says where it is.
Result<u64, l4::NotMade> make_task(Span<u8 const> name);

/// Lets it run; false if it is not there, or runs already.
bool start_task(u64 slot);

/// Waits until its entry has returned, or it has ended, and says with which status.
u32 join_task(u64 slot);

/// Waits until it has ended, and says with which status.
u32 outlive_task(u64 slot);

/// Ends it, and gives back all that it had.
void release_task(u64 slot);

/// The pages that the root task has for domains, and those of them that nobody has.
struct TaskPages {
    u64 all;
    u64 free;
};

TaskPages task_pages();

/// So many pages more, of zeros, in a row: the address of the first. 0 if the domain may not have
/// as many. They are its own until it ends.
vaddr reserve_pages(u64 pages);

} // namespace flat::domain
