// SPDX-License-Identifier: BSD-2-Clause
// Programs of Linux in user mode: how their threads run, fault and get signals.
#include <abi/user_mode.hpp>

#include <core/machine/panic_at.hpp>
#include <core/panic.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/interrupts.hpp>
#include <machine/user_area.hpp>
#include <object/tcb.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/system_call_entry.hpp>
#include <x86_64/user_access.hpp>
#include <x86_64/user_copy.hpp>

extern "C" {
[[noreturn]] void flat_unix_go_back(flat::u64 call, flat::i64 result);
}

namespace flat::abi {

extern "C" {
constinit UserArea flat_unix_area;
}

namespace {

using arch::Exception;

/// Serves `flat_unix_go_back`.
constinit UserMode* the_user_mode = nullptr;

u32 lacking_right(RegisterFrame const& frame) {
    return arch::lacking_right<u32>(frame.error_code, hal::Mmu::read, hal::Mmu::write,
                                    hal::Mmu::execute);
}

} // namespace

UserMode::UserMode(Ports const& ports, Attributes const& attributes)
    : UserModeComponent(ports, attributes) {
    for (Exception const exception : arch::user_exceptions)
        if (trap->register_(u32(exception), *this).is_error())
            panic("abi.UserMode: exception {} has a handler already", u32(exception));
    the_user_mode = this;
    flat_unix_area = {};
    arch::take_system_calls();
}

void UserMode::begin(RegisterFrame& registers, vaddr instruction, vaddr stack) {
    registers.start_user(instruction, stack);
}

void UserMode::set_result(RegisterFrame& registers, i64 result) {
    registers.rax = static_cast<u64>(result);
}

void UserMode::enter(Task& task, RegisterFrame& registers) {
    machine::disable_interrupts();
    // System calls begin below the registers, and this function never goes on.
    struct alignas(16) Base {
        RegisterFrame registers;
        machine::UserThread user;
    } base{registers, {&task}};
    task.registers = &base.registers;
    flat_unix_area.thread->set_user(&base.user);
    activate(task);
    go_back(no_call, 0);
}

Task* UserMode::running() {
    return flat_unix_area.task;
}

void UserMode::changed(Task& task) {
    machine::InterruptGuard const guard;
    activate(task);
}

void UserMode::leave() {
    machine::InterruptGuard const guard;
    flat_unix_area.thread->set_user(nullptr);
    flat_unix_area.task = nullptr;
    mmu->activate(mmu->kernel_root());
}

/// The running thread has this task; interrupts are disabled.
void UserMode::activate(Task const& task) {
    UserArea& area = flat_unix_area;
    area.task = const_cast<Task*>(&task);
    area.registers = task.registers;
    area.frame = &area.thread->frame();
    if (arch::read_cr3() != task.page_root) mmu->activate(task.page_root);
    if (area.thread_pointer == task.thread_pointer) return;
    area.thread_pointer = task.thread_pointer;
    arch::write_msr(arch::Msr::IA32_FS_BASE, task.thread_pointer);
}

void UserMode::switched(Tcb& next) {
    flat_unix_area.thread = &next;
    fpu->switch_to(next);
    machine::UserThread const* const user = next.user();
    if (!user) { // in any space
        flat_unix_area.task = nullptr;
        return;
    }
    activate(*user->task);
}

void UserMode::ticked(u32 elapsed_us) {
    Task* const task = flat_unix_area.task;
    if (!task) return;
    RegisterFrame& interrupted = trap->get_context();
    bool const is_user = interrupted.is_user();
    (is_user ? task->user_us : task->system_us) += elapsed_us;
    faults->ran(*task, is_user, elapsed_us);
    if (is_user && task->attention != 0) move_to_stack(interrupted, take_signals);
}

void UserMode::preemption_is_due() {
    if (flat_unix_area.task) flat_unix_area.task->attention = 1;
}

bool UserMode::gives_up() {
    return false;
}

bool UserMode::copy_in(Span<u8> destination, vaddr from) {
    if (!arch::is_user_range(from, destination.size())) return false;
    return copy(destination.data(), pointer_to<void const>(from), destination.size(),
                hal::Mmu::read);
}

bool UserMode::copy_out(vaddr destination, Span<u8 const> bytes) {
    if (!arch::is_user_range(destination, bytes.size())) return false;
    return copy(pointer_to<void>(destination), bytes.data(), bytes.size(), hal::Mmu::write);
}

/// A page that is not there at once is waited for, and all copied again.
bool UserMode::copy(void* to, void const* from, u64 bytes, u32 access) {
    for (;;) {
        {
            arch::UserAccess const allowed;
            if (flat_copy_user(to, from, bytes) == 0) return true;
        }
        vaddr const address = flat_unix_area.fault_address;
        if (!faults->wait_for_page(*flat_unix_area.task, address, access)) return false;
    }
}

void UserMode::handle(u32 vector, RegisterFrame& frame) {
    if (frame.is_user()) return handle_user(vector, frame);
    if (vector != u32(Exception::PF) || !fix_copy(frame))
        panic_at(frame, "{} in kernel mode", arch::exception_name(vector));
}

/// A page fault of a copy: brings the page in or has the copy fail. False if it is none.
bool UserMode::fix_copy(RegisterFrame& frame) {
    vaddr const address = arch::read_cr2();
    bool const is_copy = arch::is_in_user_copy(frame.rip) && address < machine::user_end;
    if (!is_copy || !flat_unix_area.task) return false;
    if (faults->page_fault(*flat_unix_area.task, address, lacking_right(frame))) return true;
    flat_unix_area.fault_address = address;
    frame.rip = address_of(flat_copy_user_fails);
    return true;
}

void UserMode::handle_user(u32 vector, RegisterFrame& frame) {
    bool const is_page_fault = vector == u32(Exception::PF);
    vaddr const address = is_page_fault ? arch::read_cr2() : 0;
    u32 const access = is_page_fault ? lacking_right(frame) : 0;
    Task& task = *flat_unix_area.task;
    if (is_page_fault && faults->page_fault(task, address, access)) return;
    exceptional_ = {vector, access, address};
    move_to_stack(frame, take_exception);
}

/// Has the running thread, whose registers of user mode these are, call a function in the kernel
/// when the trap ends; that begins with interrupts disabled.
void UserMode::move_to_stack(RegisterFrame& frame, void (*function)(void*)) {
    RegisterFrame& registers = *flat_unix_area.registers;
    registers = frame;
    frame.start_kernel(function, this, address_of(&registers));
    frame.rflags &= ~u64(arch::Rflags::IF);
}

void UserMode::take_exception(void* user_mode) {
    auto& self = *static_cast<UserMode*>(user_mode);
    Exceptional const exceptional = self.exceptional_;
    machine::enable_interrupts();
    Task& task = *flat_unix_area.task;
    bool const is_page_fault = exceptional.vector == u32(Exception::PF);
    bool const is_there =
        is_page_fault && self.faults->wait_for_page(task, exceptional.address, exceptional.access);
    if (!is_there)
        self.faults->exception(task, exceptional.vector, task.registers->rip, exceptional.address,
                               exceptional.access);
    self.go_back(no_call, 0);
}

/// What becomes of a call that a signal has interrupted; of others, nothing.
void UserMode::end_call(RegisterFrame& registers, u64 call, i64 result, bool restarts) {
    constexpr u64 instruction_bytes = 2; // of SYSCALL
    constexpr i64 eintr = 4;
    if (call == no_call || result != call_interrupted) return;
    registers.rax = restarts ? call : static_cast<u64>(-eintr);
    if (restarts) registers.rip -= instruction_bytes;
}

void UserMode::take_signals(void* user_mode) {
    static_cast<UserMode*>(user_mode)->go_back(no_call, 0);
}

void UserMode::go_back(u64 call, i64 result) {
    Task& task = *flat_unix_area.task;
    RegisterFrame& registers = *task.registers;
    if (call != no_call) registers.rax = static_cast<u64>(result);
    machine::disable_interrupts();
    while (task.attention != 0) {
        task.attention = 0;
        machine::enable_interrupts();
        preemption->give_way();
        auto const delivery = faults->next(task);
        if (delivery.signal != 0) {
            end_call(registers, call, result, (delivery.flags & signal_restarts) != 0);
            call = no_call;
            deliver(task, delivery);
        }
        machine::disable_interrupts();
    }
    end_call(registers, call, result, true);
    RegisterFrame& frame = *flat_unix_area.frame;
    frame = registers;
    trap->set_context(frame);
    trap->resume();
    __builtin_unreachable();
}

} // namespace flat::abi

void flat_unix_go_back(flat::u64 call, flat::i64 result) {
    flat::abi::the_user_mode->go_back(call, result);
}
