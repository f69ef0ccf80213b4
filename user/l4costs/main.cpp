// SPDX-License-Identifier: BSD-2-Clause
// What calls and messages cost that are no short messages: the least of several times.
#include "partner.hpp"
#include "stretches.hpp"

#include <core/measure/probe.hpp>
#include <l4/image.hpp>
#include <l4/interrupts.hpp>
#include <l4/ports.hpp>
#include <l4/print.hpp>
#include <l4/program.hpp>
#include <l4/strings.hpp>

namespace {

using flat::ProbeRecord;
using flat::u64;
using l4::Fpage;
using l4::MapItem;
using l4::Word;
using l4costs::fresh_address;
using l4costs::Home;
using l4costs::page_bytes;
using l4costs::Partner;

constexpr unsigned attempts = l4costs::fresh_page_count;
constexpr u64 nothing = ~u64{0};

ProbeRecord before;
ProbeRecord after;
u64 least = nothing;
bool is_wrong = false;

/// What was done between the last two marks has gone well, or not.
void note_cost(bool is_right) {
    if (!is_right) is_wrong = true;
    auto const cost = flat::difference(before, after);
    if (cost.valid && cost.kernel_instructions < least) least = cost.kernel_instructions;
}

/// Counts what `call` costs once.
template<class Call>
void count(Call call) {
    flat::probe(before);
    bool const is_right = call();
    flat::probe(after);
    note_cost(is_right);
}

/// What has been counted since the last time. Without an instrument that is nothing.
void print_record(char const* what, unsigned calls = 1) {
    if (is_wrong) l4::print("l4costs: {} went wrong\n", what);
    if (least != nothing)
        l4::print("@record {}\"kind\":\"call\",\"what\":\"{}\",\"kernel\":{}{}\n", "{", what,
                  least / calls, "}");
    least = nothing;
}

/// All that the processor has executed so far: firmware, loader, kernel and sigma0.
void print_boot() {
    flat::probe(before);
    if (before.valid == 0) return;
    u64 const kernel = before.kernel_instructions;
    l4::print("@record {}\"kind\":\"boot\",\"instructions\":{},\"kernel\":{}{}\n", "{",
              kernel + before.user_instructions, kernel, "}");
}

void count_clock() {
    for (unsigned i = 0; i < attempts; ++i)
        count([] { return l4::system_clock() != 0; });
    print_record("SystemClock");
}

void give_way() {
    l4::touch_image();
    l4costs::tell(0);
    l4::ThreadId const root = l4::kernel_interface().root_id();
    for (;;)
        l4::thread_switch(root);
}

void count_switches(Home home, char const* what) {
    Partner const partner(give_way, 1, home);
    l4costs::await_word();
    for (unsigned i = 0; i < attempts; ++i)
        count([&] {
            l4::thread_switch(partner.id());
            return true;
        });
    print_record(what, 2);
}

/// Far longer than any answer takes.
constexpr l4::Time limit = l4::Time::milliseconds(1000);

template<bool is_limited>
void answer() {
    l4::touch_image();
    l4costs::tell(0);
    l4::ThreadId const root = l4::kernel_interface().root_id();
    auto received = l4::wait();
    for (;;) {
        l4::write_message(0);
        received = l4::reply_and_wait(root, is_limited ? limit : l4::Time::never());
    }
}

/// The caller limits both its phases.
void count_limited_calls(void (*partners)(), char const* what) {
    Partner const partner(partners);
    l4costs::await_word();
    l4costs::let_others_run();
    for (unsigned i = 0; i < attempts; ++i) {
        l4::write_message(0);
        count([&] { return l4::call(partner.id(), {limit, limit}).is_ok(); });
    }
    print_record(what);
}

void touch_fresh_pages() {
    l4::touch_image();
    for (unsigned i = 0; i < attempts; ++i)
        count([&] {
            *flat::pointer_to<char volatile>(fresh_address + i * page_bytes) = 1;
            return true;
        });
    l4costs::tell(0);
    l4costs::rest();
}

void count_faults() {
    Partner const partner(touch_fresh_pages);
    l4costs::await_word();
    print_record("page fault, answered with a page by a pager in another space");
}

/// The line of the PC's first timer.
constexpr unsigned timer_line = 0;
constexpr l4::Time most_of_period = l4::Time::milliseconds(53);
constexpr l4::Time period = l4::Time::milliseconds(60);
Word volatile interrupt_count = 0;

/// Has the timer interrupt every 55 ms, whatever the firmware has left it at (Intel 8254, modes:
/// rate generator, of the largest count). Its ports are given back, so that switches cost nothing
/// for them.
bool start_timer() {
    auto const ports = l4::IoFpage::around(0x40, 2);
    if (!l4::request_ports(ports)) return false;
    l4::write_port(0x43, 0x34);
    l4::write_port(0x40, 0);
    l4::write_port(0x40, 0);
    l4::unmap(ports.fpage(), l4::Whose::own_too);
    return true;
}

/// Notes again and again where the counters are, from shortly before each interrupt on.
void watch_for_interrupts() {
    l4::touch_image();
    l4costs::tell(0);
    for (;;) {
        Word const seen = interrupt_count;
        l4::sleep(most_of_period);
        while (interrupt_count == seen)
            flat::probe(before);
    }
}

/// From whatever runs to the handler, which is more urgent and lives in another space.
void count_interrupts() {
    Partner const partner(watch_for_interrupts);
    l4costs::await_word();
    auto const timer = l4::interrupt_id(timer_line);
    is_wrong = is_wrong || !start_timer() ||
               l4::handle_interrupts(timer_line, l4::my_id()).is_error() ||
               l4::receive(timer, period).is_error();
    for (unsigned i = 0; i < attempts; ++i) {
        interrupt_count = interrupt_count + 1;
        l4::write_message(0);
        auto const received = l4::call(timer, {l4::Time::zero(), period});
        flat::probe(after);
        note_cost(received.is_ok() && l4::is_interrupt(received.value(), timer_line));
    }
    is_wrong = is_wrong || l4::ignore_interrupts(timer_line).is_error();
    print_record("interrupt, until a thread of another space has its message");
}

constexpr Word string_bytes = 4096;
alignas(page_bytes) char source[string_bytes];
alignas(page_bytes) char target[string_bytes];

void receive_anything() {
    l4::touch_image();
    l4::accept_string(target, string_bytes);
    l4::my_utcb().accept_strings(Fpage::complete());
    l4costs::tell(0);
    for (;;)
        static_cast<void>(l4::receive(l4::kernel_interface().root_id()).is_ok());
}

void count_messages() {
    Partner const partner(receive_anything);
    l4costs::await_word();
    for (unsigned i = 0; i < attempts; ++i) {
        l4costs::let_others_run();
        auto const page =
            Fpage::around(flat::address_of(l4costs::fresh_pages), 12, l4::Rights::all);
        l4::write_mapping(MapItem(page, fresh_address));
        count([&] {
            bool const is_sent = l4::send(partner.id()).is_ok();
            static_cast<void>(l4::unmap(page));
            return is_sent;
        });
    }
    print_record("send a page, and unmap it");
    for (unsigned i = 0; i < attempts; ++i) {
        l4costs::let_others_run();
        l4::write_string(0, source, string_bytes);
        count([&] { return l4::send(partner.id()).is_ok(); });
    }
    print_record("send a string of 4 KB to another space");
}

} // namespace

flat::u64 l4::program() {
    print_boot();
    touch_image();
    count_clock();
    count_switches(Home::root_space, "ThreadSwitch to a thread of the same space");
    count_switches(Home::own_space, "ThreadSwitch to a thread of another space");
    count_limited_calls(answer<false>, "round trip, the caller's time-outs finite");
    count_limited_calls(answer<true>, "round trip, all time-outs finite");
    count_faults();
    count_interrupts();
    count_messages();
    if (!l4costs::measure_stretches()) is_wrong = true;
    l4::print("l4costs: {}\n",
              is_wrong ? "something went wrong" : "all calls did what they should");
    return is_wrong ? 1 : 0;
}
