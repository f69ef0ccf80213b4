// SPDX-License-Identifier: BSD-2-Clause
// Calls of programs whose arguments and answers are words.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/types.hpp>
#include <machine/interrupts.hpp>

namespace flat::machine {

/// One entry of a program's upcalls. There is no fast way into a process: all go through
/// `otherwise`, which asks `flat.domain.DomainManager`.
struct DomainCall {
    using Function = Answer (*)(void* object, u64, u64, u64, u64, u64);

    DomainCall(vaddr, u32, Function otherwise, void* object, u32)
        : otherwise(otherwise), object(object) {}

    Function otherwise;
    void* object;
};

/// The first word where there is no answer: the program has ended meanwhile.
inline constexpr u64 no_answer = ~u64{0};

/// Has a program answer, in the calling thread, which may work for another one.
inline Answer call_domain(DomainCall const& call, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0,
                          u64 e = 0) {
    return call.otherwise(call.object, a, b, c, d, e);
}

/// The same as an entry of a program's table of calls, whose object is the `DomainCall`.
inline Answer forward_call(void* call, u64 a, u64 b, u64 c, u64 d, u64 e) {
    enable_interrupts();
    return call_domain(*static_cast<DomainCall const*>(call), a, b, c, d, e);
}

} // namespace flat::machine
