// SPDX-License-Identifier: BSD-2-Clause
// The user thread control block of the running thread.
#pragma once

#include <l4/abi/utcb.hpp>

namespace l4 {

/// The local name of the running thread.
inline ThreadId my_local_id() {
    Word raw;
    asm("movq %%gs:0, %0" : "=r"(raw));
    return ThreadId{raw};
}

/// The block of the running thread.
inline Utcb& my_utcb() {
    return Utcb::of(my_local_id());
}

inline ThreadId my_id() {
    return my_utcb().global_id;
}

} // namespace l4
