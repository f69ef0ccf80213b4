// SPDX-License-Identifier: BSD-2-Clause
// What the kernel interface page says of every kernel.
#include <api/interface_page.hpp>

#include <abi/testing.hpp>

#include <cstring>
#include <gtest/gtest.h>
#include <string_view>

namespace flat::api {
namespace {

class ApiInterfacePage : public ::testing::Test {
protected:
    u64 word(u32 index) { return pointer_to<u64>(page.address())[index]; }

    abi::testing::FakeFrames frames;
    InterfacePage page{{.frames = frames}, {}};
};

TEST_F(ApiInterfacePage, is_one_frame_that_the_kernel_sees) {
    EXPECT_EQ(frames.taken.size(), 1u);
    EXPECT_EQ(page.address(), address_of(machine::physical_to_virtual(page.frame())));
}

TEST_F(ApiInterfacePage, begins_as_the_manual_says) {
    char const magic[] = {'L', '4', '\xe6', 'K'};
    EXPECT_EQ(std::memcmp(pointer_to<char>(page.address()), magic, sizeof magic), 0);
    EXPECT_EQ(word(1) >> 24, 0x84u); // version X.2
    EXPECT_EQ(word(2), 4u);          // 64 bits, little endian
}

TEST_F(ApiInterfacePage, describes_utcbs_and_pages) {
    EXPECT_EQ(word(42) & 0x3ff, 1u);                 // UTCBs have a multiple of...
    EXPECT_EQ(word(42) >> 10 & 0x3f, 10u);           // ...2^10 bytes, aligned so,
    EXPECT_EQ(word(42) >> 16 & 0x3f, 12u);           // in areas of at least 4 KiB
    EXPECT_EQ(word(43) & 0x3f, 12u);                 // the area of this page
    EXPECT_EQ(word(50), u64{1 << 12 | 1 << 21 | 7}); // page sizes and rights
    EXPECT_EQ(word(51) & 0xffff, 0u);                // processors - 1
}

TEST_F(ApiInterfacePage, names_the_kernel_where_it_says_so) {
    auto const* const description = pointer_to<char>(page.address() + word(3));
    EXPECT_EQ(std::string_view(description + 32), "Flatland L4 X.2");
}

TEST_F(ApiInterfacePage, has_no_bytes_of_earlier_owners_of_its_frame) {
    u8 const* const bytes = pointer_to<u8>(page.address());
    EXPECT_TRUE(std::all_of(bytes + 2048, bytes + 4096, [](u8 byte) { return byte == 0; }));
}

} // namespace
} // namespace flat::api
