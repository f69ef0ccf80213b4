// SPDX-License-Identifier: BSD-2-Clause
// From processor registers to arguments and back (AMD64 binding of L4 X.2).
#include <abi/syscalls.hpp>

#include <abi/current.hpp>
#include <abi/short_message.hpp>
#include <abi/system_calls.hpp>
#include <api/encodings.hpp>
#include <core/compiler.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/system_call_entry.hpp>

#include "system_call_numbers.h"

extern "C" {
extern char const user_stubs_start[];
extern char const user_stub_ipc[];
extern char const user_stub_space_control[];
extern char const user_stub_thread_control[];
extern char const user_stub_processor_control[];
extern char const user_stub_memory_control[];
extern char const user_stub_unmap[];
extern char const user_stub_exchange_registers[];
extern char const user_stub_system_clock[];
extern char const user_stub_thread_switch[];
extern char const user_stub_schedule[];
}

namespace flat::abi {

namespace {

static_assert(api::MessageTag(0, 0, 2).raw() == TAG_OF_ONE_ITEM);

u64 stub_address(char const* stub) {
    return user_stubs_base + static_cast<u64>(stub - user_stubs_start);
}

} // namespace

void restore_user_slot() {
    u64& descriptor = arch::processor_area().used_descriptors->api_data;
    descriptor = arch::GlobalDescriptorTable().user_data;
    asm volatile("movl %0, %%gs" : : "r"(static_cast<u32>(arch::Selector::api_data)) : "memory");
    descriptor = 0;
    arch::processor_area().hazards |= static_cast<u32>(arch::Selector::api_data);
    arch::write_msr(arch::Msr::IA32_GS_BASE, user_slot_base);
}

api::CallAddresses system_call_addresses() {
    return {
        .space_control = stub_address(user_stub_space_control),
        .thread_control = stub_address(user_stub_thread_control),
        .processor_control = stub_address(user_stub_processor_control),
        .memory_control = stub_address(user_stub_memory_control),
        .ipc = stub_address(user_stub_ipc),
        .local_ipc = stub_address(user_stub_ipc),
        .unmap = stub_address(user_stub_unmap),
        .exchange_registers = stub_address(user_stub_exchange_registers),
        .system_clock = stub_address(user_stub_system_clock),
        .thread_switch = stub_address(user_stub_thread_switch),
        .schedule = stub_address(user_stub_schedule),
    };
}

Syscalls::Syscalls(Ports const& ports, Attributes const& attributes)
    : SyscallsComponent(ports, attributes) {
    map_user_pages();
    arch::processor_area().system_calls = this;
    arch::take_system_calls();
    restore_user_slot();
}

void Syscalls::map_user_pages() {
    constexpr u32 readable = hal::Mmu::read | hal::Mmu::user;
    paddr const root = mmu->kernel_root();
    auto const stubs =
        mmu->add_mapping(root, user_stubs_base, machine::virtual_to_physical(user_stubs_start),
                         domain::page_size_log2, readable | hal::Mmu::execute);
    auto const slot =
        mmu->add_mapping(root, user_slot_base, machine::virtual_to_physical(&flat_user_slot),
                         domain::page_size_log2, readable);
    if (stubs.is_error() || slot.is_error()) panic("abi.Syscalls: cannot map the user stubs");
}

// The two short paths are functions of their own, so that neither takes registers of the other's,
// and end in entry.S, which leaves the kernel or begins anew. In `flat` all that they call is in
// sight, and has to be inlined whatever a compiler holds worth it: a call alone costs registers
// that the message is in.
[[gnu::flatten]] void Syscalls::short_ipc(Tcb& sender, u64 to, u64 from, u64, u64 timeouts,
                                          u64 tag) {
    ShortMessage message{sender, to, from, timeouts, tag};
    Tcb* const partner = arch::processor_area().system_calls->ipc->send_and_wait(
        message.sender(), message.to(), message.from(), message.timeouts(), message.tag());
    if (!partner) return message.hand_on(flat_refuse_short_ipc);
    message.deliver(*partner);
}

[[gnu::flatten]] void Syscalls::limited_ipc(Tcb& sender, u64 to, u64 from, u64, u64 timeouts,
                                            u64 tag) {
    ShortMessage message{sender, to, from, timeouts, tag};
    Tcb* const partner = arch::processor_area().system_calls->ipc->send_and_wait_limited(
        message.sender(), message.to(), message.from(), message.timeouts(), message.tag());
    if (!partner) return message.hand_on(flat_refuse_ipc);
    message.deliver(*partner);
}

FLAT_INLINE_CALLS u32 Syscalls::send_item(Tcb& sender, u64 to, u64 from, u64 item, u64 timeouts,
                                          u64 tag, u64 word) {
    if (!ipc->send_item(sender, to, from, timeouts, tag, item, word)) return 0;
    return &current() == &sender ? ITEM_SENT : ITEM_SWITCHED;
}

void Syscalls::general_ipc(Tcb& sender) {
    RegisterFrame const& frame = sender.frame();
    sender.store_message();
    ipc->exchange(sender, frame.rsi, frame.rdx, frame.r8);
}

void Syscalls::call(Tcb& caller, u32 number) {
    RegisterFrame& frame = caller.frame();
    switch (number) {
    case SYSTEM_CALL_SPACE_CONTROL:
        frame.rax = calls->space_control(caller, frame.rdi, frame.rdx, frame.r8, frame.r9);
        frame.rdx = 0;
        return;
    case SYSTEM_CALL_THREAD_CONTROL:
        frame.rax =
            calls->thread_control(caller, frame.rdi, frame.r8, frame.rdx, frame.rsi, frame.r9);
        return;
    case SYSTEM_CALL_EXCHANGE_REGISTERS:
        return exchange_registers(frame, caller);
    case SYSTEM_CALL_SCHEDULE:
        return schedule(frame, caller);
    case SYSTEM_CALL_UNMAP:
        return unmap(frame, caller);
    case SYSTEM_CALL_MEMORY_CONTROL:
        return memory_control(frame, caller);
    case SYSTEM_CALL_PROCESSOR_CONTROL:
        frame.rax = calls->processor_control(caller, frame.rdi, frame.rsi, frame.rdx, frame.r8);
        return;
    default: // what no stub asks for
        caller.utcb()->error_code = u64(api::Error::no_privilege);
        frame.rax = 0;
    }
}

// The message registers are in the processor's, as with IPC; the rest is the caller's own.
void Syscalls::unmap(RegisterFrame& frame, Tcb& caller) {
    caller.store_message();
    calls->unmap(caller, frame.rdx);
}

// The stub has put message register 1 into the UTCB. Whether it succeeds may be known later only.
void Syscalls::memory_control(RegisterFrame& frame, Tcb& caller) {
    u64 const word1 = caller.utcb()->message_registers[1];
    l4::Calls::MemoryAttributes const attributes{frame.rax, frame.rsi, frame.r8, frame.rdi};
    u64 const control = frame.rdx;
    frame.rax = word1;
    frame.rdx = 1;
    caller.store_message();
    if (calls->memory_control(caller, control, attributes) == 0) frame.rdx = 0;
}

void Syscalls::schedule(RegisterFrame& frame, Tcb& caller) {
    auto const result =
        calls->schedule(caller, frame.rdi, {frame.rdx, frame.r8, frame.rsi, frame.r9});
    frame.rax = result.state;
    frame.rdx = result.time;
}

void Syscalls::exchange_registers(RegisterFrame& frame, Tcb& caller) {
    auto const result = calls->exchange_registers(
        caller, frame.rax, {frame.rsi, frame.rdx, frame.r8, frame.r9, frame.r10, frame.rdi});
    frame.rax = result.thread;
    frame.rsi = result.previous.control;
    frame.rdx = result.previous.stack_pointer;
    frame.r8 = result.previous.instruction_pointer;
    frame.r9 = result.previous.flags;
    frame.r10 = result.previous.user_handle;
    frame.rdi = result.previous.pager;
}

} // namespace flat::abi

