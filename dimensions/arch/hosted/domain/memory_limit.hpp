// SPDX-License-Identifier: BSD-2-Clause
// The limit of a process's memory, whatever sort of memory it asks its host for.
#pragma once

namespace flat::domain {

/// If the kernel has limited what private data the process may have (`RLIMIT_DATA`), the host
/// counts all that is mapped from now on against what is left of that: shared memory and the growth
/// of the first thread's stack, too. Panics if the host does not say how much there is.
void limit_all_memory();

} // namespace flat::domain
