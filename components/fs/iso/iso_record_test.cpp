// SPDX-License-Identifier: BSD-2-Clause
#include <fs/iso/iso_record.hpp>

#include <fs/iso/iso_time.hpp>
#include <fs/iso/testing.hpp>
#include <gtest/gtest.h>

using namespace flat;
using namespace flat::fs::iso;
using namespace flat::fs::iso::testing;

namespace {

std::string plain(std::string const& recorded) {
    u8 room[32];
    u32 const size = plain_name(Text(recorded.data(), recorded.size()), room);
    return std::string(room, room + size);
}

} // namespace

TEST(IsoRecord, has_what_was_written) {
    Bytes const bytes = record("README.;1", 0, {'R', 'R', 4, 1});
    auto const found = read_record(span_of(bytes));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->bytes, bytes.size());
    EXPECT_EQ(found->first_block, 23u);
    EXPECT_EQ(found->content_bytes, 4096u);
    EXPECT_EQ(found->recorded_ns, 946'724'400'000'000'000); // 11:00 universal time
    EXPECT_TRUE(found->name == "README.;1");
    EXPECT_EQ(found->system_use.size(), 4u);
    EXPECT_FALSE(found->is_directory || found->is_hidden || found->goes_on || found->is_own());
}

TEST(IsoRecord, has_flags) {
    EXPECT_TRUE(read_record(span_of(record("A", 2)))->is_directory);
    EXPECT_TRUE(read_record(span_of(record("A", 4)))->is_hidden);
    EXPECT_TRUE(read_record(span_of(record("A", 0x80)))->goes_on);
    EXPECT_TRUE(read_record(span_of(record(std::string(1, '\1'), 2)))->is_own());
}

TEST(IsoRecord, that_contradicts_itself_is_none) {
    Bytes bytes = record("NAME", 0);
    for (usize size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(read_record(span_of(bytes).first(size))) << size;
    EXPECT_FALSE(read_record(span_of(Bytes(2048))));
    bytes[32] = 200; // a name that is longer than its record
    EXPECT_FALSE(read_record(span_of(bytes)));
    bytes[32] = 0;
    EXPECT_FALSE(read_record(span_of(bytes)));
}

TEST(IsoRecord, names_lose_version_empty_extension_and_capitals) {
    EXPECT_EQ(plain("README.TXT;1"), "readme.txt");
    EXPECT_EQ(plain("MAKEFILE.;1"), "makefile");
    EXPECT_EQ(plain("DIRECTORY"), "directory");
    EXPECT_EQ(plain(";1"), "");
}

TEST(IsoTime, is_that_of_the_calendar) {
    u8 const leap[] = {124, 2, 29, 23, 59, 59, 0};
    EXPECT_EQ(short_time_ns(leap), 1'709'251'199'000'000'000);
    u8 const before_1970[] = {69, 12, 31, 0, 0, 0, 0};
    EXPECT_EQ(short_time_ns(before_1970), -86'400'000'000'000);
    std::string const digits = "2000010112000050";
    Bytes const bytes = text({}, digits) + Bytes{u8(-4)};
    EXPECT_EQ(long_time_ns(span_of(bytes)), 946'731'600'500'000'000);
}

TEST(IsoTime, what_nanoseconds_do_not_reach_is_as_far_as_they_do) {
    Bytes const year_9999 = text({}, "9999010100000000") + Bytes{0};
    EXPECT_EQ(long_time_ns(span_of(year_9999)), 9'200'000'000'000'000'000);
    Bytes const year_0 = text({}, "0000010100000000") + Bytes{0};
    EXPECT_EQ(long_time_ns(span_of(year_0)), -9'200'000'000'000'000'000);
}
