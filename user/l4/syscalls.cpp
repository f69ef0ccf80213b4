// SPDX-License-Identifier: BSD-2-Clause
// System calls by the AMD64 binding: a call of the address that the kernel interface page names,
// arguments in registers; every register but the stack pointer may come back changed.
#include <l4/register_message.hpp>
#include <l4/syscalls.hpp>

namespace l4 {

// Which register carries what is docs/l4.md's table. The base pointer cannot stand in a clobber
// list when it is the frame pointer, so it is saved by hand; the library is therefore compiled
// without a red zone.

CallAddresses entry_points;

namespace {

Error last_error() {
    return static_cast<Error>(my_utcb().error_code);
}

/// The first message registers as the binding carries them, from the UTCB and back.
RegisterMessage load_registers() {
    auto const& registers = my_utcb().message_registers;
    RegisterMessage message{MessageTag(registers[0]), {}};
    for (unsigned index = 0; index < RegisterMessage::count; ++index)
        message.words[index] = registers[index + 1];
    return message;
}

void store_registers(RegisterMessage const& message) {
    auto& registers = my_utcb().message_registers;
    registers[0] = message.tag.raw();
    for (unsigned index = 0; index < RegisterMessage::count; ++index)
        registers[index + 1] = message.words[index];
}

} // namespace

KernelInterfacePage const& kernel_interface() {
    KernelInterfacePage const* page;
    Word version, flags, kernel_id;
    // `lock nop`, which no processor knows and the kernel answers.
    asm volatile(".byte 0xf0, 0x90" : "=a"(page), "=c"(version), "=d"(flags), "=S"(kernel_id));
    return *page;
}

Result<Received, IpcError> ipc(ThreadId to, ThreadId from, Timeouts timeouts) {
    RegisterMessage message = load_registers();
    auto const sender = exchange(message, to, from, timeouts);
    store_registers(message);
    if (message.tag.failed()) return IpcError(my_utcb().error_code);
    return Received{from.is_nil() ? ThreadId::nil() : sender, message.tag};
}

Result<void, Error> thread_control(ThreadId thread, ThreadId space, ThreadId scheduler,
                                   ThreadId pager, Word utcb_location) {
    Word rax;
    Word rdi = thread.raw();
    Word rsi = pager.raw();
    Word rdx = scheduler.raw();
    register Word r8 asm("r8") = space.raw();
    register Word r9 asm("r9") = utcb_location;
    asm volatile("pushq %%rbp\n"
                 "callq *%[entry]\n"
                 "popq %%rbp\n"
                 : "=a"(rax), "+D"(rdi), "+S"(rsi), "+d"(rdx), "+r"(r8), "+r"(r9)
                 : [entry] "m"(entry_points.thread_control)
                 : "rbx", "rcx", "r10", "r11", "r12", "r13", "r14", "r15", "cc", "memory");
    if (rax == 0) return last_error();
    return {};
}

Result<void, Error> space_control(ThreadId space, Fpage kip_area, Fpage utcb_area,
                                  ThreadId redirector) {
    Word rax;
    Word rdi = space.raw();
    Word rsi = 0;
    Word rdx = kip_area.raw();
    register Word r8 asm("r8") = utcb_area.raw();
    register Word r9 asm("r9") = redirector.raw();
    asm volatile("pushq %%rbp\n"
                 "callq *%[entry]\n"
                 "popq %%rbp\n"
                 : "=a"(rax), "+D"(rdi), "+S"(rsi), "+d"(rdx), "+r"(r8), "+r"(r9)
                 : [entry] "m"(entry_points.space_control)
                 : "rbx", "rcx", "r10", "r11", "r12", "r13", "r14", "r15", "cc", "memory");
    if (rax == 0) return last_error();
    return {};
}

Result<ThreadRegisters, Error> exchange_registers(ThreadId thread, ThreadRegisters const& change) {
    Word rax = thread.raw();
    Word rsi = change.control;
    Word rdx = change.stack_pointer;
    Word rdi = change.pager.raw();
    register Word r8 asm("r8") = change.instruction_pointer;
    register Word r9 asm("r9") = change.flags;
    register Word r10 asm("r10") = change.user_handle;
    asm volatile("pushq %%rbp\n"
                 "callq *%[entry]\n"
                 "popq %%rbp\n"
                 : "+a"(rax), "+S"(rsi), "+d"(rdx), "+D"(rdi), "+r"(r8), "+r"(r9), "+r"(r10)
                 : [entry] "m"(entry_points.exchange_registers)
                 : "rbx", "rcx", "r11", "r12", "r13", "r14", "r15", "cc", "memory");
    if (rax == 0) return last_error();
    return ThreadRegisters{rsi, rdx, r8, r9, r10, ThreadId(rdi), ThreadId(rax)};
}

void thread_switch(ThreadId thread) {
    Word rdi = thread.raw();
    asm volatile("pushq %%rbp\n"
                 "callq *%[entry]\n"
                 "popq %%rbp\n"
                 : "+D"(rdi)
                 : [entry] "m"(entry_points.thread_switch)
                 : "rax", "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
                   "r15", "cc", "memory");
}

Result<Scheduled, Error> schedule(ThreadId thread, ScheduleParameters const& parameters) {
    Word rax;
    Word rdi = thread.raw();
    Word rsi = parameters.priority;
    Word rdx = parameters.time;
    register Word r8 asm("r8") = parameters.processor;
    register Word r9 asm("r9") = parameters.preemption;
    asm volatile("pushq %%rbp\n"
                 "callq *%[entry]\n"
                 "popq %%rbp\n"
                 : "=a"(rax), "+D"(rdi), "+S"(rsi), "+d"(rdx), "+r"(r8), "+r"(r9)
                 : [entry] "m"(entry_points.schedule)
                 : "rbx", "rcx", "r10", "r11", "r12", "r13", "r14", "r15", "cc", "memory");
    auto const state = static_cast<ThreadState>(rax);
    if (state == ThreadState::error) return last_error();
    return Scheduled{state, TimeControl(rdx)};
}

void unmap_in_registers(unsigned count, Whose whose) {
    constexpr Word flush = 1 << 6;
    RegisterMessage message = load_registers();
    Word const control = (count - 1) | (whose == Whose::own_too ? flush : 0);
    call_with(message, entry_points.unmap, 0, control, 0);
    store_registers(message);
}

Fpage unmap(Fpage region, Whose whose) {
    my_utcb().message_registers[0] = region.raw();
    unmap_in_registers(1, whose);
    return Fpage(my_utcb().message_registers[0]);
}

// Four registers more than a message has are taken, two of which SYSCALL destroys: the stub knows.
Result<void, Error> memory_control(unsigned count, Word const (&attributes)[4]) {
    Utcb& utcb = my_utcb();
    Word rdi = my_local_id().raw();
    Word rdx = count - 1;
    Word rcx = attributes[0];
    Word rsi = attributes[1];
    Word rax = utcb.message_registers[1];
    Word rbx = utcb.message_registers[2];
    register Word r8 asm("r8") = attributes[2];
    register Word r9 asm("r9") = utcb.message_registers[0];
    register Word r10 asm("r10") = utcb.message_registers[3];
    register Word r11 asm("r11") = attributes[3];
    register Word r12 asm("r12") = utcb.message_registers[4];
    register Word r13 asm("r13") = utcb.message_registers[5];
    register Word r14 asm("r14") = utcb.message_registers[6];
    register Word r15 asm("r15") = utcb.message_registers[7];
    asm volatile("pushq %%rbp\n"
                 "callq *%[entry]\n"
                 "popq %%rbp\n"
                 : "+d"(rdx), "+D"(rdi), "+c"(rcx), "+S"(rsi), "+a"(rax), "+b"(rbx), "+r"(r8),
                   "+r"(r9), "+r"(r10), "+r"(r11), "+r"(r12), "+r"(r13), "+r"(r14), "+r"(r15)
                 : [entry] "m"(entry_points.memory_control)
                 : "cc", "memory");
    if (rdx == 0) return last_error();
    return {};
}

Result<void, Error> processor_control(Word processor, Word internal_khz, Word external_khz,
                                      Word voltage_mv) {
    Word rax;
    Word rdi = processor;
    Word rsi = internal_khz;
    Word rdx = external_khz;
    register Word r8 asm("r8") = voltage_mv;
    asm volatile("pushq %%rbp\n"
                 "callq *%[entry]\n"
                 "popq %%rbp\n"
                 : "=a"(rax), "+D"(rdi), "+S"(rsi), "+d"(rdx), "+r"(r8)
                 : [entry] "m"(entry_points.processor_control)
                 : "rbx", "rcx", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "cc", "memory");
    if (rax == 0) return last_error();
    return {};
}

u64 system_clock() {
    Word rax;
    asm volatile("pushq %%rbp\n"
                 "callq *%[entry]\n"
                 "popq %%rbp\n"
                 : "=a"(rax)
                 : [entry] "m"(entry_points.system_clock)
                 : "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
                   "r15", "cc", "memory");
    return rax;
}

} // namespace l4
