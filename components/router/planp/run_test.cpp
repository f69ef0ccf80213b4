// SPDX-License-Identifier: BSD-2-Clause
// Tests of what programs do with packets.
#include <router/planp/run.hpp>

#include <net/testing.hpp>
#include <router/planp/testing.hpp>

#include <gtest/gtest.h>

namespace flat::router::planp {
namespace {

using net::testing::Bytes;
using net::testing::hex;
using testing::ether;
using testing::field;

Bytes const ether_header = hex("020000000009 020000000001 0800");
Bytes const ip_header = hex("4500001e 00000000 4011 66cc 0a000001 0a000003");
Bytes const udp_header = hex("0400 0009 000a 1234");

/// Registers: the packet of Ethernet, three numbers, a table, two headers, three numbers.
struct RouterPlanpRun : ::testing::Test {
    testing::Draft draft;
    std::vector<u64> words;
    std::vector<u64> memory;
    Form form;
    planp::Run run;
    Packet packet;
    net::testing::TestBuffers buffers{4};
    Message message{buffers.pool()};
    u8 scratch[headers_bytes_max];
    testing::FakeSurroundings surroundings;

    RouterPlanpRun() {
        u8 const number = Type::number;
        draft.tables = {{1, 1, {}, 64}};
        draft.states = {{number, {}, 5}, {Type::table(1, 1), {}, 0}};
        draft.channels = {{Header::ether,
                           {ether, Type::blob, number, number, number, Type::table(1, 1), ether,
                            ether, number, number},
                           {}}};
    }

    void begin(std::vector<Instruction> code) {
        draft.channels[0].code = std::move(code);
        words = draft.words();
        auto const checked = Form::check(testing::bytes_of(words));
        ASSERT_TRUE(checked.is_ok()) << reason(checked.error().code);
        form = checked.value();
        memory.assign(planp::Run::table_words(form), 0);
        run.begin(form, memory.data());
    }

