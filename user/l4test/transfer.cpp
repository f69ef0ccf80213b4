// SPDX-License-Identifier: BSD-2-Clause
// Messages arrive whole, in order, and from whom they say.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>

namespace l4test {

using l4::MessageTag;
using l4::ThreadId;
using l4::Word;

namespace {

constexpr unsigned words_max = 63;

Word pattern(unsigned words, unsigned index) {
    return (Word{words} << 32 | index) * 0x9e37'79b9'7f4a'7c15;
}

/// Answers each message with the complements of its words and of its label.
void complement() {
    l4::touch_image();
    tell_root(0);
    auto received = l4::wait();
    while (received.is_ok()) {
        auto& registers = l4::my_utcb().message_registers;
        auto const tag = received.value().tag;
        for (unsigned index = 1; index <= tag.untyped_words(); ++index)
            registers[index] = ~registers[index];
        registers[0] = MessageTag(~tag.label(), tag.untyped_words()).raw();
        received = l4::reply_and_wait(received.value().from);
    }
}

/// Whether a message with so many words comes back complemented.
bool is_complemented(ThreadId partner, unsigned words) {
    auto& registers = l4::my_utcb().message_registers;
    Word const label = 0x1234'5678'9abc - words;
    registers[0] = MessageTag(label, words).raw();
    for (unsigned index = 1; index <= words; ++index)
        registers[index] = pattern(words, index);
    auto const answer = l4::call(partner, both_soon);
    if (answer.is_error() || answer.value().from != partner ||
        answer.value().tag != MessageTag(~label, words))
        return false;
    for (unsigned index = 1; index <= words; ++index)
        if (registers[index] != ~pattern(words, index)) return false;
    return true;
}

bool are_complemented(Home home) {
    Helper const helper(complement, home);
    if (word_from(helper) != 0) return false;
    for (unsigned words = 0; words <= words_max; ++words)
        if (!is_complemented(helper.id(), words)) return false;
    return true;
}

/// Sends a message whose tag claims whatever the kernel only may say.
void claim_flags() {
    l4::my_utcb().virtual_sender = l4::kernel_interface().sigma0_id();
    auto& registers = l4::my_utcb().message_registers;
    registers[0] = MessageTag(7, 1).raw() | 0xf000;
    registers[1] = 99;
    static_cast<void>(l4::send(l4::kernel_interface().root_id()).is_ok());
    rest();
}

/// Calls with all words while the direction flag says "downwards".
void send_downwards() {
    auto& registers = l4::my_utcb().message_registers;
    registers[0] = MessageTag(0, words_max).raw();
    for (unsigned index = 1; index <= words_max; ++index)
        registers[index] = pattern(words_max, index);
    asm volatile("std" ::: "cc");
    static_cast<void>(l4::send(l4::kernel_interface().root_id()).is_ok());
    asm volatile("cld" ::: "cc");
    rest();
}

void say_one() {
    tell_root(1);
    rest();
}

void say_two() {
    tell_root(2);
    rest();
}

void say_twice_from_elsewhere() {
    l4::touch_image();
    tell_root(1);
    tell_root(2);
    rest();
}

void test_claims(Suite& suite) {
    Helper const helper(claim_flags, Home::own_space);
    auto const received = next_message();
    suite.check(received.is_ok() && received.value().tag == MessageTag(7, 1) &&
                    l4::message_word(0) == 99,
                "a sender cannot set the flags of the tag that is received");
    suite.check(received.is_ok() && received.value().from == helper.id(),
                "a sender cannot send in the name of another address space");
}

void test_direction(Suite& suite) {
    Helper const helper(send_downwards);
    bool is_whole = l4::wait(soon).is_ok();
    for (unsigned index = 1; index <= words_max; ++index)
        is_whole = is_whole && l4::my_utcb().message_registers[index] == pattern(words_max, index);
    suite.check(is_whole, "the direction flag of the sender does not matter");
}

void test_queue(Suite& suite) {
    Helper const first(say_one);
    l4::sleep(a_while);
    Helper const second(say_two);
    l4::sleep(a_while);
    suite.check(word_from(first) == 1 && word_from(second) == 2,
                "the first sender is received first");
}

void test_closed_receive(Suite& suite) {
    Helper const first(say_one);
    l4::sleep(a_while);
    Helper const second(say_two);
    l4::sleep(a_while);
    suite.check(l4::receive(second.id(), soon).is_ok() && l4::message_word(0) == 2,
                "a receive from one thread passes over others that wait");
    suite.check(l4::wait(soon).is_ok() && l4::message_word(0) == 1,
                "a sender that was passed over is received later");
}

void test_local_receive(Suite& suite) {
    Helper const elsewhere(say_twice_from_elsewhere, Home::own_space);
    bool const is_ready = word_from(elsewhere) == 1;
    l4::sleep(a_while);
    Helper const here(say_one);
    l4::sleep(a_while);
    auto const received = l4::receive(ThreadId::any_local(), soon);
    suite.check(is_ready && received.is_ok() && received.value().from == here.id(),
                "a receive from any local thread passes over other address spaces");
    suite.check(word_from(elsewhere) == 2, "the other address space is received later");
}

} // namespace

void test_transfer(Suite& suite) {
    suite.check(are_complemented(Home::root_space),
                "0 to 63 words arrive intact both ways in one address space");
    suite.check(are_complemented(Home::own_space),
                "0 to 63 words arrive intact both ways across address spaces");
    suite.check(l4::ipc(ThreadId::nil(), ThreadId::nil(), {}).is_ok(),
                "an IPC without any phase does nothing");
    test_claims(suite);
    test_direction(suite);
    test_queue(suite);
    test_closed_receive(suite);
    test_local_receive(suite);
}

} // namespace l4test
