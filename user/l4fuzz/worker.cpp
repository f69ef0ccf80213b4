// SPDX-License-Identifier: BSD-2-Clause
// Random system calls: most of them make sense, so that they come far.
#include "fuzz.hpp"

#include <l4/image.hpp>
#include <l4/interrupts.hpp>
#include <l4/ports.hpp>
#include <l4/strings.hpp>

extern "C" void l4test_raw_call(l4::Word* registers);

namespace l4fuzz {

using l4::IoFpage;
using l4::MessageTag;
using l4::StringHeader;
using l4::Time;
using l4::TypedItem;

namespace {

constexpr unsigned raw_registers = 15;

/// Each class of words has what may be one of it, and nonsense.
class Caller {
public:
    Caller(unsigned index, Word incarnation)
        : index_(index), random_((seed + incarnation) * 0x9e37'79b9'7f4a'7c15 | 1) {}

    void call();

private:
    bool chance(Word of) { return random_.below(of) == 0; }
    ThreadId any_thread();
    Time any_time();
    Word any_place();
    Fpage any_region();
    IoFpage any_ports();
    Word any_word();
    void write_items(unsigned first, unsigned count);
    void accept_something();
    void exchange();
    void unmap();
    void touch();
    void exchange_registers();
    void control();
    void call_raw();

    unsigned index_;
    Random random_;
};

ThreadId Caller::any_thread() {
    switch (random_.below(16)) {
    case 0:
        return l4::kernel_interface().root_id();
    case 1:
        return l4::my_id();
    case 2:
        return l4::interrupt_id(timer_line);
    case 3:
        return ThreadId(random_.next() | 1); // local ones are looked at in user mode
    case 4:
        return ThreadId::nil();
    default:
        return ThreadId(shared.names[random_.below(worker_count)]);
    }
}

Time Caller::any_time() {
    Word const choice = random_.below(64);
    if (choice == 0) return Time::never();
    return choice < 32 ? Time::zero() : Time::microseconds(1 + random_.below(3000));
}

Word Caller::any_place() {
    Word const page = random_.below(arena_page_count) * page_bytes;
    return (chance(3) ? large_arena : arena) + page;
}

Fpage Caller::any_region() {
    auto const rights = chance(3) ? static_cast<l4::Rights>(random_.below(8)) : l4::Rights::all;
    switch (random_.below(32)) {
    case 0:
        return Fpage::around(large_arena, large_log2, rights);
    case 1:
        return Fpage(random_.next());
    case 2:
        // Not to be written by who gets it: all depend on it.
        return Fpage::around(flat::address_of(&shared), page_log2, l4::Rights::read);
    case 3:
        return Fpage::around(arena, arena_log2, rights);
    case 4:
    case 5:
        return any_ports().fpage();
    default:
        return Fpage::around(any_place(), page_log2 + (chance(2) ? 0 : random_.below(4)), rights);
    }
}

/// Some of those that the root task gives.
IoFpage Caller::any_ports() {
    auto const size_log2 = static_cast<unsigned>(random_.below(port_count_log2 + 1));
    Word const place = random_.below(port_count >> size_log2) << size_log2;
    return IoFpage::around(static_cast<flat::u32>(first_port + place), size_log2);
}

Word Caller::any_word() {
    switch (random_.below(8)) {
    case 0:
        return random_.next();
    case 1:
        return ~Word{0};
    case 2:
        return 0xffff'8000'0000'0000;
    case 3:
        return any_region().raw();
    case 4:
        return any_thread().raw();
    case 5:
        return random_.below(256);
    default:
        return any_place();
    }
}

void Caller::write_items(unsigned first, unsigned count) {
    auto& registers = l4::my_utcb().message_registers;
    for (unsigned i = first; i < first + 2 * count; i += 2) {
        registers[i + 1] = any_region().raw();
        Word const choice = random_.below(16);
        if (choice < 10)
            registers[i] = TypedItem::map(any_place()).raw();
        else if (choice < 13)
            registers[i] = TypedItem::grant(any_place()).raw();
        else if (choice < 15)
            registers[i] = StringHeader::of(random_.below(9000)).raw();
        else
            registers[i] = any_word();
        if (choice == 13 || choice == 14)
            registers[i + 1] = any_place() + random_.below(page_bytes);
    }
}

void Caller::accept_something() {
    l4::Utcb& utcb = l4::my_utcb();
    Fpage const window = chance(8)   ? any_region()
                         : chance(2) ? Fpage::complete()
                                     : Fpage::around(arena, large_log2 + 1);
    utcb.accept_strings(window);
    utcb.buffer_register(1) = StringHeader::of(random_.below(9000)).raw();
    utcb.buffer_register(2) = any_place();
    utcb.transfer_timeouts = l4::Timeouts{any_time(), any_time()}.raw();
    if (chance(4)) utcb.accept_mappings(window);
}

void Caller::exchange() {
    accept_something();
    auto const untyped = static_cast<unsigned>(random_.below(4) == 0 ? random_.below(12) : 0);
    auto const items = static_cast<unsigned>(random_.below(3) == 0 ? random_.below(5) : 1);
    auto& registers = l4::my_utcb().message_registers;
    for (unsigned i = 1; i <= untyped; ++i)
        registers[i] = any_word();
    write_items(1 + untyped, items);
    registers[0] = MessageTag(random_.below(4), untyped, chance(4) ? 0 : 2 * items).raw();
    if (chance(16)) l4::speak_for(any_thread());
    Word const choice = random_.below(8);
    ThreadId const to = chance(3) ? ThreadId::nil() : any_thread();
    ThreadId const from = choice < 3   ? ThreadId::any()
                          : choice < 5 ? to
                          : choice < 6 ? ThreadId::any_local()
                          : choice < 7 ? ThreadId::nil()
                                       : any_thread();
    Time const patience = chance(4) ? any_time() : Time::microseconds(1 + random_.below(2000));
    auto const received = l4::ipc(to, from, {any_time(), patience});
    bool const is_sent =
        received.is_ok() || received.error().phase() == l4::IpcError::Phase::receive;
    if (is_sent && !to.is_nil()) shared.sent = shared.sent + 1;
    if (received.is_ok() && !from.is_nil()) shared.received = shared.received + 1;
}

void Caller::unmap() {
    auto& registers = l4::my_utcb().message_registers;
    auto const count = static_cast<unsigned>(chance(2) ? 1 : 1 + random_.below(4));
    for (unsigned i = 0; i < count; ++i)
        registers[i] = any_region().raw();
    l4::unmap_in_registers(count, chance(2) ? l4::Whose::own_too : l4::Whose::of_others);
}

/// What is missing is asked of the root task.
void Caller::touch() {
    if (chance(4))
        return static_cast<void>(l4::read_port(static_cast<flat::u16>(any_ports().first())));
    auto* const place = reinterpret_cast<char volatile*>(any_place());
    if (chance(2))
        *place = 1;
    else
        static_cast<void>(*place);
}

/// Neither instruction nor stack pointer: the worker would do anything but call.
void Caller::exchange_registers() {
    constexpr Word harmless = 0x147;
    ThreadId const other = chance(2) ? any_thread() : ThreadId(shared.names[index_ ^ 1]);
    if (other == l4::my_id()) return;
    l4::ThreadRegisters change;
    change.control = random_.below(512) & harmless;
    change.user_handle = random_.next();
    static_cast<void>(l4::exchange_registers(other, change).is_ok());
}

/// What only privileged spaces, or schedulers, may do.
void Caller::control() {
    switch (random_.below(3)) {
    case 0:
        static_cast<void>(
            l4::thread_control(any_thread(), any_thread(), any_thread(), any_thread(), any_word())
                .is_ok());
        return;
    case 1:
        static_cast<void>(l4::space_control(any_thread(), any_region(), any_region()).is_ok());
        return;
    default:
        static_cast<void>(l4::schedule(any_thread(), {.time = any_word(),
                                                      .processor = any_word(),
                                                      .priority = random_.below(256),
                                                      .preemption = any_word()})
                              .is_ok());
    }
}

void Caller::call_raw() {
    constexpr unsigned number = 6; // rbp
    Word registers[raw_registers];
    for (Word& each : registers)
        each = any_word();
    registers[number] = random_.below(16);
    l4test_raw_call(registers);
}

void Caller::call() {
    Word const choice = random_.below(32);
    if (choice < 14) return exchange();
    if (choice < 22) return unmap();
    if (choice < 25) return touch();
    if (choice < 27) return exchange_registers();
    if (choice < 28) return control();
    if (choice < 30) return l4::thread_switch(any_thread());
    if (choice < 31) return static_cast<void>(l4::system_clock());
    call_raw();
}

} // namespace

void work(unsigned index) {
    Caller caller(index, shared.names[index]);
    for (;;) {
        caller.call();
        shared.calls[index] = shared.calls[index] + 1;
    }
}

} // namespace l4fuzz
