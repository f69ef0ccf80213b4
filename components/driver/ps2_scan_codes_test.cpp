// SPDX-License-Identifier: BSD-2-Clause
// Tests of scan codes.
#include <driver/ps2_scan_codes.hpp>

#include <gtest/gtest.h>
#include <initializer_list>
#include <random>
#include <set>

namespace flat::driver {
namespace {

KeyChange last_of(ScanCodes& codes, std::initializer_list<int> bytes) {
    KeyChange last;
    for (int const byte : bytes)
        last = codes.next(u8(byte));
    return last;
}

TEST(ScanCodes, of_one_byte_say_which_key_went_down_or_up) {
    ScanCodes codes;
    EXPECT_EQ(codes.next(0x1e), (KeyChange{4, true})); // A
    EXPECT_EQ(codes.next(0x9e), (KeyChange{4, false}));
    EXPECT_EQ(codes.next(0x1c), (KeyChange{40, true}));  // Enter
    EXPECT_EQ(codes.next(0x39), (KeyChange{44, true}));  // space
    EXPECT_EQ(codes.next(0x58), (KeyChange{69, true}));  // F12
    EXPECT_EQ(codes.next(0x36), (KeyChange{229, true})); // right Shift
}

TEST(ScanCodes, with_a_prefix_mean_other_keys) {
    ScanCodes codes;
    EXPECT_EQ(last_of(codes, {0xe0, 0x48}), (KeyChange{82, true}));
    EXPECT_EQ(last_of(codes, {0xe0, 0xc8}), (KeyChange{82, false}));
    EXPECT_EQ(codes.next(0x48), (KeyChange{96, true}));                         // 8 of the digits
    EXPECT_EQ(last_of(codes, {0xe0, 0x2a, 0xe0, 0x37}), (KeyChange{70, true})); // Print
}

TEST(ScanCodes, of_pause_are_long) {
    ScanCodes codes;
    EXPECT_EQ(last_of(codes, {0xe1, 0x1d}), KeyChange{});
    EXPECT_EQ(codes.next(0x45), (KeyChange{72, true}));
    EXPECT_EQ(last_of(codes, {0xe1, 0x9d, 0xc5}), (KeyChange{72, false}));
    EXPECT_EQ(codes.next(0x1e), (KeyChange{4, true}));
}

TEST(ScanCodes, that_nobody_has_mean_nothing) {
    ScanCodes codes;
    for (int const byte : {0x00, 0x54, 0x7f, 0xff, 0x59}) {
        EXPECT_EQ(codes.next(u8(byte)), KeyChange{}) << byte;
        EXPECT_TRUE(codes.was_unknown());
    }
    EXPECT_EQ(last_of(codes, {0xe0, 0x01}), KeyChange{});
    EXPECT_TRUE(codes.was_unknown());
}

TEST(ScanCodes, after_a_lost_byte_are_understood_again) {
    ScanCodes codes;
    EXPECT_EQ(last_of(codes, {0xe0, 0xe0}), KeyChange{}); // a prefix whose code got lost
    EXPECT_TRUE(codes.was_unknown());
    EXPECT_EQ(codes.next(0x4b), (KeyChange{80, true}));
    (void)last_of(codes, {0xe1, 0x1d, 0x1e});          // one that was lost makes a wrong key,
    EXPECT_EQ(codes.next(0x1e), (KeyChange{4, true})); // and no more
}

TEST(ScanCodes, are_different_for_different_keys) {
    std::set<int> keys;
    for (int byte = 1; byte < 0x80; ++byte) {
        ScanCodes codes;
        KeyChange const plain = codes.next(u8(byte));
        if (plain.key != 0) {
            EXPECT_TRUE(keys.insert(plain.key).second) << byte;
        }
        ScanCodes again;
        KeyChange const extended = last_of(again, {0xe0, byte});
        if (extended.key != 0) {
            EXPECT_TRUE(keys.insert(extended.key).second) << byte;
        }
    }
    EXPECT_EQ(keys.size(), 105u); // those of a keyboard with a key between left Shift and Z
}

} // namespace
} // namespace flat::driver
