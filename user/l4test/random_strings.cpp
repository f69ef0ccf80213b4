// SPDX-License-Identifier: BSD-2-Clause
// Random words as string items and as string buffers: whatever they say, only buffers are written.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/random.hpp>
#include <l4/strings.hpp>

namespace l4test {

using l4::Fpage;
using l4::MessageTag;
using l4::StringHeader;
using l4::ThreadId;
using l4::Time;
using l4::Word;

namespace {

constexpr unsigned message_count = 3000;
constexpr unsigned payload_label = 5;

/// Strings and buffers begin in the first half, and none that is valid reaches the end: an address
/// in here that is taken for a header says some 25 KB.
constexpr Word area_bytes = 0x2'0000;
alignas(4096) unsigned char area[area_bytes];
constexpr unsigned char untouched = 0xa5;
alignas(4096) unsigned char beyond[4096];

constexpr Word nowhere = 0x7000'0000'0000;
constexpr Word kernel_address = 0xffff'8000'0000'0000;

Word volatile receiver_raw;
Word volatile delivered;
Word volatile refused;

class Random : public l4::Random {
public:
    using l4::Random::Random;

    /// What may be part of a string item or buffer, or nonsense.
    Word word() {
        auto const header = StringHeader::of(below(3000), static_cast<unsigned>(1 + below(4)));
        switch (below(16)) {
        case 0:
            return ~Word{0};
        case 1:
            return next();
        case 2:
            return nowhere;
        case 3:
            return kernel_address;
        case 4:
            return 0;
        case 5:
            return StringHeader::of(below(100), 32).raw();
        case 6:
            return header.continued().raw();
        case 7:
            return header.followed().raw();
        case 8:
        case 9:
        case 10:
            return header.raw();
        default:
            return flat::address_of(area) + below(area_bytes / 2);
        }
    }

    /// Of a list of simple strings: register `index` from 0 on.
    Word orderly_word(unsigned index) {
        Word const header = StringHeader::of(below(3000)).followed().raw();
        return index % 2 == 0 ? header : flat::address_of(area) + below(area_bytes / 2);
    }
};

void no_waiting_for_pages() {
    l4::my_utcb().transfer_timeouts = l4::Timeouts{Time::zero(), Time::zero()}.raw();
}

void send_random_strings() {
    l4::touch_image();
    no_waiting_for_pages();
    Random random(88172645463325252);
    auto& registers = l4::my_utcb().message_registers;
    for (unsigned i = 0; i < message_count; ++i) {
        bool const is_orderly = random.below(2) == 0;
        auto const untyped = static_cast<unsigned>(is_orderly ? 0 : random.below(3));
        auto const typed =
            static_cast<unsigned>(is_orderly ? 2 * random.below(4) : random.below(60));
        for (unsigned index = 0; index < untyped + typed; ++index)
            registers[1 + index] = is_orderly ? random.orderly_word(index) : random.word();
        registers[0] = MessageTag(payload_label, untyped, typed).raw();
        bool const is_sent = l4::send(ThreadId(receiver_raw), Time::milliseconds(20)).is_ok();
        Word volatile& count = is_sent ? delivered : refused;
        count = count + 1;
    }
    tell_root(1);
    rest();
}

void receive_random_strings() {
    l4::touch_image();
    no_waiting_for_pages();
    Random random(362436069);
    l4::Utcb& utcb = l4::my_utcb();
    tell_root(1);
    for (;;) {
        utcb.accept_strings(Fpage::nil());
        bool const is_orderly = random.below(2) == 0;
        for (unsigned index = 1; index < l4::Utcb::buffer_register_count; ++index)
            utcb.buffer_register(index) =
                is_orderly ? random.orderly_word(index - 1) : random.word();
        static_cast<void>(l4::wait().is_ok());
    }
}

} // namespace

void test_random_strings(Suite& suite) {
    for (unsigned char& each : beyond)
        each = untouched;
    delivered = 0;
    refused = 0;
    Helper const receiver(receive_random_strings, Home::own_space);
    receiver_raw = receiver.id().raw();
    bool is_done = word_from(receiver) == 1;
    Helper const sender(send_random_strings, Home::own_space);
    is_done = is_done && word_from(sender) == 1;
    suite.check(is_done && delivered + refused == message_count,
                "random string items and buffers are survived");
    suite.check(delivered > 100 && refused > 100, "some random strings arrive, and some do not");
    bool is_kept = true;
    for (unsigned char const each : beyond)
        is_kept = is_kept && each == untouched;
    suite.check(is_kept, "nothing is written beside the buffers");
}

} // namespace l4test
