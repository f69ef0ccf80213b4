// SPDX-License-Identifier: BSD-2-Clause
// Programs without privilege in a kernel of our own components.
#include <abi/user_mode.hpp>

#include <core/domain_calls.hpp>
#include <core/format.hpp>
#include <core/machine/panic_at.hpp>
#include <core/panic.hpp>
#include <machine/interrupts.hpp>
#include <machine/physical.hpp>
#include <machine/user_memory.hpp>
#include <x86_64/exceptions.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/system_call_entry.hpp>
#include <x86_64/user_access.hpp>

namespace flat::abi {

/// With what a thread begins in user mode; user_entry.S knows the places of the members.
struct UserStart {
    vaddr instruction;
    vaddr stack;
    u64 number;
    hal::UserMode::Words const* words;
};

static_assert(__builtin_offsetof(UserStart, words) == 24);
static_assert(sizeof(hal::UserMode::Words) == 40);

} // namespace flat::abi

extern "C" {
void flat_user_call_entry();
void flat_enter_user(flat::abi::UserStart const* start, flat::vaddr* stack_top);
void flat_leave_user(void*);
flat::u64 flat_copy_user(void* to, void const* from, flat::u64 bytes);
extern char const flat_copy_user_end[];
extern char const flat_copy_user_fails[];
}

