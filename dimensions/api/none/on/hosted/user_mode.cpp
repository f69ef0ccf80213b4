// SPDX-License-Identifier: BSD-2-Clause
// Programs without privilege in a kernel of our own components: processes of the host.
#include <abi/user_mode.hpp>

#include <core/assert.hpp>
#include <core/format.hpp>
#include <hosted/child_process.hpp>
#include <machine/interrupts.hpp>
#include <machine/user_memory.hpp>

namespace flat::abi {

namespace {

using Sent = arch::ChildProcess::Sent;

/// The running thread, and for whom it works.
struct UserArea {
    machine::UserThread* user = nullptr;
    Tcb* thread = nullptr;
    vaddr stack_floor = 0;
};

constinit UserArea area;

/// So many bytes of a thread's kernel stack are for what a program calls in the kernel; calls of
/// programs that call programs take place above.
constexpr u64 reserved_stack = 0x2000;

/// How long the handler of a signal may take.
constexpr u32 signal_limit_ms = 1000;

machine::Program& program_of(hal::UserMode::Guest& guest) {
    return *pointer_to<machine::Program>(guest.program());
}

vaddr payload_place(u32 channel) {
    return arch::payloads_base + (channel - 1) * arch::payload_bytes_max;
}

/// Whether the thread that uses it is in no call of another program meanwhile.
bool is_innermost(machine::UserThread const& user) {
    for (machine::UserThread const* each = area.user; each; each = each->outer)
        if (each == &user) return each == area.user;
    return user.thread->user() == &user;
}

void refuse(machine::Program const& program, Text why) {
    program.guest->refuse(why.bytes());
}

/// Ends a call, with the two words of the answer.
void reply(u64 first, u64 second) {
    machine::UserThread& user = *area.user;
    if (user.channel == 0) return refuse(*user.program, "answers what nobody has called");
    user.answer = {first, second};
    user.has_left = true;
}

/// Calls what a message names; the words are for the function to check.
Answer called(machine::Program const& program, arch::Message const& message) {
    u64 const* const words = message.words;
    if (message.number == u64(BasicCall::reply)) {
        reply(words[0], words[1]);
        return {};
    }
    if (message.number >= program.call_count) {
        TextBuffer<64> why;
        format(why, "calls entry {}, and has {}", message.number, program.call_count);
        refuse(program, why.text());
        return {};
    }
    Call const& entry = program.calls[message.number];
    return entry.function(entry.object, words[0], words[1], words[2], words[3], words[4]);
}

/// Calls `copy` with each piece of a part of a payload: how far it is in the part, the kernel's
/// bytes, for which `between` has room where they are a program's, and their address there, else 0.
template<class Copy>
bool for_each_piece(machine::PayloadPart const& part, Span<u8> between, Copy const& copy) {
    for (u64 done = 0; done < part.bytes;) {
        u64 const bytes = min<u64>(part.bytes - done, between.size());
        vaddr const here = part.address + done;
        Span<u8> const piece =
            part.is_program ? between.first(bytes) : Span<u8>(pointer_to<u8>(here), bytes);
        if (!copy(done, piece, part.is_program ? here : 0)) return false;
        done += bytes;
    }
    return true;
}

/// The process is gone, and nobody has ended it.
void tell_end(machine::Program const& program) {
    arch::ChildProcess::End const end = program.process->end();
    TextBuffer<64> why;
    format(why, "{} {}", Text(end.is_signal ? "is killed by signal" : "exits with"), end.number);
    refuse(program, why.text());
}

} // namespace

UserMode::UserMode(Ports const& ports, Attributes const& attributes)
    : UserModeComponent(ports, attributes) {
    area = {};
}

void UserMode::enter(Guest& guest, vaddr, vaddr) {
    machine::InterruptGuard const guard;
    assert(!area.user && area.thread);
    UserThread user{&program_of(guest), nullptr, 0};
    program_of(guest).followers[0] = &user;
    follow(user);
    program_of(guest).followers[0] = nullptr;
}

hal::UserMode::Reply UserMode::call(Guest& guest, u32 number, Words const& words, vaddr payload,
                                    u32 limit_ms) {
    machine::Program& program = program_of(guest);
    u32 const channel = program.free_channel();
    auto const* const carried = pointer_to<machine::Payload const>(payload);
    bool const has_room = (!carried || carried->bytes <= machine::Payload::bytes_max) &&
                          address_of(__builtin_frame_address(0)) >= area.stack_floor;
    if (channel == 0 || !has_room) return {};
    vaddr const place = payload_place(channel);
    UserThread user{&program, area.user, channel};
    user.time.start(u64{limit_ms} * 1000);
    program.followers[channel] = &user;
    arch::ChildProcess& process = *program.process;
    bool const is_there = !carried || put(process, place, *carried);
    arch::Message const message{number, {words.a, words.b, words.c, words.d, words.e}};
    if (is_there && process.send(user.channel, message) == Sent::done) follow(user);
    bool const is_reached = user.answer.first != machine::no_answer &&
                            (!carried || take_back(process, place, *carried));
    program.followers[channel] = nullptr;
    if (!process.is_running()) guest.left();
    return {is_reached, user.answer.first, user.answer.second};
}

/// Puts a payload into the process that is called; false if a part is not the caller's.
bool UserMode::put(arch::ChildProcess& process, vaddr place, machine::Payload const& payload) {
    for (machine::PayloadPart const& each : payload.parts) {
        *each.word = place;
        auto const copy = [&](u64 done, Span<u8> bytes, vaddr callers) {
            return (callers == 0 || machine::copy_from_user(bytes, callers)) &&
                   process.write(place + done, bytes);
        };
        if (!for_each_piece(each, between_, copy)) return false;
        place += machine::Payload::to_next(each);
    }
    return true;
}

/// Copies back what comes back; false if it is not there any more, or has no place.
bool UserMode::take_back(arch::ChildProcess& process, vaddr place,
                         machine::Payload const& payload) {
    for (machine::PayloadPart const& each : payload.parts) {
        auto const copy = [&](u64 done, Span<u8> bytes, vaddr callers) {
            return process.read(bytes, place + done) &&
                   (callers == 0 || machine::copy_to_user(callers, bytes));
        };
        if (each.comes_back && !for_each_piece(each, between_, copy)) return false;
        place += machine::Payload::to_next(each);
    }
    return true;
}

/// Carries out what the program's thread calls, until it has answered or ended.
void UserMode::follow(UserThread& user) {
    machine::Program& program = *user.program;
    area.user = &user;
    arch::Message message;
    while (!user.has_left && receive(user, message)) {
        Answer const answer = called(program, message);
        machine::disable_interrupts();
        if (!user.has_left) take_signals(program);
        arch::Message const back{answer.first, {answer.second}};
        bool const is_waiting = !user.has_left && program.process->is_running();
        Sent const sent = is_waiting ? program.process->send(user.channel, back) : Sent::done;
        if (sent == Sent::full) refuse(program, "takes no answers");
        if (sent == Sent::ended) tell_end(program);
    }
    area.user = user.outer;
}

/// In user mode, so to say.
bool UserMode::receive(UserThread const& user, arch::Message& message) {
    machine::Program const& program = *user.program;
    machine::enable_interrupts();
    bool const has_come = program.process->receive(user.channel, message);
    machine::disable_interrupts();
    if (!program.process->is_running()) return false;
    if (!has_come) tell_end(program);
    return has_come;
}

void UserMode::leave() {
    area.user->has_left = true;
}

void UserMode::expel(Guest& guest) {
    machine::InterruptGuard const guard;
    machine::Program& program = program_of(guest);
    program.process->end();
    for (UserThread* const each : program.followers)
        if (each && is_innermost(*each) && each != area.user &&
            each->thread->state() == api::ThreadState::waiting)
            threads->notify_all(each->thread->condition());
}

bool UserMode::gives_up() {
    machine::InterruptGuard const guard;
    return area.user && !area.user->program->process->is_running();
}

void UserMode::ticked(u32 elapsed_us) {
    for (machine::Program& each : programs_) {
        for (UserThread* const user : each.followers)
            if (user) age(*user, elapsed_us);
        each.guest->ticked(elapsed_us);
    }
}

/// A call is not to blame while it waits for another one, nor for the time of one that has not
/// answered at all.
void UserMode::age(UserThread& user, u32 elapsed_us) {
    user.time.pass(elapsed_us);
    if (!user.time.is_over() || !user.program->process->is_running() || !is_innermost(user)) return;
    for (UserThread* outer = user.outer; outer; outer = outer->outer)
        outer->time.give_back(user.time);
    TextBuffer<64> why;
    format(why, "has not answered a call within {} ms", user.time.limit_us() / 1000);
    refuse(*user.program, why.text());
}

void UserMode::signal(Guest& guest, u32 number, Words const& words) {
    machine::InterruptGuard const guard;
    program_of(guest).signals.push({number * sizeof(Call), {words.a, words.b, words.c}});
}

/// Before the answer of a call goes back: a process cannot be interrupted in what it does besides.
void UserMode::take_signals(machine::Program& program) {
    while (!program.signals.is_empty() && program.process->is_running() &&
           program.free_channel() != 0) {
        machine::Signal const signal = program.signals.front();
        program.signals.pop();
        u64 const* const words = signal.words;
        (void)call(*program.guest, static_cast<u32>(signal.entry / sizeof(Call)),
                   {words[0], words[1], words[2], 0, 0}, 0, signal_limit_ms);
    }
}

void UserMode::admit(Guest& guest) {
    machine::InterruptGuard const guard;
    programs_.push_back(program_of(guest));
}

void UserMode::forget(Guest& guest) {
    machine::InterruptGuard const guard;
    programs_.remove(program_of(guest));
}

hal::UserMode::Guest* UserMode::current() {
    machine::InterruptGuard const guard;
    return area.user ? area.user->program->guest : nullptr;
}

void UserMode::switched(Tcb& next) {
    if (area.thread) area.thread->set_user(area.user);
    for (UserThread* each = area.user; each; each = each->outer)
        each->thread = area.thread;
    area = {next.user(), &next, next.stack_limit() + reserved_stack};
}

} // namespace flat::abi

namespace flat::machine {

bool copy_from_user(Span<u8> to, vaddr from) {
    return abi::area.user->program->process->read(to, from);
}

bool copy_to_user(vaddr to, Span<u8 const> from) {
    return abi::area.user->program->process->write(to, from);
}

} // namespace flat::machine
