// SPDX-License-Identifier: BSD-2-Clause
// Tests of messages of the dynamic host configuration protocol.
#include <net/dhcp/message.hpp>

#include <net/dhcp/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::dhcp {
namespace {

using namespace testing;

Reply read(Bytes const& bytes) {
    return read_reply({bytes.data(), bytes.size()}, number, hardware);
}

TEST(NetDhcpMessage, a_request_says_who_asks_for_what) {
    u8 bytes[request_bytes];
    Request{.kind = Kind::request,
            .number = number,
            .hardware = hardware,
            .seconds = 3,
            .wanted = 0x0a000009,
            .server = 0x0a000001}
        .write(bytes);
    Bytes const message(bytes, bytes + request_bytes);
    EXPECT_EQ(first(message, 16), hex("01010600 11223344 0003 8000 00000000"));
    EXPECT_EQ(first(after(message, 28), 16), hex("525400123456 00000000000000000000"));
    EXPECT_EQ(first(after(message, 236), 40),
              hex("63825363 350103 3d0701525400123456 32040a000009 36040a000001 39020240 "
                  "37050103063a3bff"));
}

TEST(NetDhcpMessage, a_client_with_an_address_is_answered_there) {
    u8 bytes[request_bytes];
    Request{.kind = Kind::request, .number = 1, .hardware = hardware, .own = 0x0a000009}.write(
        bytes);
    EXPECT_EQ(first(after(Bytes(bytes, bytes + request_bytes), 10), 6), hex("0000 0a000009"));
}

TEST(NetDhcpMessage, an_answer_has_address_times_and_servers) {
    Reply const reply = read(answer(Kind::offer, usual_options));
    Reply const expected{.kind = Kind::offer,
                         .server = 0x0a000001,
                         .address = 0x0a000009,
                         .prefix_bits = 24,
                         .gateway = 0x0a0000fe,
                         .name_server = 0x0a000035,
                         .lifetime_s = 800,
                         .renewal_s = 400,
                         .rebinding_s = 700};
    EXPECT_EQ(reply, expected);
    Reply const told =
        read(answer(Kind::acknowledged, usual_options + hex("3a0400000064 3b04000000c8")));
    EXPECT_EQ(told.renewal_s, 100u);
    EXPECT_EQ(told.rebinding_s, 200u);
    EXPECT_EQ(read(answer(Kind::refused, hex("36040a000001"))).kind, Kind::refused);
}

TEST(NetDhcpMessage, times_that_cannot_be_are_put_in_order) {
    Reply const late = read(answer(Kind::offer, usual_options + hex("3a0400001000 3b0400002000")));
    EXPECT_EQ(late.renewal_s, 400u);
    EXPECT_EQ(late.rebinding_s, 700u);
    Reply const crossed =
        read(answer(Kind::offer, usual_options + hex("3a0400000200 3b0400000100")));
    EXPECT_EQ(crossed.renewal_s, 256u);
    EXPECT_EQ(crossed.rebinding_s, 256u);
    Reply const endless = read(answer(Kind::offer, hex("36040a000001 3304ffffffff 0104ffffff00")));
    EXPECT_EQ(endless.lifetime_s, forever_s);
    EXPECT_LT(endless.renewal_s, endless.rebinding_s);
}

TEST(NetDhcpMessage, without_a_mask_the_network_is_the_addresss_class) {
    EXPECT_EQ(read(answer(Kind::offer, hex("36040a000001 330400000320"))).prefix_bits, 8u);
    EXPECT_EQ(read(answer(Kind::offer, hex("36040a000001 330400000320"), 0xc0a80009)).prefix_bits,
              24u);
}

TEST(NetDhcpMessage, options_may_lie_where_names_are_not) {
    Bytes message = answer(Kind::offer, hex("340103"));
    Bytes const in_file = hex("36040a000001 ff");
    Bytes const in_name = hex("00 0104ffff0000 330400000320 ff");
    std::copy(in_file.begin(), in_file.end(), message.begin() + 108);
    std::copy(in_name.begin(), in_name.end(), message.begin() + 44);
    Reply const reply = read(message);
    EXPECT_EQ(reply.kind, Kind::offer);
    EXPECT_EQ(reply.prefix_bits, 16u);
    EXPECT_EQ(reply.server, 0x0a000001u);
    message[242] = 1; // the file only: what is said of the time is missing
    EXPECT_EQ(read(answer(Kind::offer, hex("340101"))).kind, Kind::malformed);
}

TEST(NetDhcpMessage, answers_to_others_are_foreign) {
    for (usize const place : {0u, 1u, 2u, 4u, 33u}) {
        Bytes bytes = answer(Kind::offer, usual_options);
        bytes[place] ^= 1;
        EXPECT_EQ(read(bytes).kind, Kind::foreign) << place;
    }
}

TEST(NetDhcpMessage, what_is_wrong_in_form_is_no_answer) {
    Bytes const right = answer(Kind::offer, usual_options);
    for (usize size = 0; size < 240; size += 13)
        EXPECT_EQ(read(first(right, size)).kind, Kind::malformed) << size;
    EXPECT_EQ(read(right + Bytes(576)).kind, Kind::malformed);
    Bytes other_cookie = right;
    other_cookie[239] ^= 1;
    EXPECT_EQ(read(other_cookie).kind, Kind::malformed);
    for (char const* const options :
         {"330400000320 0104ffffff00",              // no server
          "36040a000001 0104ffffff00",              // no time
          "36040a000001 330400000000",              // none at all
          "36040a000001 330400000320 0104ff00ff00", // a mask with a hole
          "36040a000001 330400000320 0104ffffffff", // a network of one
          "36040a000001 33030003",                  // a number that is too short
          "36040a000001 330400000320 03050a00000101", "36040a000001 330400000320 06ff0a000001",
          "36040a000001 330400000320 01"})
        EXPECT_EQ(read(answer(Kind::offer, hex(options))).kind, Kind::malformed) << options;
    for (u32 const address : {0u, 0x0a000000u, 0x0a0000ffu, 0x7f000001u, 0xe0000001u, 0xffffffffu})
        EXPECT_EQ(read(answer(Kind::offer, usual_options, address)).kind, Kind::malformed);
    EXPECT_EQ(read(answer(Kind::discover, usual_options)).kind, Kind::malformed);
    EXPECT_EQ(read(answer(Kind(0), usual_options)).kind, Kind::malformed);
}

} // namespace
} // namespace flat::net::dhcp
