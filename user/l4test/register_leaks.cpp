// SPDX-License-Identifier: BSD-2-Clause
// No register brings out of the kernel what is the kernel's or another thread's.
//
// Both partners of an IPC put patterns into all registers. What comes back is the message, or what
// was there, or nothing; the stubs are left out, so that nothing but the kernel is tested.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/utcb.hpp>

namespace l4test {

using l4::ThreadId;
using l4::Word;

namespace {

/// In the order of raw_call.S.
enum Register : unsigned {
    rax,
    rbx,
    rcx,
    rdx,
    rsi,
    rdi,
    rbp,
    r8,
    r9,
    r10,
    r11,
    r12,
    r13,
    r14,
    r15
};
constexpr unsigned register_count = 15;

struct Registers {
    Word values[register_count];

    Word& operator[](unsigned index) { return values[index]; }
    Word operator[](unsigned index) const { return values[index]; }
};

extern "C" void l4test_raw_call(Word* registers);

constexpr Word root_pattern = 0xa11c'e000'0000'0000;
constexpr Word helper_pattern = 0xb0b0'0000'0000'0000;

/// The registers of message words 1 to 7.
constexpr Register words[] = {rax, rbx, r10, r12, r13, r14, r15};

/// Those of which nobody says anything.
constexpr Register others[] = {rcx, rdx, rbp, r8, r11};

Registers filled_with(Word pattern) {
    Registers made;
    for (unsigned index = 0; index < register_count; ++index)
        made[index] = pattern | index << 16;
    return made;
}

/// A message of seven words; what time-outs do not use of their register is a pattern, too.
Registers message_with(Word pattern, ThreadId to, ThreadId from, l4::Timeouts timeouts) {
    Registers made = filled_with(pattern);
    made[rsi] = to.raw();
    made[rdx] = from.raw();
    made[r8] = (pattern & ~Word{0xffff'ffff}) | timeouts.raw();
    made[r9] = l4::MessageTag(0, 7).raw();
    made[rbp] = 0;
    return made;
}

/// Whether a value is a partner's, or an address of the kernel; small negative numbers are neither.
bool is_foreign(Word value) {
    Word const prefix = value >> 48;
    bool const is_pattern = prefix == root_pattern >> 48 || prefix == helper_pattern >> 48;
    return is_pattern || (value >= 0xffff'8000'0000'0000 && value < 0xffff'ffff'f000'0000);
}

/// Whether a register that carries no result is as it was, or empty. Those that tell the kernel
/// what to do, rbp, rcx and r11, may be older ones of the thread's own.
bool is_own(Registers const& before, Registers const& after, unsigned index) {
    bool const is_consumed = index == rbp || index == rcx || index == r11;
    return after[index] == 0 || after[index] == before[index] ||
           (is_consumed && !is_foreign(after[index]));
}

/// How many registers are not what they must be after an IPC whose message has seven words of the
/// partner's pattern, or none after a failure.
Word wrong_after_ipc(Registers const& before, Registers const& after, Word pattern) {
    Word wrong = after[rdi] != l4::my_local_id().raw();
    for (Register const index : others)
        wrong += !is_own(before, after, index);
    for (Register const index : words)
        wrong +=
            pattern != 0 ? after[index] != (pattern | index << 16) : !is_own(before, after, index);
    return wrong;
}

Word volatile wrong_in_helper;
Word volatile helper_timeouts;

void echo() {
    l4::touch_image();
    ThreadId partner;
    for (;;) {
        l4::Timeouts const timeouts(helper_timeouts);
        auto const before = message_with(helper_pattern, partner, ThreadId::any(), timeouts);
        Registers after = before;
        l4test_raw_call(after.values);
        wrong_in_helper = wrong_after_ipc(before, after, root_pattern);
        partner = ThreadId(after[rsi]);
    }
}

/// Two rounds: in the first the partner may not have waited yet.
void test_round_trip(Suite& suite, Home home, l4::Timeouts timeouts, char const* sentence) {
    helper_timeouts = timeouts.raw();
    Helper const helper(echo, home);
    static_cast<void>(next_message(a_while).is_ok()); // its page faults
    Word wrong = 0;
    for (unsigned round = 0; round < 2; ++round) {
        auto const before = message_with(root_pattern, helper.id(), helper.id(), timeouts);
        Registers after = before;
        l4test_raw_call(after.values);
        wrong += wrong_after_ipc(before, after, helper_pattern) + wrong_in_helper;
        wrong += after[rsi] != helper.id().raw();
    }
    suite.check(wrong == 0, sentence);
}

void test_failure(Suite& suite, ThreadId to, ThreadId from, char const* sentence) {
    auto const before = message_with(root_pattern, to, from, {l4::Time::zero(), l4::Time::zero()});
    Registers after = before;
    l4test_raw_call(after.values);
    suite.check(wrong_after_ipc(before, after, 0) == 0, sentence);
}

/// Every call but IPC, and numbers that are none, with patterns for arguments.
void test_other_calls(Suite& suite) {
    Word wrong = 0;
    for (Word number = 1; number <= 16; ++number) {
        auto before = filled_with(root_pattern);
        before[rbp] = number;
        Registers after = before;
        l4test_raw_call(after.values);
        for (unsigned index = 0; index < register_count; ++index)
            wrong += !is_own(before, after, index) && is_foreign(after[index]);
    }
    suite.check(wrong == 0, "no other system call brings out what is not the thread's own");
}

} // namespace

void test_register_leaks(Suite& suite) {
    constexpr l4::Timeouts never{};
    test_round_trip(suite, Home::root_space, never,
                    "messages within a space bring their words, both names, and nothing else");
    test_round_trip(suite, Home::own_space, never,
                    "messages between spaces bring their words, both names, and nothing else");
    test_round_trip(suite, Home::own_space, both_soon,
                    "so do messages with time-outs, on the general path");
    test_failure(suite, ThreadId::nil(), l4::my_id(),
                 "an IPC whose time is over brings the local name, and nothing else");
    test_failure(suite, fresh_name(), ThreadId::nil(), "so does one whose partner does not exist");
    test_failure(suite, ThreadId::nil(), ThreadId::nil(), "so does one without phases");
    test_other_calls(suite);
}

} // namespace l4test
