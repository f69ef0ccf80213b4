// SPDX-License-Identifier: BSD-2-Clause
// What the kernel's domain may use besides <domain/…>, under <machine/…>: the privileged machine.
//
// Whoever includes one of these headers is kernel only, and so is what includes its headers: the
// check of layers computes it and compares it with components/README.md.
#pragma once

#include <core/bits.hpp>
#include <core/span.hpp>
#include <core/traits.hpp>
#include <core/types.hpp>
#include <domain/page.hpp>
#include <machine/backtrace.hpp>
#include <machine/boot_words.hpp>
#include <machine/idle.hpp>
#include <machine/interrupts.hpp>
#include <machine/physical.hpp>
#include <machine/processor.hpp>
#include <machine/register_frame.hpp>
#include <machine/software_trap.hpp>
#include <machine/space_base.hpp>
#include <machine/tcb_base.hpp>

namespace flat::contract {

/// <machine/register_frame.hpp>: THINK's minimal execution context of the processor (§4.1). A plain
/// object: copying it copies the context.
///
/// `start_kernel(function, argument, stack_top)` makes it the start of a kernel-mode context with
/// interrupts enabled that calls `function(argument)`, which must not return, on the stack that
/// ends at `stack_top`, a multiple of 16.
static_assert(PlainData<RegisterFrame> &&
              requires(RegisterFrame frame, RegisterFrame const constant, vaddr address) {
                  { constant.instruction_pointer() } -> SameAs<vaddr>;
                  { constant.stack_pointer() } -> SameAs<vaddr>;
                  { constant.is_user() } -> SameAs<bool>;
                  frame.set_instruction_pointer(address);
                  frame.set_stack_pointer(address);
                  frame.start_kernel(static_cast<void (*)(void*)>(nullptr), nullptr, address);
              });

/// <machine/interrupts.hpp>: whether the processor takes interrupts; synchronous traps always
/// happen.
///
/// `InterruptGuard` disables them for a block and then restores what was before.
/// `wait_for_interrupt` is called with interrupts disabled; it enables them, waits until at least
/// one has been handled, and returns with them disabled; none is lost in between.
static_assert(requires(machine::InterruptGuard guard) {
    { machine::enable_interrupts() } -> SameAs<void>;
    { machine::disable_interrupts() } -> SameAs<void>;
    { machine::interrupts_enabled() } -> SameAs<bool>;
    { machine::wait_for_interrupt() } -> SameAs<void>;
});

/// <machine/boot_words.hpp>: what whoever started the kernel has said besides. `boot_word` is the
/// value of the first word `key=value` with this key, empty if there is none; the text stays.
static_assert(requires(Text key) {
    { machine::boot_word(key) } -> SameAs<Text>;
});

/// <machine/software_trap.hpp>: the trap that the kernel raises itself, to have its own context
/// saved and perhaps another one resumed, whether interrupts are enabled or not.
static_assert(SameAs<decltype(machine::software_trap_vector), u32 const> && requires {
    { machine::software_trap() } -> SameAs<void>;
});

/// <machine/idle.hpp>: `prepare_idle(frame)` makes the frame a kernel-mode context that waits for
/// interrupts for ever, with interrupts enabled. It begins anew whenever it is prepared anew, so
/// that a processor that leaves it need not save it.
static_assert(requires(RegisterFrame& frame) {
    { machine::prepare_idle(frame) } -> SameAs<void>;
});

/// <machine/physical.hpp>: the direct map, through which the kernel reaches all physical memory.
static_assert(requires(paddr address, void const* pointer) {
    { machine::physical_to_virtual(address) } -> SameAs<void*>;
    { machine::virtual_to_physical(pointer) } -> SameAs<paddr>;
});

/// The window of virtual addresses in which the kernel maps at run time, the same in all spaces.
static_assert(is_aligned<vaddr>(machine::kernel_window_base, domain::page_size));
static_assert(is_aligned<u64>(machine::kernel_window_bytes, domain::page_size));

/// At its beginning: there an API shows users what is the same for all of them, and nobody else
/// maps.
static_assert(is_aligned<u64>(machine::kernel_window_shown_bytes, domain::page_size));

/// The first address that user mode cannot have.
static_assert(is_aligned<vaddr>(machine::user_end, domain::page_size));

/// <machine/backtrace.hpp>: the return addresses of an interrupted context, its instruction pointer
/// first; returns how many were found.
static_assert(requires(RegisterFrame const& frame, Span<vaddr> addresses) {
    { machine::backtrace(frame, addresses) } -> SameAs<usize>;
});

/// <machine/processor.hpp>: the processors and what each has of its own.
///
/// `PerProcessor<T>` holds one `T` for each processor; `*` and `->` reach that of the processor
/// that executes, which must not change meanwhile: interrupts are disabled.
static_assert(requires(machine::PerProcessor<u64> area) {
    { machine::processor_index() } -> SameAs<u32>;
    { *area } -> SameAs<u64&>;
    { area.operator->() } -> SameAs<u64*>;
});
static_assert(machine::processors_max >= 1);

/// <machine/tcb_base.hpp>: what the shares of a thread control block need of each other, as virtual
/// functions without data. These are the ones that shares outside the API build on.
static_assert(requires(machine::TcbBase& base, machine::TcbBase const& constant) {
    { constant.is_runnable() } -> SameAs<bool>; // by the API: neither blocked nor halted
    { constant.priority() } -> SameAs<u8>;      // by the API: 255 is the highest
    { base.frame() } -> SameAs<RegisterFrame&>; // by the architecture: where it resumes
});
static_assert(__is_abstract(machine::TcbBase));

/// <machine/space_base.hpp>: the same of an address space.
static_assert(__is_class(machine::SpaceBase));

} // namespace flat::contract
