// SPDX-License-Identifier: BSD-2-Clause
// What a program provides to be started.
#pragma once

#include <core/types.hpp>

namespace l4 {

/// The program's own code, run by its first thread on a stack of 16 KiB. When it returns, its
/// result is the status with which the machine ends or, of a task that the root task has started,
/// this task.
flat::u64 program();

} // namespace l4