namespace flat::abi {

/// What user_entry.S needs of the running thread; it knows the places of the members.
struct alignas(64) UserArea {
    Call const* calls = nullptr;
    u64 call_count = 0;
    vaddr stack_top = 0;
    vaddr kept_rsp = 0;
    UserMode* user_mode = nullptr;
};

static_assert(__builtin_offsetof(UserArea, call_count) == 8);
static_assert(__builtin_offsetof(UserArea, stack_top) == 16);
static_assert(__builtin_offsetof(UserArea, kept_rsp) == 24);
static_assert(__builtin_offsetof(Call, object) == 8 && sizeof(Call) == 16);

extern "C" {
constinit UserArea flat_user_area;
}

namespace {

using arch::Exception;

/// Below the top of the stack a call keeps the user's stack pointer, then where it returns to.
constexpr u64 return_address_offset = 16;

u32 lacking_right(RegisterFrame const& frame) {
    return arch::lacking_right<u32>(frame.error_code, hal::Mmu::read, hal::Mmu::write,
                                    hal::Mmu::execute);
}

bool is_in_user_copy(vaddr instruction) {
    return instruction >= reinterpret_cast<vaddr>(flat_copy_user) &&
           instruction < address_of(flat_copy_user_end);
}

bool is_user_range(vaddr base, u64 bytes) {
    return base < machine::user_end && bytes <= machine::user_end - base;
}

} // namespace

UserMode::UserMode(Ports const& ports, Attributes const& attributes)
    : UserModeComponent(ports, attributes) {
    for (Exception const exception : arch::user_exceptions)
        handle_exception(exception);
    handle_exception(Exception::NM); // a program has no FPU of its own
    flat_user_area.user_mode = this;
    arch::set_system_call_entry(flat_user_call_entry);
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
    assert(current_ && instruction < machine::user_end && stack < machine::user_end);
    UserThread user(guest, program_of(guest), *current_, current_->user());
    Words const words = {};
    begin(user);
    run(user, {instruction, stack, 0, &words});
    end(user);
}

hal::UserMode::Reply UserMode::call(Guest& guest, u32 number, Words const& words,
                                    Span<u8> payload) {
    machine::Program& program = program_of(guest);
    if (!program.is_open || program.free_stacks == 0) return {};
    u32 const place = static_cast<u32>(__builtin_ctz(program.free_stacks));
    program.free_stacks ^= 1u << place;
    vaddr const stack = program.first_stack + place * program.stack_distance;
    UserThread user(guest, program, *current_, current_->user());
    user.is_call = true;
    UserStart const start = {program.upcall_entry, stack, number, &words};
    begin(user);
    if (payload.is_empty())
        run(user, start);
    else
        run_with(user, start, payload);
    end(user);
    program.free_stacks |= 1u << place;
    if (!program.is_open) [[unlikely]]
        guest.left();
    return user.reply;
}

/// With a payload on the guest's stack, whose address is the first word.
void UserMode::run_with(UserThread& user, UserStart const& start, Span<u8> payload) {
    Words const words = {start.stack - ((payload.size() + 15) & ~u64{15}), 0, 0, 0, 0};
    if (!machine::copy_to_user(words.a, payload)) return;
    run(user, {start.instruction, words.a, start.number, &words});
    if (user.reply.is_reached) user.reply.is_reached = machine::copy_from_user(payload, words.a);
}

/// Until it leaves. Traps of the program are not to put its registers where an interrupt has put
/// some before: that place may be in use by now. Later ones are below `stack_top`, where nothing is
/// while the program runs.
void UserMode::run(UserThread& user, UserStart const& start) {
    trap->set_context(user.thread.frame());
    flat_enter_user(&start, &user.stack_top);
}

/// From here on the thread works for another guest.
void UserMode::begin(UserThread& user) {
    threads_.push_back(user);
    current_->set_user(&user);
    load(user);
}

void UserMode::end(UserThread& user) {
    threads_.remove(user);
    current_->set_user(user.outer);
    if (user.outer) load(*user.outer);
}

bool UserMode::reply(u64 first, u64 second) {
    UserThread& user = *current_->user();
    if (!user.is_call) return false;
    user.reply = {true, first, second};
    flat_leave_user(nullptr);
    return true;
}

void UserMode::leave() {
    flat_leave_user(nullptr);
}

void UserMode::expel(Guest& guest) {
    machine::InterruptGuard const guard;
    for (UserThread* each = threads_.first(); each; each = threads_.after(*each))
        if (&each->guest == &guest) expel(*each);
}

/// A thread that is in user mode goes on at the end of its time there; one that is in a call gets
/// there when it returns, by an address that nothing is mapped at; so does one that has called
/// another guest. The running thread is in a call or in a fault, whose handler looks itself.
void UserMode::expel(UserThread& user) {
    if (user.is_expelled) return;
    user.is_expelled = true;
    bool const is_innermost = user.thread.user() == &user;
    if (is_innermost && &user.thread != current_ && user.thread.frame().is_user())
        leave(user, user.thread.frame());
    else
        *pointer_to<u64>(user.stack_top - return_address_offset) = 0;
}

void UserMode::forget(Guest& guest) {
    machine::InterruptGuard const guard;
    if (active_root_ != program_of(guest).page_root) return;
    active_root_ = mmu->kernel_root();
    mmu->activate(active_root_);
}

hal::UserMode::Guest* UserMode::current() {
    machine::InterruptGuard const guard;
    UserThread* const user = current_ ? current_->user() : nullptr;
    return user ? &user->guest : nullptr;
}

void UserMode::switched(Tcb& next) {
    current_ = &next;
    if (UserThread* const user = next.user()) load(*user);
}

void UserMode::load(UserThread const& user) {
    machine::Program const& program = user.program;
    flat_user_area.calls = program.calls;
    flat_user_area.call_count = program.call_count;
    flat_user_area.stack_top = user.stack_top;
    if (program.page_root == active_root_) return;
    active_root_ = program.page_root;
    mmu->activate(active_root_);
}

void UserMode::refuse_call(u64 number) {
    TextBuffer<64> why;
    format(why, "calls entry {}, and has {}", number, flat_user_area.call_count);
    current()->refuse(why.text().bytes());
}

void UserMode::handle(u32 vector, RegisterFrame& frame) {
    UserThread* const user = current_ ? current_->user() : nullptr;
    if (frame.is_user() && user) return handle_user(*user, vector, frame);
    bool const is_copy = vector == u32(Exception::PF) && is_in_user_copy(frame.rip);
    if (!is_copy || !user) panic_at(frame, "{} in kernel mode", arch::exception_name(vector));
    if (!user->guest.page_fault(arch::read_cr2(), lacking_right(frame)))
        frame.rip = address_of(flat_copy_user_fails);
}

void UserMode::handle_user(UserThread& user, u32 vector, RegisterFrame& frame) {
    if (user.is_expelled) return leave(user, frame);
    bool const is_page_fault = vector == u32(Exception::PF);
    vaddr const address = is_page_fault ? arch::read_cr2() : 0;
    if (is_page_fault && user.guest.page_fault(address, lacking_right(frame))) return;
    vaddr const handler = user.guest.fault(vector, frame.rip, address);
    if (handler == 0) return leave(user, frame);
    frame.rdi = vector;
    frame.rsi = frame.rip;
    frame.rdx = address;
    frame.rcx = frame.rbp;
    frame.rip = handler;
}

void UserMode::leave(UserThread const& user, RegisterFrame& frame) {
    frame.start_kernel(flat_leave_user, nullptr, user.stack_top);
}

} // namespace flat::abi

namespace flat::machine {

bool copy_from_user(Span<u8> to, vaddr from) {
    if (!abi::is_user_range(from, to.size())) return false;
    arch::UserAccess const access;
    return flat_copy_user(to.data(), pointer_to<void const>(from), to.size()) == 0;
}

bool copy_to_user(vaddr to, Span<u8 const> from) {
    if (!abi::is_user_range(to, from.size())) return false;
    arch::UserAccess const access;
    return flat_copy_user(pointer_to<void>(to), from.data(), from.size()) == 0;
}

} // namespace flat::machine

/// Called by user_entry.S.
extern "C" void flat_no_such_call(flat::u64 number) {
    flat::abi::flat_user_area.user_mode->refuse_call(number);
}
