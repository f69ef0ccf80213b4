// SPDX-License-Identifier: BSD-2-Clause
// What a domain that makes others asks the root task for. Each domain that it has made is named by
// its place in the assembly.
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <l4/abi/domains.hpp>

namespace flat::domain {

/// Makes the domain of this name, and says where it is.
Result<u64, l4::NotMade> make_task(Span<u8 const> name);

/// Lets it run; false if it is not there, or runs already.
bool start_task(u64 place);

/// Waits until its entry has returned, or it has ended, and says with which status.
u32 join_task(u64 place);

/// Waits until it has ended, and says with which status.
u32 outlive_task(u64 place);

/// Ends it, and gives back all that it had.
void release_task(u64 place);

/// The pages that the root task has for domains, and those of them that nobody has.
struct TaskPages {
    u64 all;
    u64 free;
};

TaskPages task_pages();

} // namespace flat::domain
