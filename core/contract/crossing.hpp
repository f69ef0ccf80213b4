// SPDX-License-Identifier: BSD-2-Clause
// What a kernel that has domains beside its own needs of its API on its architecture: the ways
// there and back. Whoever makes domains includes it; the compiler names what is missing.
//
// How a call is encoded is the same everywhere (tools/cli/flatland/idl/crossing.py): words, and
// buffers by addresses in the domain. Only this is different: how words get across, and how bytes.
// Besides there are the components `abi.UserMode` and `abi.ProgramSpaces`.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/span.hpp>
#include <core/traits.hpp>
#include <core/types.hpp>
#include <machine/domain_call.hpp>
#include <machine/running_handles.hpp>
#include <machine/signal.hpp>
#include <machine/user_memory.hpp>
#include <machine/user_program.hpp>

namespace flat::contract {

/// <machine/user_memory.hpp>: copies from and to the program for which the calling thread works, of
/// what the program itself can read and write; whatever addresses and lengths may be.
static_assert(requires(Span<u8> to, Span<u8 const> from, vaddr place) {
    { machine::copy_from_user(to, place) } -> SameAs<bool>;
    { machine::copy_to_user(place, from) } -> SameAs<bool>;
});

/// <machine/domain_call.hpp>: `call_domain` has a program answer a call of five words in the
/// calling thread, `forward_call` does so as an entry of another program's table; where nobody is
/// ready, both call what the `DomainCall` was given for that. Where there is no answer, the first
/// word is `no_answer`. A program that does not answer within so many milliseconds is refused.
static_assert(requires(machine::DomainCall const& call, vaddr program, void* object) {
    machine::DomainCall(program, u32(0), machine::DomainCall::Function(nullptr), object, u32(1));
    { machine::call_domain(call, 1, 2, 3, 4, 5) } -> SameAs<Answer>;
    { machine::forward_call(object, 1, 2, 3, 4, 5) } -> SameAs<Answer>;
});
static_assert(SameAs<decltype(machine::no_answer), u64 const>);

/// <machine/signal.hpp>: `signal_running` has the program of an image that the calling thread works
/// for carry out one of its upcalls, with at most three words, when the thread returns there. False
/// where that is not possible so quickly; then `flat.domain.DomainManager.signal` does it.
static_assert(requires(u32 image, u64 word) {
    { machine::signal_running(image, 1, word, word, word) } -> SameAs<bool>;
});
static_assert(machine::no_image == ~0u);

/// <machine/user_program.hpp>: what is known of a program. Its maker says what it can call, of
/// which image it is, and for whom it is; `abi.ProgramSpaces` the rest.
static_assert(requires(machine::Program program) {
    { program.calls } -> SameAs<Call const*&>;
    { program.call_count } -> SameAs<u64&>;
    { program.is_idle() } -> SameAs<bool>;
    { program.image } -> SameAs<u32&>;
    { program.guest } -> SameAs<hal::UserMode::Guest*&>;
    { program.handles } -> SameAs<machine::Handles*&>;
});

/// <machine/running_handles.hpp>: `running_handles` is what the program that the calling thread
/// works for holds of the kernel's objects, where that is found quickly; else null.
static_assert(requires {
    { machine::running_handles() } -> SameAs<machine::Handles*>;
});

} // namespace flat::contract
