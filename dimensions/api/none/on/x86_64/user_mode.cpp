// SPDX-License-Identifier: BSD-2-Clause
// Programs without privilege in a kernel of our own components.
#include <abi/user_mode.hpp>

#include <abi/carry.hpp>
#include <core/bits.hpp>
#include <core/calls/domain_calls.hpp>
#include <core/format.hpp>
#include <core/machine/panic_at.hpp>
#include <core/panic.hpp>
#include <machine/domain_call.hpp>
#include <machine/interrupts.hpp>
#include <machine/physical.hpp>
#include <machine/signal.hpp>
#include <machine/user_area.hpp>
#include <machine/user_memory.hpp>
#include <machine/user_thread.hpp>
#include <x86_64/exceptions.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/processor_area.hpp>
#include <x86_64/system_call_entry.hpp>
#include <x86_64/user_access.hpp>
#include <x86_64/user_copy.hpp>

extern "C" {
void flat_enter_user(flat::machine::UserThread* first, flat::vaddr instruction, flat::vaddr stack);
void flat_leave_user(void*);
}

namespace flat::abi {

/// What is called and with which words; user_entry.S knows the places of the members.
struct UserStart {
    u64 entry;
    vaddr stack;
    hal::UserMode::Words const* words;
};

static_assert(__builtin_offsetof(UserStart, words) == 16);
static_assert(sizeof(hal::UserMode::Words) == 40);

Answer call_at(UserStart const& start, machine::UserThread& user) asm("flat_call_at");

static_assert(__builtin_offsetof(Call, object) == 8 && sizeof(Call) == 16);

extern "C" {
constinit UserArea flat_user_area;
}

namespace {

using arch::Exception;

/// What threads have that work for no program: the outermost of all.
constinit machine::UserThread kernel_user;

/// Below the end of its kernel stack a call keeps the user's stack pointer, then where it returns
/// to.
constexpr u64 return_address_offset = 16;

/// More than what a call keeps below the end of its kernel stack.
constexpr u64 kept_in_calls = 64;

/// How long the handler of a signal may take that has a stack of its own.
constexpr u64 signal_limit_us = 1'000'000;

/// So many bytes of a thread's kernel stack are for what a program calls in the kernel; calls of
/// programs that call programs take place above.
constexpr u64 reserved_stack = 0x2000;

/// Continuations are at multiples of 16, and those of expelled threads so many bytes before them.
constexpr u64 continuations_align = 16;
constexpr u64 expelled_distance = 5;

bool is_expelled(machine::UserThread const& user) {
    return user.continuation % continuations_align != 0;
}

Tcb& thread_of(machine::UserThread const& user) {
    for (machine::UserThread const* each = flat_user_area.user; each; each = each->outer)
        if (each == &user) return *flat_user_area.thread;
    return *user.thread;
}

/// Whether the thread that uses it is in no call of another program meanwhile.
bool is_innermost(machine::UserThread const& user) {
    Tcb const& thread = thread_of(user);
    return (&thread == flat_user_area.thread ? flat_user_area.user : thread.user()) == &user;
}

u32 lacking_right(RegisterFrame const& frame) {
    return arch::lacking_right<u32>(frame.error_code, hal::Mmu::read, hal::Mmu::write,
                                    hal::Mmu::execute);
}

} // namespace

UserMode::UserMode(Ports const& ports, Attributes const& attributes)
    : UserModeComponent(ports, attributes) {
    for (Exception const exception : arch::user_exceptions)
        handle_exception(exception);
    handle_exception(Exception::NM); // a program has no FPU of its own
    kernel_program_.page_root = kernel_user.page_root = mmu->kernel_root();
    kernel_user.program = &kernel_program_;
    flat_user_area.user = &kernel_user;
    flat_user_area.user_mode = this;
    arch::take_system_calls();
}

void UserMode::handle_exception(Exception exception) {
    if (trap->register_(u32(exception), *this).is_error())
        panic("abi.UserMode: exception {} has a handler already", u32(exception));
}

machine::Program& UserMode::program_of(Guest& guest) {
    return *pointer_to<machine::Program>(guest.program());
}

void UserMode::enter(Guest& guest, vaddr instruction, vaddr stack) {
    machine::InterruptGuard const guard;
    assert(flat_user_area.user == &kernel_user && flat_user_area.thread);
    assert(instruction < machine::user_end && stack < machine::user_end);
    flat_enter_user(&program_of(guest).first, instruction, stack);
}

/// Whoever calls without payload comes here only where flat_call_domain found nobody ready.
hal::UserMode::Reply UserMode::call(Guest& guest, u32 number, Words const& words, vaddr payload,
                                    u32 limit_ms) {
    machine::Program& program = program_of(guest);
    if (address_of(__builtin_frame_address(0)) < flat_user_area.stack_floor) return {};
    UserThread* const user = program.take();
    if (!user) return {};
    user->call = nullptr;
    user->time.start(u64{limit_ms} * 1000);
    UserStart start{number * sizeof(Call), user->user_stack, &words};
    Answer const answer =
        payload != 0 ? call_with(*user, start, *pointer_to<machine::Payload const>(payload))
                     : call_at(start, *user);
    return {answer.first != machine::no_answer, answer.first, answer.second};
}

/// Gives the stack back. After an answer that is so already, but nobody uses it before interrupts
/// are enabled.
Answer UserMode::call_with(UserThread& user, UserStart& start, machine::Payload const& payload) {
    Answer const none{machine::no_answer, 0};
    Lending lending(*mmu, *flat_user_area.user, user);
    if (payload.may_be_lent) lending.choose(payload);
    u64 const bytes = payload.bytes - lending.bytes() + lending.edge_bytes();
    start.stack -= align_up(bytes, 16);
    if (bytes > machine::Payload::bytes_max || !put_payload(user, start.stack, payload, lending)) {
        lending.end();
        user.program->give_back(user);
        return none;
    }
    Answer const answer = call_at(start, user);
    bool const is_done = answer.first == machine::no_answer || !payload.comes_back ||
                         take_payload(user, start.stack, payload, lending);
    lending.end();
    return is_done ? answer : none;
}

void UserMode::leave() {
    flat_leave_user(nullptr);
}

void UserMode::expel(Guest& guest) {
    machine::InterruptGuard const guard;
    program_of(guest).for_each_thread([&](UserThread& user) { expel(user); });
}

/// A thread that is in user mode goes on at the end of its time there; one that is in a call gets
/// there when it returns, by an address that nothing is mapped at; so does one that has called
/// another guest. Of the running thread, what handles the trap looks itself.
void UserMode::expel(UserThread& user) {
    if (is_expelled(user)) return;
    user.continuation -= expelled_distance;
    Tcb& thread = thread_of(user);
    bool const is_running = &thread == flat_user_area.thread;
    if (!is_running && thread.user() == &user && thread.frame().is_user()) {
        leave(user, thread.frame());
        return;
    }
    *pointer_to<u64>(user.kernel_stack - return_address_offset) = 0;
    u64& place = machine::call_return(user);
    if (machine::has_signal(place)) place = address_of(flat_call_returns);
    if (!is_running && thread.state() == api::ThreadState::waiting)
        threads->notify_all(thread.condition());
}

bool UserMode::gives_up() {
    machine::InterruptGuard const guard;
    return is_expelled(*flat_user_area.user);
}

void UserMode::ticked(u32 elapsed_us) {
    for (machine::Program& each : programs_) {
        if (!each.signals.is_empty()) arrange_signals(each, true);
        each.for_each_thread([&](UserThread& user) { age(user, elapsed_us); });
        each.guest->ticked(elapsed_us);
    }
    RegisterFrame& interrupted = trap->get_context();
    if (interrupted.is_user() && is_expelled(*flat_user_area.user))
        leave(*flat_user_area.user, interrupted);
}

/// A call is not to blame while it waits for another one, nor for the time of one that has not
/// answered at all.
void UserMode::age(UserThread& user, u32 elapsed_us) {
    if (machine::DomainCall const* const call = user.call) {
        user.call = nullptr;
        user.time.start(call->limit_us);
    }
    user.time.pass(elapsed_us);
    if (!user.time.is_over() || is_expelled(user) || !is_innermost(user)) return;
    for (UserThread* outer = user.outer; outer; outer = outer->outer)
        outer->time.give_back(user.time);
    TextBuffer<64> why;
    format(why, "has not answered a call within {} ms", user.time.limit_us() / 1000);
    user.program->guest->refuse(why.text().bytes());
}

void UserMode::signal(Guest& guest, u32 number, Words const& words) {
    machine::InterruptGuard const guard;
    machine::Program& program = program_of(guest);
    vaddr const here = address_of(__builtin_frame_address(0));
    arch::ProcessorArea const& area = arch::processor_area();
    bool const is_in_trap = here >= area.kernel_stack_base && here < area.kernel_stack_top;
    program.signals.push({number * sizeof(Call), {words.a, words.b, words.c}});
    if (is_in_trap && area.context == &arch::flat_brief_context) return; // it waits for the tick
    arrange_signals(program, is_in_trap);
}

/// Has one of the program's threads, if it has any, take its signals when it returns to user mode.
void UserMode::arrange_signals(machine::Program& program, bool is_in_trap) {
    bool is_arranged = false;
    program.for_each_thread([&](UserThread& user) {
        if (is_arranged || is_expelled(user)) return;
        is_arranged = true;
        Tcb& thread = thread_of(user);
        bool const is_running = &thread == flat_user_area.thread;
        bool const is_in_user_mode =
            is_innermost(user) &&
            (is_running ? is_in_trap && trap->get_context().is_user() : thread.frame().is_user());
        if (is_in_user_mode)
            return interrupt(user, is_running ? trap->get_context() : thread.frame());
        u64& place = machine::call_return(user);
        bool const has_signal = machine::has_signal(place);
        if (has_signal) program.signals.push_front(user.signal);
        if (has_signal || place == address_of(flat_call_returns))
            place = address_of(flat_signals_return);
    });
}

/// A thread that is in user mode: it takes the signals on its kernel stack, and goes on.
void UserMode::interrupt(UserThread& user, RegisterFrame& frame) {
    vaddr const place = (user.kernel_stack - kept_in_calls - sizeof(RegisterFrame)) & ~vaddr{15};
    auto& kept = *pointer_to<RegisterFrame>(place);
    kept = frame;
    frame.start_kernel(take_signals_and_resume, &kept, place);
}

void UserMode::take_signals_and_resume(void* interrupted) {
    machine::disable_interrupts();
    UserMode& user_mode = *flat_user_area.user_mode;
    user_mode.take_signals();
    if (is_expelled(*flat_user_area.user)) flat_leave_user(nullptr);
    *flat_user_area.frame = *static_cast<RegisterFrame*>(interrupted);
    user_mode.trap->set_context(*flat_user_area.frame);
    user_mode.trap->resume();
}

/// Each is a call of the program, one after the other; interrupts are disabled. Where stacks do not
/// suffice, of the program or in the kernel, they wait for the next tick.
void UserMode::take_signals() {
    if (address_of(__builtin_frame_address(0)) < flat_user_area.stack_floor) return;
    UserThread& user = *flat_user_area.user;
    machine::Program& program = *user.program;
    while (!program.signals.is_empty() && !is_expelled(user)) {
        UserThread* const stack = program.take();
        if (!stack) return;
        machine::Signal const signal = program.signals.front();
        program.signals.pop();
        stack->call = nullptr;
        stack->time.start(signal_limit_us);
        u64 const* const words = signal.words;
        Words const given{words[0], words[1], words[2], 0, 0};
        (void)call_at({signal.entry, stack->user_stack, &given}, *stack);
    }
}

void UserMode::admit(Guest& guest) {
    machine::InterruptGuard const guard;
    programs_.push_back(program_of(guest));
}

void UserMode::forget(Guest& guest) {
    machine::InterruptGuard const guard;
    programs_.remove(program_of(guest));
    if (arch::read_cr3() == program_of(guest).page_root) mmu->activate(mmu->kernel_root());
}

hal::UserMode::Guest* UserMode::current() {
    machine::InterruptGuard const guard;
    return flat_user_area.user->program->guest;
}

/// The block of a thread that does not run tells for which program it works, null for none; while
/// it runs, the area does. A thread without program runs in any space.
void UserMode::switched(Tcb& next) {
    UserThread* const left = flat_user_area.user;
    Tcb* const thread = flat_user_area.thread;
    if (left != &kernel_user) [[likely]] {
        thread->set_user(left);
        UserThread* each = left;
        do {
            each->thread = thread;
            each = each->outer;
        } while (each != &kernel_user);
    } else if (thread) {
        thread->set_user(nullptr);
    }
    flat_user_area.thread = &next;
    flat_user_area.frame = &next.frame();
    flat_user_area.stack_floor = next.stack_limit() + reserved_stack;
    if (UserThread* const user = next.user()) [[likely]] {
        flat_user_area.user = user;
        activate(user->page_root);
    } else {
        flat_user_area.user = &kernel_user;
    }
}

void UserMode::activate(paddr page_root) {
    if (arch::read_cr3() != page_root) mmu->activate(page_root);
}

void UserMode::refuse_call(u64 number) {
    TextBuffer<64> why;
    format(why, "calls entry {}, and has {}", number, flat_user_area.user->program->call_count);
    current()->refuse(why.text().bytes());
}

void UserMode::refuse_reply() {
    current()->refuse(Text("answers what nobody has called").bytes());
}

void UserMode::left(UserThread& user) {
    user.program->give_back(user);
    user.program->guest->left();
}

void UserMode::handle(u32 vector, RegisterFrame& frame) {
    UserThread& user = *flat_user_area.user;
    if (frame.is_user()) return handle_user(user, vector, frame);
    bool const is_copy = vector == u32(Exception::PF) && arch::is_in_user_copy(frame.rip);
    if (!is_copy || &user == &kernel_user)
        panic_at(frame, "{} in kernel mode", arch::exception_name(vector));
    if (!user.program->guest->page_fault(arch::read_cr2(), lacking_right(frame)))
        frame.rip = address_of(flat_copy_user_fails);
}

void UserMode::handle_user(UserThread& user, u32 vector, RegisterFrame& frame) {
    if (is_expelled(user)) return leave(user, frame);
    Guest& guest = *user.program->guest;
    bool const is_page_fault = vector == u32(Exception::PF);
    vaddr const address = is_page_fault ? arch::read_cr2() : 0;
    if (is_page_fault && guest.page_fault(address, lacking_right(frame))) return;
    vaddr const handler = guest.fault(vector, frame.rip, address);
    if (handler == 0) return leave(user, frame);
    frame.rdi = vector;
    frame.rsi = frame.rip;
    frame.rdx = address;
    frame.rcx = frame.rbp;
    frame.rip = handler;
}

void UserMode::leave(UserThread& user, RegisterFrame& frame) {
    frame.start_kernel(flat_leave_user, nullptr, user.kernel_stack);
}

} // namespace flat::abi

namespace flat::machine {

bool copy_from_user(Span<u8> to, vaddr from) {
    if (!arch::is_user_range(from, to.size())) return false;
    arch::UserAccess const access;
    return flat_copy_user(to.data(), pointer_to<void const>(from), to.size()) == 0;
}

bool copy_to_user(vaddr to, Span<u8 const> from) {
    if (!arch::is_user_range(to, from.size())) return false;
    arch::UserAccess const access;
    return flat_copy_user(pointer_to<void>(to), from.data(), from.size()) == 0;
}

} // namespace flat::machine

extern "C" {

/// All of these are called by user_entry.S.
void flat_no_such_call(flat::u64 number) {
    flat::abi::flat_user_area.user_mode->refuse_call(number);
}

void flat_no_such_reply() {
    flat::abi::flat_user_area.user_mode->refuse_reply();
}

void flat_take_signals() {
    flat::machine::disable_interrupts();
    flat::abi::flat_user_area.user_mode->take_signals();
}

void flat_user_left(flat::machine::UserThread& user) {
    flat::abi::UserMode::left(user);
}
}