    bool arrive(Bytes const& bytes, u32 port = 1) {
        message = buffers.message(bytes);
        if (!packet.read(message, scratch)) return false;
        return run.run(form, {packet, message, port, surroundings});
    }
};

constexpr Instruction finish{Opcode::finish, 0, 0, 0, 0};

TEST_F(RouterPlanpRun, a_changed_state_is_what_the_next_packet_finds_unless_the_program_fails) {
    begin({{Opcode::state_get, 2, 0, 0, 0},
           {Opcode::constant, 3, 0, 0, 1},
           {Opcode::add, 2, 2, 3, 0},
           {Opcode::state_set, 2, 0, 0, 0},
           {Opcode::constant, 3, 0, 0, 7},
           {Opcode::equal, 4, 2, 3, 0},
           {Opcode::jump_if_zero, 4, 0, 0, 8},
           {Opcode::fail, 0, 0, 0, 0},
           {Opcode::send, 2, 0, 0, 0},
           finish});
    ASSERT_TRUE(arrive(ether_header));
    EXPECT_EQ(run.departures()[0].port, 6u);
    EXPECT_FALSE(arrive(ether_header));
    EXPECT_EQ(run.departures().size(), 0u);
    EXPECT_FALSE(arrive(ether_header)) << "6 is still the state";
}

TEST_F(RouterPlanpRun, a_table_gives_back_what_was_put_in_and_a_missing_key_jumps) {
    begin({{Opcode::load, 2, 0, 0, field(Header::ether, 6, 6)},
           {Opcode::table_get, 3, 5, 2, 4},
           {Opcode::send, 3, 0, 0, 0},
           finish,
           {Opcode::port, 3, 0, 0, 0},
           {Opcode::table_set, 3, 5, 2, 0},
           finish});
    ASSERT_TRUE(arrive(ether_header, 1));
    EXPECT_EQ(run.departures().size(), 0u);
    ASSERT_TRUE(arrive(ether_header, 0));
    ASSERT_EQ(run.departures().size(), 1u);
    EXPECT_EQ(run.departures()[0].port, 1u);
}

TEST_F(RouterPlanpRun, a_header_is_changed_in_a_copy) {
    begin({{Opcode::constant, 2, 0, 0, 0x11223344},
           {Opcode::constant_high, 2, 0, 0, 0x5566},
           {Opcode::store, 6, 0, 2, field(Header::ether, 0, 6)},
           {Opcode::load, 3, 0, 0, field(Header::ether, 0, 6)},
           {Opcode::state_set, 3, 0, 0, 0},
           {Opcode::blob_none, 1, 0, 0, 0},
           {Opcode::move, 7, 6, 0, 0},
           finish});
    ASSERT_TRUE(arrive(ether_header));
}

TEST_F(RouterPlanpRun, a_division_by_zero_jumps) {
    begin({{Opcode::constant, 2, 0, 0, 9},
           {Opcode::divide, 2, 2, 3, 3},
           finish,
           {Opcode::fail, 0, 0, 0, 0}});
    EXPECT_FALSE(arrive(ether_header));
}

TEST_F(RouterPlanpRun, checksums_follow_what_is_changed) {
    u8 const ip = Type::of(Header::ip);
    u8 const udp = Type::of(Header::udp);
    draft.channels[0].pattern = Header::udp;
    draft.channels[0].types = {ether, ip, udp, Type::blob, Type::number, Type::number, ip, udp, ip};
    begin({{Opcode::load, 4, 1, 0, field(Header::ip, 12, 4)},
           {Opcode::constant, 5, 0, 0, 0xc0a80001},
           {Opcode::store, 6, 1, 5, field(Header::ip, 12, 4, 0)},
           {Opcode::adjust, 7, 2, 4, field(Header::udp, 0, 0, 1)},
           {Opcode::constant, 4, 0, 0, 63},
           {Opcode::store, 8, 6, 4, field(Header::ip, 8, 1, 2)},
           {Opcode::move, 1, 8, 0, 0},
           {Opcode::move, 2, 7, 0, 0},
           {Opcode::send_others, 0, 0, u8(Header::udp), 0},
           finish});
    using net::testing::operator+;
    ASSERT_TRUE(arrive(ether_header + ip_header + udp_header + Bytes{1, 2}));
    Departure const& out = run.departures()[0];
    EXPECT_TRUE(out.to_others);
    Bytes const changed(out.places[1], out.places[1] + 20);
    EXPECT_EQ(changed, hex("4500001e 00000000 3f11 b123 c0a80001 0a000003"));
    u32 sum = 0;
    for (usize i = 0; i < 20; i += 2)
        sum += load_big_endian_u16(changed.data() + i);
    EXPECT_EQ((sum & 0xffff) + (sum >> 16), 0xffffu);
    EXPECT_NE(load_big_endian_u16(out.places[2] + 6), 0x1234u);
    EXPECT_EQ(out.content.offset(), 42u);
    EXPECT_EQ(out.content.bytes(), 2u);
}

TEST_F(RouterPlanpRun, bytes_that_there_are_not_are_not_read_or_cut_out) {
    begin({{Opcode::load, 2, 0, 0, field(Header::ether, 12, 2)},
           {Opcode::blob_load, 3, 1, 2, 2 << 16 | 6},
           {Opcode::send, 3, 0, 0, 0},
           {Opcode::constant, 3, 0, 0, 3},
           {Opcode::blob_part, 1, 1, 2, 6},
           {Opcode::send, 3, 0, 0, 0},
           finish});
    using net::testing::operator+;
    Bytes const head = hex("020000000009 020000000001 0002");
    ASSERT_TRUE(arrive(head + Bytes{1, 2, 3, 4, 5}));
    ASSERT_EQ(run.departures().size(), 2u);
    EXPECT_EQ(run.departures()[0].port, 0x304u);
    EXPECT_EQ(run.departures()[1].content.offset(), 16u);
    EXPECT_EQ(run.departures()[1].content.bytes(), 3u);
    ASSERT_TRUE(arrive(head + Bytes{1, 2, 3}));
    EXPECT_EQ(run.departures().size(), 0u) << "there is half of the number";
    ASSERT_TRUE(arrive(hex("020000000009 020000000001 ffff") + Bytes(5, 1)));
    EXPECT_EQ(run.departures().size(), 0u);
}

TEST_F(RouterPlanpRun, bytes_are_made_and_sent) {
    begin({{Opcode::constant, 2, 0, 0, 1},
           {Opcode::constant, 3, 0, 0, 2},
           {Opcode::blob_thin, 1, 1, 2, 1 << 16 | 5},
           {Opcode::send_others, 0, 0, 0, 0},
           finish,
           {Opcode::fail, 0, 0, 0, 0}});
    using net::testing::operator+;
    ASSERT_TRUE(arrive(ether_header + Bytes{1, 2, 3, 4, 5}));
    Departure const& out = run.departures()[0];
    EXPECT_EQ(Bytes(out.made, out.made + out.content.bytes()), (Bytes{1, 3, 5}));
}

TEST_F(RouterPlanpRun, a_header_is_made_of_numbers_and_of_what_the_router_is) {
    begin({{Opcode::constant, 3, 0, 0, 1},
           {Opcode::port_address, 2, 3, 0, 0},
           {Opcode::now, 4, 0, 0, 0},
           {Opcode::move, 3, 4, 0, 0},
           {Opcode::make, 6, 2, 0, field(Header::ether, 0, 0)},
           {Opcode::move, 0, 6, 0, 0},
           {Opcode::arrived, 1, 0, 0, 0},
           {Opcode::send_others, 0, 0, 0, 0},
           finish});
    surroundings.ms = 0x1234;
    ASSERT_TRUE(arrive(ether_header));
    Departure const& out = run.departures()[0];
    EXPECT_EQ(Bytes(out.places[0], out.places[0] + 14), hex("020000000101 000000001234 1234"));
    EXPECT_EQ(out.content.word(), Blob(0, 14).word());
}

TEST(RouterPlanpPacket, what_is_not_a_whole_header_is_none) {
    using net::testing::operator+;
    net::testing::TestBuffers buffers(4);
    auto const innermost = [&](Bytes const& bytes) {
        Message const message = buffers.message(bytes);
        u8 scratch[headers_bytes_max];
        Packet packet;
        EXPECT_EQ(packet.read(message, scratch), bytes.size() >= 14);
        return packet.innermost;
    };
    Bytes const whole = ether_header + ip_header + udp_header + Bytes{1, 2};
    EXPECT_EQ(innermost(whole), Header::udp);
    for (usize size = 0; size < whole.size(); ++size)
        EXPECT_EQ(innermost(net::testing::first(whole, size)), Header::ether) << size;
    Bytes fragment = whole;
    fragment[14 + 7] = 1;
    EXPECT_EQ(innermost(fragment), Header::ip);
    Bytes other = whole;
    other[14] = 0x65;
    EXPECT_EQ(innermost(other), Header::ether);
    other[14] = 0x44;
    EXPECT_EQ(innermost(other), Header::ether);
    Bytes const arp = hex("ffffffffffff 020000000001 0806 0001 0800 06 04 0001") + Bytes(20, 1);
    EXPECT_EQ(innermost(arp), Header::arp);
    EXPECT_EQ(innermost(net::testing::first(arp, arp.size() - 1)), Header::ether);
}

} // namespace
} // namespace flat::router::planp
