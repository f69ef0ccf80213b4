// SPDX-License-Identifier: BSD-2-Clause
// What every architecture offers under <arch/…>; the compiler names what a variant forgets.
#pragma once

#include <api/space_base.hpp>
#include <api/tcb_base.hpp>
#include <arch/backtrace.hpp>
#include <arch/idle.hpp>
#include <arch/interrupts.hpp>
#include <arch/page.hpp>
#include <arch/physical.hpp>
#include <arch/probe_mark.hpp>
#include <arch/register_frame.hpp>
#include <arch/software_trap.hpp>
#include <arch/space_arch.hpp>
#include <arch/tcb_arch.hpp>
#include <core/bits.hpp>
#include <core/span.hpp>
#include <core/traits.hpp>
#include <core/types.hpp>

namespace flat::contract {

/// <arch/register_frame.hpp>: THINK's minimal execution context of the processor (§4.1). A plain
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

/// <arch/interrupts.hpp>: whether the processor takes interrupts; synchronous traps always happen.
///
/// `InterruptGuard` disables them for a block and then restores what was before.
/// `wait_for_interrupt` is called with interrupts disabled; it enables them, waits until at least
/// one has been handled, and returns with them disabled; none is lost in between.
static_assert(requires(arch::InterruptGuard guard) {
    { arch::enable_interrupts() } -> SameAs<void>;
    { arch::disable_interrupts() } -> SameAs<void>;
    { arch::interrupts_enabled() } -> SameAs<bool>;
    { arch::wait_for_interrupt() } -> SameAs<void>;
});

/// <arch/software_trap.hpp>: the trap that the kernel raises itself, to have its own context saved
/// and perhaps another one resumed, whether interrupts are enabled or not.
static_assert(SameAs<decltype(arch::software_trap_vector), u32 const> && requires {
    { arch::software_trap() } -> SameAs<void>;
});

/// <arch/idle.hpp>: `prepare_idle(frame)` makes the frame a kernel-mode context that waits for
/// interrupts for ever, with interrupts enabled. It begins anew whenever it is prepared anew, so
/// that a processor that leaves it need not save it.
static_assert(requires(RegisterFrame& frame) {
    { arch::prepare_idle(frame) } -> SameAs<void>;
});

/// <arch/page.hpp>: the sizes of pages and of cache lines.
static_assert(arch::page_size == bit(arch::page_size_log2));
static_assert(is_power_of_two<u64>(arch::line_size));

/// <arch/physical.hpp>: the direct map, through which the kernel reaches all physical memory.
static_assert(requires(paddr address, void const* pointer) {
    { arch::physical_to_virtual(address) } -> SameAs<void*>;
    { arch::virtual_to_physical(pointer) } -> SameAs<paddr>;
});

/// The window of virtual addresses in which the kernel maps at run time, the same in all spaces.
static_assert(is_aligned<vaddr>(arch::kernel_window_base, arch::page_size));
static_assert(is_aligned<u64>(arch::kernel_window_bytes, arch::page_size));

/// <arch/backtrace.hpp>: the return addresses of the caller, innermost first, or those of an
/// interrupted kernel-mode context, its instruction pointer first; returns how many were found.
static_assert(requires(Span<vaddr> addresses, RegisterFrame const& frame) {
    { arch::backtrace(addresses) } -> SameAs<usize>;
    { arch::backtrace(frame, addresses) } -> SameAs<usize>;
});

/// <arch/probe_mark.hpp>: the one store that tools/memtrace recognises as a mark.
static_assert(requires(u32& mark) {
    { arch::store_mark<0>(mark) } -> SameAs<void>;
});

/// <arch/tcb_arch.hpp>, <arch/space_arch.hpp>: the architecture's shares of the kernel objects.
static_assert(DerivedFrom<arch::TcbArch, api::TcbBase>);
static_assert(DerivedFrom<arch::SpaceArch, api::SpaceBase>);

} // namespace flat::contract
