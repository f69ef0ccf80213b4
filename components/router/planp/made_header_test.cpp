// SPDX-License-Identifier: BSD-2-Clause
// Tests of the headers that programs make.
#include <router/planp/made_header.hpp>

#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::router::planp {
namespace {

using net::testing::Bytes;
using net::testing::hex;

Bytes made(Header header, std::vector<u64> const& numbers, Bytes const& content = {}) {
    EXPECT_EQ(numbers.size(), made_header(header).count);
    u16 const sum = folded(sum_of(content.data(), static_cast<u32>(content.size())));
    Bytes bytes(slot_bytes, 0xff);
    write_header(header, numbers.data(), bytes.data(), sum, static_cast<u32>(content.size()));
    for (usize i = bytes_min(header); i < slot_bytes; ++i)
        EXPECT_EQ(bytes[i], 0) << "what was there is gone";
    return net::testing::first(bytes, bytes_min(header));
}

TEST(RouterPlanpMadeHeader, fields_are_where_the_standards_have_them) {
    EXPECT_EQ(made(Header::ether, {0x0200'0000'0009, 0x0200'0000'0001, 0x806}),
              hex("020000000009 020000000001 0806"));
    EXPECT_EQ(made(Header::arp, {2, 0x0200'0000'0001, 0x0a00'0001, 0x0200'0000'0009, 0x0a00'0003}),
              hex("0001 0800 06 04 0002 020000000001 0a000001 020000000009 0a000003"));
    EXPECT_EQ(made(Header::ip, {0x0a00'0001, 0x0a00'0003, 17, 64, 10}),
              hex("4500001e 00004000 4011 26cc 0a000001 0a000003"));
}

TEST(RouterPlanpMadeHeader, checksums_sum_up_what_follows_and_addresses) {
    Bytes const content{1, 2, 3};
    EXPECT_EQ(made(Header::icmp, {0, 0, 0x1234, 5}, content), hex("0000 e9c4 1234 0005"));
    Bytes const udp = made(Header::udp, {1024, 9, 0x0a00'0001, 0x0a00'0003}, content);
    EXPECT_EQ(udp, hex("0400 0009 000b e3c9"));
    Bytes const tcp =
        made(Header::tcp, {80, 1024, 7, 8, 0x12, 512, 0x0a00'0001, 0x0a00'0003}, content);
    EXPECT_EQ(net::testing::first(tcp, 16), hex("0050 0400 00000007 00000008 5012 0200"));
    u32 const addresses = 0x0a00 + 0x0001 + 0x0a00 + 0x0003;
    u32 const header = sum_of(tcp.data(), 20, sum_of(content.data(), 3));
    EXPECT_EQ(folded(header + addresses + 6 + 23), 0xffff);
}

TEST(RouterPlanpMadeHeader, a_number_is_cut_to_its_field) {
    EXPECT_EQ(made(Header::ether, {~u64{0}, 0, 0x1'0806}), hex("ffffffffffff 000000000000 0806"));
}

} // namespace
} // namespace flat::router::planp
