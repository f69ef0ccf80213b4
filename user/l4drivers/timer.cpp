// SPDX-License-Identifier: BSD-2-Clause
// The driver of the first channel of the 8254 interval timer (Intel 8254 data sheet), a task with
// four ports and one interrupt.
#include "timer.hpp"
#include "tasks.hpp"

#include <l4/interrupts.hpp>
#include <l4/ports.hpp>

namespace l4drivers {

using l4::ThreadId;
using l4::u16;
using l4::u8;
using l4::Word;

namespace {

constexpr u16 channel_0_port = 0x40;
constexpr u16 control_port = 0x43;
constexpr u8 channel_0_low_high_mode_2 = 0x34; // interrupts again and again
constexpr Word hertz = 1'193'182;
constexpr Word count = hertz / ticks_per_second;

class Driver {
public:
    Driver() {
        l4::write_port(control_port, channel_0_low_high_mode_2);
        l4::write_port(channel_0_port, count & 0xff);
        l4::write_port(channel_0_port, count >> 8);
    }

    [[noreturn]] void serve();

private:
    struct Sleeper {
        ThreadId id = ThreadId::nil();
        Word end = 0;
    };
    static constexpr unsigned sleepers_max = 8;

    bool add(ThreadId id, Word ticks);
    void wake();

    Word now_ = 0;
    Sleeper sleepers_[sleepers_max];
};

void Driver::serve() {
    auto received = l4::wait();
    for (;;) {
        bool has_answer = false;
        if (received.is_ok() &&
            l4::is_interrupt(received.value(), plan_of(Task::timer).interrupt)) {
            ++now_;
            wake();
            has_answer = true;
        } else if (received.is_ok() &&
                   static_cast<TimerRequest>(received.value().tag.label()) == TimerRequest::sleep) {
            has_answer = !add(received.value().from, l4::message_word(0));
        }
        l4::write_message(0);
        received = has_answer ? l4::reply_and_wait(received.value().from) : l4::wait();
    }
}

/// False: there is no room, and no sleep.
bool Driver::add(ThreadId id, Word ticks) {
    for (Sleeper& sleeper : sleepers_) {
        if (!sleeper.id.is_nil()) continue;
        sleeper = {id, now_ + ticks};
        return true;
    }
    return false;
}

void Driver::wake() {
    for (Sleeper& sleeper : sleepers_) {
        if (sleeper.id.is_nil() || sleeper.end > now_) continue;
        l4::write_message(0);
        static_cast<void>(l4::send(sleeper.id, l4::Time::zero()).is_ok());
        sleeper.id = ThreadId::nil();
    }
}

} // namespace

void run_timer() {
    Driver driver;
    driver.serve();
}

} // namespace l4drivers
