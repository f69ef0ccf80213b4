// SPDX-License-Identifier: BSD-2-Clause
#include <fs/iso/rock_ridge.hpp>

#include <fs/iso/testing.hpp>
#include <gtest/gtest.h>

using namespace flat;
using namespace flat::fs::iso;
using namespace flat::fs::iso::testing;

namespace {

std::string target_of(Bytes const& area) {
    u8 room[64];
    RockRidge fields(room);
    EXPECT_TRUE(fields.read(span_of(area)).is_ok());
    return std::string(room, room + fields.target_size());
}

Bytes part(u8 flags, std::string const& name = {}) {
    return text({flags, static_cast<u8>(name.size())}, name);
}

Bytes link(u8 flags, Bytes const& parts) {
    return field("SL", Bytes{flags} + parts);
}

} // namespace

TEST(RockRidge, has_attributes_and_times) {
    Bytes const times{0x0e, 100, 1, 1, 0, 0, 0, 0, 100, 1, 2, 0, 0, 0, 0, 100, 1, 3, 0, 0, 0, 0};
    Bytes const area = numbers("PX", {0100644, 2, 1000, 100}) + field("TF", times);
    RockRidge fields;
    ASSERT_TRUE(fields.read(span_of(area)).is_ok());
    EXPECT_EQ(fields.attributes()->mode, 0100644u);
    EXPECT_EQ(fields.attributes()->links, 2u);
    EXPECT_EQ(fields.attributes()->owner, 1000u);
    EXPECT_EQ(fields.attributes()->group, 100u);
    i64 const day = 86'400'000'000'000;
    EXPECT_EQ(*fields.accessed_ns() - *fields.modified_ns(), day);
    EXPECT_EQ(*fields.changed_ns() - *fields.modified_ns(), 2 * day);
}

TEST(RockRidge, names_go_on_in_further_fields_up_to_what_a_name_can_be) {
    RockRidge fields;
    Bytes const area = field("NM", text({1}, "a long ")) + field("NM", text({0}, "name"));
    ASSERT_TRUE(fields.read(span_of(area)).is_ok());
    EXPECT_TRUE(fields.name() == "a long name");
    RockRidge full;
    for (int i = 0; i < 3; ++i)
        ASSERT_TRUE(full.read(span_of(field("NM", text({1}, std::string(200, 'x'))))).is_ok());
    EXPECT_EQ(full.name().size(), 255u);
}

TEST(RockRidge, paths_are_put_together) {
    EXPECT_EQ(target_of(link(0, part(8) + part(0, "usr") + part(0, "bin"))), "/usr/bin");
    EXPECT_EQ(target_of(link(0, part(4) + part(2) + part(0, "x"))), ".././x");
    EXPECT_EQ(target_of(link(1, part(1, "be")) + link(0, part(0, "gin") + part(0, "y"))),
              "begin/y");
}

TEST(RockRidge, a_path_without_room_has_its_size) {
    RockRidge fields;
    ASSERT_TRUE(fields.read(span_of(link(0, part(0, "twelve bytes")))).is_ok());
    EXPECT_EQ(fields.target_size(), 12u);
}

TEST(RockRidge, devices_are_numbered_as_linux_does) {
    RockRidge fields;
    ASSERT_TRUE(fields.read(span_of(numbers("PN", {0, 0x0801}))).is_ok());
    EXPECT_EQ(fields.device(), 0x801u);
    ASSERT_TRUE(fields.read(span_of(numbers("PN", {4, 300}))).is_ok());
    EXPECT_EQ(fields.device(), 0x10'042cu);
}

TEST(RockRidge, directories_that_were_too_deep_are_elsewhere) {
    RockRidge fields;
    Bytes const area = numbers("CL", {77}) + numbers("PL", {33}) + field("RE", {});
    ASSERT_TRUE(fields.read(span_of(area)).is_ok());
    EXPECT_EQ(fields.moved_here(), 77u);
    EXPECT_EQ(fields.moved_from(), 33u);
    EXPECT_TRUE(fields.is_moved_away());
}

TEST(RockRidge, fields_go_on_elsewhere_and_end_where_they_say) {
    RockRidge fields;
    Bytes const area = numbers("CE", {30, 10, 99}) + field("ST", {}) + numbers("CL", {77});
    auto const next = fields.read(span_of(area));
    ASSERT_TRUE(next.is_ok());
    EXPECT_EQ(next.value().block, 30u);
    EXPECT_EQ(next.value().offset, 10u);
    EXPECT_EQ(next.value().bytes, 99u);
    EXPECT_EQ(fields.moved_here(), 0u);
}

TEST(RockRidge, a_field_without_end_is_refused) {
    Bytes area = field("NM", text({0}, "name"));
    for (u8 const bytes : {0, 3, 10, 255}) {
        area[2] = bytes;
        RockRidge fields;
        EXPECT_TRUE(fields.read(span_of(area)).is_error()) << int(bytes);
    }
}

TEST(RockRidge, is_there_if_the_root_says_so) {
    EXPECT_EQ(*skipped_bytes(span_of(field("SP", {0xbe, 0xef, 15}))), 15u);
    EXPECT_FALSE(skipped_bytes(span_of(field("SP", {0xbe, 0xee, 0}))));
    EXPECT_FALSE(skipped_bytes({}));
}