/// Called by entry.S; inlined as the short paths are.
extern "C" FLAT_INLINE_CALLS flat::u32 flat_send_item(flat::Tcb& sender, flat::u64 to,
                                                      flat::u64 from, flat::u64 item,
                                                      flat::u64 timeouts, flat::u64 tag,
                                                      flat::u64 word) {
    return flat::arch::processor_area().system_calls->send_item(sender, to, from, item, timeouts,
                                                                tag, word);
}

/// Called by entry.S.
extern "C" void flat_general_ipc(flat::Tcb& sender) {
    flat::arch::processor_area().system_calls->general_ipc(sender);
}

/// Called by entry.S.
extern "C" flat::u64 flat_system_clock() {
    return flat::arch::processor_area().system_calls->clock();
}

/// Called by entry.S.
extern "C" void flat_thread_switch(flat::u64 thread, flat::Tcb& caller) {
    flat::arch::processor_area().system_calls->thread_switch(caller, thread);
}

/// Called by entry.S; likewise. The first argument means nothing: the others lie where they are
/// handed on.
extern "C" FLAT_INLINE_CALLS flat::u64 flat_unmap_page(flat::u64, flat::Tcb& caller,
                                                       flat::u64 control, flat::u64 fpage) {
    return flat::arch::processor_area().system_calls->unmap_page(caller, control, fpage);
}

/// Called by entry.S; `number` is what the user had in ebp.
extern "C" void flat_system_call(flat::Tcb& caller) {
    flat::arch::processor_area().system_calls->call(caller,
                                                    static_cast<flat::u32>(caller.frame().rbp));
}
