// SPDX-License-Identifier: BSD-2-Clause
// Tests of the options of packets.
#include <net/packet_options.hpp>

#include <net/ip/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net {
namespace {

using namespace ip::testing;

constexpr u32 own = 0x0a000002;
constexpr u64 now_ns = 7'000'000;

PacketOptions read(char const* digits) {
    return PacketOptions::read(span_of(hex(digits)));
}
Bytes bytes(PacketOptions const& options) {
    return {options.bytes().begin(), options.bytes().end()};
}
bool is_wanted(char const* digits) {
    return PacketOptions::wanted(span_of(hex(digits))).is_ok();
}
Bytes recorded(char const* digits) {
    PacketOptions options = read(digits);
    options.record(own, now_ns);
    return bytes(options);
}

TEST(NetPacketOptions, what_lies_about_its_length_and_what_follows_is_left_out) {
    EXPECT_EQ(bytes(read("01014e0400000000")), hex("01014e040000"));
    for (char const* const lie : {"014e06000000", "0107020000", "014401", "0144", "01830204"})
        EXPECT_EQ(bytes(read(lie)), hex("01"));
    EXPECT_TRUE(read("").is_empty());
    EXPECT_EQ(PacketOptions::read(span_of(Bytes(60, 1))).padded_bytes(), 40u);
}

TEST(NetPacketOptions, a_user_gives_no_options_that_make_no_sense) {
    EXPECT_TRUE(is_wanted(""));
    EXPECT_TRUE(is_wanted("0107070400000000"));
    EXPECT_TRUE(is_wanted("8307040a0000090000"));
    EXPECT_FALSE(is_wanted("8307080a000009"));               // it has begun
    EXPECT_FALSE(is_wanted("830304"));                       // it names nobody
    EXPECT_FALSE(is_wanted("83070400000000"));               // nor does this
    EXPECT_FALSE(is_wanted("8306040a0000"));                 // or a part of somebody
    EXPECT_FALSE(is_wanted("8307040a0000098907040a000009")); // two
    EXPECT_FALSE(is_wanted("0183"));
    EXPECT_FALSE(PacketOptions::wanted(span_of(Bytes(41, 1))).is_ok());
}

TEST(NetPacketOptions, a_source_route_begins_at_its_first_host_and_ends_at_the_other_end) {
    PacketOptions options = read("01830b040a0000090a00000a");
    EXPECT_EQ(options.begin_route(0x08080808), 0x0a000009u);
    EXPECT_EQ(bytes(options), hex("01830b040a00000a08080808"));
    EXPECT_FALSE(options.is_strict());
    EXPECT_TRUE(read("8907040a000009").is_strict());
    PacketOptions without = read("07070400000000");
    EXPECT_EQ(without.begin_route(0x08080808), 0u);
}

TEST(NetPacketOptions, the_reverse_route_has_the_hosts_that_were_passed) {
    EXPECT_EQ(bytes(read("890b0c0a0000090a00000a").reverse_route()), hex("890b040a00000a0a000009"));
    EXPECT_EQ(bytes(read("830b080a0000090a00000a").reverse_route()), hex("8307040a000009"));
    EXPECT_EQ(bytes(read("8307ff0a000009").reverse_route()), hex("8307040a000009"));
    for (char const* const nowhere : {"8307040a000009", "8307000a000009", "830304", "01"})
        EXPECT_TRUE(read(nowhere).reverse_route().is_empty());
    EXPECT_EQ(bytes(read("070708010101018307080a00000994040000").answered()),
              hex("8307040a00000907070801010101"));
}

TEST(NetPacketOptions, a_route_that_has_not_ended_is_under_way) {
    EXPECT_TRUE(read("830b080a0000090a00000a").is_under_way());
    EXPECT_FALSE(read("830b0c0a0000090a00000a").is_under_way());
    EXPECT_FALSE(read("07070400000000").is_under_way());
    PacketOptions route = read("8307080a00000994040000");
    route.forget_route();
    EXPECT_EQ(bytes(route), hex("0101010101010194040000"));
}

TEST(NetPacketOptions, hosts_record_their_addresses_and_times_while_there_is_room) {
    EXPECT_EQ(recorded("07070400000000"), hex("0707080a000002"));
    EXPECT_EQ(recorded("0707080a000009"), hex("0707080a000009"));
    EXPECT_EQ(recorded("07070300000000"), hex("07070300000000")); // in its own header
    EXPECT_EQ(recorded("4408050000000000"), hex("4408090080000007"));
    EXPECT_EQ(recorded("4408090080000001"), hex("4408091080000001"));
    EXPECT_EQ(recorded("440809f080000001"), hex("440809f080000001"));
    EXPECT_EQ(recorded("440c05010000000000000000"), hex("440c0d010a00000280000007"));
    EXPECT_EQ(recorded("440c05030a00000200000000"), hex("440c0d030a00000280000007"));
    EXPECT_EQ(recorded("440c05030a00000300000000"), hex("440c05030a00000300000000"));
    EXPECT_EQ(recorded("4408050200000000"), hex("4408050200000000"));
    PacketOptions arrived = read("070704000000004408050000000000");
    arrived.record_arrival(own, now_ns);
    EXPECT_EQ(bytes(arrived), hex("070704000000004408090080000007"));
}

TEST(NetPacketOptions, later_fragments_have_what_says_so) {
    EXPECT_EQ(bytes(read("01070704000000008307040a00000994040000").of_later_fragments()),
              hex("8307040a00000994040000"));
}

} // namespace
} // namespace flat::net
