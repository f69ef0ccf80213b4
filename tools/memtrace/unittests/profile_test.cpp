// SPDX-License-Identifier: BSD-2-Clause
extern "C" {
#include "../profile.h"
}

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

namespace {

constexpr uint64_t object = 0x1000;

class ProfileTest : public testing::Test {
protected:
    void SetUp() override {
        profile.objects = &objects;
        ObjectRecord record{};
        record.size_bytes = 64;
        record.first = object;
        record.count = 1;
        record.stride_bytes = 64;
        std::strcpy(record.name, "Thing");
        ASSERT_TRUE(profile_take(&profile, &record));
    }
    void TearDown() override {
        sequences_destroy(&profile.sequences[0]);
        std::free(profile.sequences);
        std::free(profile.recorders);
        object_map_destroy(&objects);
    }

    void read(uint32_t offset) { profile_access(&profile, object + offset, 8, false); }

    ObjectMap objects{};
    Profile profile{};
};

TEST_F(ProfileTest, an_invocation_is_what_the_kernel_does_between_two_users) {
    profile_enter(&profile, 1);
    read(0);
    ASSERT_TRUE(profile_leave(&profile));
    read(8);
    ASSERT_EQ(profile.sequences[0].count, 1u);
    EXPECT_EQ(profile.sequences[0].all[0].entry, 1u);
    EXPECT_EQ(profile.sequences[0].all[0].count, 1u);
}

TEST_F(ProfileTest, without_users_it_is_what_lies_between_two_marks) {
    ASSERT_TRUE(profile_leave(&profile)); // firmware is no user
    profile_enter(&profile, 1);
    read(0); // by the start, which is none
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(profile_mark(&profile, 7));
        read(8);
        profile_enter(&profile, 2);
        ASSERT_TRUE(profile_mark(&profile, 9));
        profile_enter(&profile, 3);
        read(16);
    }
    EXPECT_EQ(profile.invocations, 2u);
    ASSERT_EQ(profile.sequences[0].count, 1u);
    Sequence const& found = profile.sequences[0].all[0];
    EXPECT_EQ(found.entry, 7u);
    EXPECT_EQ(found.times, 2u);
    ASSERT_EQ(found.count, 1u);
    EXPECT_EQ(found.accesses[0].offset, 8u);
}

TEST_F(ProfileTest, marks_are_only_marks_once_a_user_has_run) {
    ASSERT_TRUE(profile_mark(&profile, 7));
    ASSERT_TRUE(profile_leave(&profile));
    profile_enter(&profile, 1);
    read(0);
    ASSERT_TRUE(profile_mark(&profile, 9));
    read(8);
    ASSERT_TRUE(profile_leave(&profile));
    ASSERT_EQ(profile.sequences[0].count, 1u);
    EXPECT_EQ(profile.sequences[0].all[0].entry, 1u);
    EXPECT_EQ(profile.sequences[0].all[0].count, 2u);
}

TEST_F(ProfileTest, a_user_may_follow_an_even_number_of_marks) {
    ASSERT_TRUE(profile_mark(&profile, 7));
    read(8);
    ASSERT_TRUE(profile_mark(&profile, 9));
    ASSERT_TRUE(profile_leave(&profile));
    profile_enter(&profile, 1);
    read(0);
    ASSERT_TRUE(profile_leave(&profile));
    EXPECT_EQ(profile.invocations, 2u);
    ASSERT_EQ(profile.sequences[0].count, 2u);
    EXPECT_EQ(profile.sequences[0].all[0].entry, 7u);
    EXPECT_EQ(profile.sequences[0].all[1].entry, 1u);
}

} // namespace
