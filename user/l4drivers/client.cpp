// SPDX-License-Identifier: BSD-2-Clause
// A task that uses both drivers, and one that uses a port that is not its own.
#include "console.hpp"
#include "tasks.hpp"
#include "timer.hpp"

#include <core/format.hpp>
#include <l4/ports.hpp>

namespace l4drivers {

using flat::TextBuffer;
using l4::Word;

namespace {

/// Says something by the console's driver.
template<class... Arguments>
void say(flat::CheckedFormat<flat::TypeIdentity<Arguments>...> format,
         Arguments const&... arguments) {
    TextBuffer<text_bytes_max> line;
    flat::format(line, format, arguments...);
    write_text(static_cast<Word>(ConsoleRequest::write), line.text());
    static_cast<void>(l4::call(id_of(Task::console)).is_ok());
}

void sleep(Word ticks) {
    l4::write_message(static_cast<Word>(TimerRequest::sleep), ticks);
    static_cast<void>(l4::call(id_of(Task::timer)).is_ok());
}

/// The tick that is under way is over sooner, and one may be left from before.
void try_timer() {
    constexpr Word ticks = 10;
    constexpr Word us_per_tick = 1'000'000 / ticks_per_second;
    Word const begin = l4::system_clock();
    sleep(ticks);
    Word const passed = l4::system_clock() - begin;
    bool const is_enough = passed >= (ticks - 2) * us_per_tick;
    say("client: {} ticks of the timer take {}\n", ticks,
        is_enough ? "their time" : "too little time");
}

void try_input() {
    say("client: what is your name?\n");
    l4::write_message(static_cast<Word>(ConsoleRequest::read));
    static_cast<void>(l4::call(id_of(Task::console)).is_ok());
    char place[text_bytes_max];
    say("client: hello, {}\n", received_text(place));
}

[[noreturn]] void end() {
    for (;;) {
        l4::write_message(1);
        static_cast<void>(l4::call(l4::kernel_interface().root_id()).is_ok());
    }
}

} // namespace

void run_client() {
    say("client: this is written by the console's driver\n");
    try_timer();
    try_input();
    end();
}

void run_stranger() {
    l4::write_port(0x3f8, '!');
    end();
}

} // namespace l4drivers
