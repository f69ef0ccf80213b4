// SPDX-License-Identifier: BSD-2-Clause
// Compiled into every kernel, emits nothing: the composed thread control block lacks no function.
#include <object/tcb.hpp>

/// Where a mix-in forgets one, both compilers name it here.
using CompleteTcb = decltype(flat::Tcb{});
