// SPDX-License-Identifier: BSD-2-Clause
// Compiled into every kernel, emits nothing: the composed thread control block lacks no function.
#include <object/tcb.hpp>

static_assert(!__is_abstract(flat::Tcb), "no mix-in of Tcb overrides the functions named here");
