// SPDX-License-Identifier: BSD-2-Clause
// What a program provides to be started.
#pragma once

#include <core/types.hpp>

namespace l4 {

/// The program's own code, run by its first thread on a stack of 16 KiB. When it returns, the
/// machine ends with its result as status.
flat::u64 program();

} // namespace l4
