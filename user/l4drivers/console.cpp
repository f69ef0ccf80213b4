// SPDX-License-Identifier: BSD-2-Clause
// The driver of the first serial port (National Semiconductor PC16550D data sheet, section 8), a
// task with eight ports and one interrupt.
#include "console.hpp"
#include "tasks.hpp"

#include <core/memory.hpp>
#include <core/utility.hpp>
#include <l4/interrupts.hpp>
#include <l4/ports.hpp>

namespace l4drivers {

using flat::Text;
using l4::ThreadId;
using l4::u16;
using l4::u8;
using l4::Word;

namespace {

constexpr u16 data_port = 0x3f8;
constexpr u16 interrupt_enable_port = 0x3f9;
constexpr u16 modem_control_port = 0x3fc;
constexpr u16 line_status_port = 0x3fd;

constexpr u8 receiver_interrupt = 1 << 0;
constexpr u8 ready_and_interrupt_gate = 0x0b; // DTR, RTS and OUT2, which lets interrupts out
constexpr u8 receiver_full = 1 << 0;
constexpr u8 transmitter_empty = 1 << 5;

class Driver {
public:
    Driver() {
        l4::write_port(modem_control_port, ready_and_interrupt_gate);
        l4::write_port(interrupt_enable_port, receiver_interrupt);
    }

    [[noreturn]] void serve();

private:
    bool handle(l4::Received const& received);
    void take_bytes();
    bool give_line();
    static void write(Text text);

    char line_[text_bytes_max];
    Word line_bytes_ = 0;
    bool is_complete_ = false;
    ThreadId reader_ = ThreadId::nil();
};

void Driver::serve() {
    auto received = l4::wait();
    for (;;) {
        bool const has_answer = received.is_ok() && handle(received.value());
        received = has_answer ? l4::reply_and_wait(received.value().from) : l4::wait();
    }
}

/// Leaves the answer in the message registers; false if there is none yet.
bool Driver::handle(l4::Received const& received) {
    if (l4::is_interrupt(received, plan_of(Task::console).interrupt)) {
        take_bytes();
        if (give_line()) static_cast<void>(l4::send(reader_).is_ok());
        l4::write_message(0);
        return true;
    }
    switch (static_cast<ConsoleRequest>(received.tag.label())) {
    case ConsoleRequest::write: {
        char place[text_bytes_max];
        write(received_text(place));
        l4::write_message(0);
        return true;
    }
    case ConsoleRequest::read:
        reader_ = received.from;
        return give_line();
    }
    return false;
}

/// Takes all that has come: the line interrupts again only if something comes after that.
void Driver::take_bytes() {
    while (l4::read_port(line_status_port) & receiver_full) {
        char const byte = static_cast<char>(l4::read_port(data_port));
        if (is_complete_) continue;
        if (byte == '\n' || byte == '\r' || line_bytes_ == text_bytes_max)
            is_complete_ = line_bytes_ > 0;
        else
            line_[line_bytes_++] = byte;
    }
}

/// Makes a message of a complete line for the thread that waits for it.
bool Driver::give_line() {
    if (!is_complete_ || reader_.is_nil()) return false;
    write_text(0, Text(line_, line_bytes_));
    line_bytes_ = 0;
    is_complete_ = false;
    return true;
}

void Driver::write(Text text) {
    for (char const character : text) {
        while (!(l4::read_port(line_status_port) & transmitter_empty)) {
        }
        l4::write_port(data_port, static_cast<u8>(character));
    }
}

} // namespace

void write_text(Word label, Text text) {
    Word const bytes = flat::min<Word>(text.size(), text_bytes_max);
    auto& registers = l4::my_utcb().message_registers;
    memcpy(&registers[2], text.data(), bytes);
    registers[1] = bytes;
    Word const words = 1 + (bytes + sizeof(Word) - 1) / sizeof(Word);
    registers[0] = l4::MessageTag(label, static_cast<unsigned>(words)).raw();
}

Text received_text(char (&place)[text_bytes_max]) {
    Word const bytes = flat::min<Word>(l4::message_word(0), text_bytes_max);
    memcpy(place, &l4::my_utcb().message_registers[2], bytes);
    return Text(place, bytes);
}

void run_console() {
    Driver driver;
    driver.serve();
}

} // namespace l4drivers
