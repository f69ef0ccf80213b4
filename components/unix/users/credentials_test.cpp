// SPDX-License-Identifier: BSD-2-Clause
// Tests of what identities may become, and of what they allow.
#include <unix/credentials.hpp>

#include <gtest/gtest.h>

namespace flat::unix {
namespace {

using Kind = fs::Node::Kind;

constexpr u32 same = Identities::unchanged;

fs::Node::Attributes file(u32 mode, u32 owner, u32 group, Kind kind = Kind::file) {
    fs::Node::Attributes attributes = {};
    attributes.kind = kind;
    attributes.mode = mode;
    attributes.owner = owner;
    attributes.group = group;
    return attributes;
}

/// Of a user that is none of the superuser's.
Credentials user(u32 id, u32 group) {
    Credentials made;
    EXPECT_TRUE(made.group.set(group, true));
    EXPECT_TRUE(made.user.set(id, true));
    return made;
}

TEST(UnixCredentials, the_superuser_becomes_another_user_for_ever) {
    Identities ids;
    EXPECT_TRUE(ids.set(7, true));
    EXPECT_EQ(ids.real, 7u);
    EXPECT_EQ(ids.saved, 7u);
    EXPECT_EQ(ids.file, 7u);
    EXPECT_FALSE(ids.set(0, false));
    EXPECT_EQ(ids.effective, 7u);
    EXPECT_TRUE(ids.set(7, false));
}

TEST(UnixCredentials, others_go_to_and_fro_between_what_they_have) {
    Identities ids{1, 2, 2, 2};
    EXPECT_TRUE(ids.set(1, false));
    EXPECT_EQ(ids.effective, 1u);
    EXPECT_EQ(ids.file, 1u);
    EXPECT_TRUE(ids.set(2, false));
    EXPECT_FALSE(ids.set(3, false));
    EXPECT_EQ(ids.effective, 2u);
}

TEST(UnixCredentials, two_at_once_save_the_effective_one_with_a_new_real_one) {
    Identities ids{1, 2, 2, 2};
    EXPECT_TRUE(ids.set_both(same, 1, false)); // the real one: what is saved stays
    EXPECT_EQ(ids.saved, 2u);
    EXPECT_TRUE(ids.set_both(same, 2, false));
    EXPECT_TRUE(ids.set_both(2, 1, false)); // changes places
    EXPECT_EQ(ids.real, 2u);
    EXPECT_EQ(ids.effective, 1u);
    EXPECT_EQ(ids.saved, 1u);
    EXPECT_FALSE(ids.set_both(3, same, false));
    EXPECT_FALSE(ids.set_both(same, 3, false));
    EXPECT_TRUE(ids.set_both(3, 4, true));
    EXPECT_EQ(ids.saved, 4u);
}

TEST(UnixCredentials, three_at_once_are_set_all_or_none) {
    Identities ids{1, 2, 3, 2};
    EXPECT_FALSE(ids.set_all(3, 4, same, false));
    EXPECT_EQ(ids.real, 1u);
    EXPECT_TRUE(ids.set_all(3, 1, 2, false));
    EXPECT_EQ(ids.real, 3u);
    EXPECT_EQ(ids.effective, 1u);
    EXPECT_EQ(ids.saved, 2u);
    EXPECT_EQ(ids.file, 1u);
    EXPECT_TRUE(ids.set_all(same, same, same, false));
}

TEST(UnixCredentials, files_are_accessed_for_one_that_the_process_has) {
    Identities ids{1, 2, 3, 2};
    EXPECT_TRUE(ids.set_file(3, false));
    EXPECT_EQ(ids.effective, 2u);
    EXPECT_FALSE(ids.set_file(4, false));
    EXPECT_FALSE(ids.set_file(same, true));
    EXPECT_TRUE(ids.set_file(4, true));
    EXPECT_EQ(ids.file, 4u);
}

TEST(UnixCredentials, the_first_class_that_fits_decides) {
    Credentials const as = user(5, 6);
    EXPECT_TRUE(as.may(file(0700, 5, 6), reads | writes | executes));
    EXPECT_FALSE(as.may(file(0077, 5, 6), reads)); // the owner, though others may
    EXPECT_TRUE(as.may(file(0060, 1, 6), reads | writes));
    EXPECT_FALSE(as.may(file(0707, 1, 6), reads));
    EXPECT_TRUE(as.may(file(0004, 1, 1), reads));
    EXPECT_FALSE(as.may(file(0004, 1, 1), reads | writes));
    EXPECT_TRUE(as.may(file(0, 1, 1), 0));
}

TEST(UnixCredentials, other_groups_count_as_well) {
    Credentials as = user(5, 6);
    u32 const groups[] = {8, 9};
    as.set_groups(groups);
    EXPECT_TRUE(as.may(file(0040, 1, 9), reads));
    EXPECT_FALSE(as.may(file(0040, 1, 7), reads));
    EXPECT_EQ(as.groups().size(), 2u);
}

TEST(UnixCredentials, the_superuser_executes_what_somebody_may) {
    Credentials const root;
    EXPECT_TRUE(root.may(file(0, 5, 5), reads | writes));
    EXPECT_FALSE(root.may(file(0666, 5, 5), executes));
    EXPECT_TRUE(root.may(file(0001, 5, 5), executes));
    EXPECT_TRUE(root.may(file(0, 5, 5, Kind::directory), executes));
}

TEST(UnixCredentials, names_in_a_sticky_directory_are_their_owners_to_remove) {
    Credentials const as = user(5, 6);
    auto const sticky = file(01777, 0, 0, Kind::directory);
    EXPECT_TRUE(as.may_remove(sticky, file(0, 5, 0)));
    EXPECT_FALSE(as.may_remove(sticky, file(0666, 7, 6)));
    EXPECT_TRUE(as.may_remove(file(01777, 5, 0, Kind::directory), file(0, 7, 0)));
    EXPECT_TRUE(as.may_remove(file(0777, 0, 0, Kind::directory), file(0, 7, 0)));
    EXPECT_TRUE(Credentials().may_remove(sticky, file(0, 7, 0)));
}

TEST(UnixCredentials, signals_go_to_processes_of_the_same_user) {
    Credentials const as = user(5, 6);
    EXPECT_TRUE(as.may_signal(user(5, 9)));
    EXPECT_FALSE(as.may_signal(user(7, 6)));
    EXPECT_FALSE(as.may_signal(Credentials()));
    EXPECT_TRUE(Credentials().may_signal(as));
    Credentials started = user(5, 6);
    started.begin_program(file(04755, 0, 0)); // the process that has started it can end it
    EXPECT_TRUE(as.may_signal(started));
}

TEST(UnixCredentials, what_a_process_has_is_seen_by_who_is_all_of_its_users_and_groups) {
    Credentials const as = user(5, 6);
    EXPECT_TRUE(as.may_look_into(user(5, 6)));
    EXPECT_FALSE(as.may_look_into(user(7, 6)));
    EXPECT_FALSE(as.may_look_into(user(5, 7)));
    EXPECT_TRUE(Credentials().may_look_into(as));
    EXPECT_FALSE(as.may_look_into(Credentials()));
    for (auto const each : {&Identities::real, &Identities::effective, &Identities::saved}) {
        Credentials other = user(5, 6);
        other.user.*each = 0;
        EXPECT_FALSE(as.may_look_into(other));
        other = user(5, 6);
        other.group.*each = 0;
        EXPECT_FALSE(as.may_look_into(other));
    }
}

TEST(UnixCredentials, what_a_process_has_is_its_own_until_its_next_program_after_it_was_another) {
    Credentials const as = user(5, 6);
    Credentials other = user(5, 6);
    other.begin_program(file(04755, 0, 0));
    EXPECT_FALSE(as.may_look_into(other));
    EXPECT_TRUE(other.user.set(5, true));
    EXPECT_FALSE(as.may_look_into(other));
    other.begin_program(file(0755, 0, 0));
    EXPECT_TRUE(as.may_look_into(other));
}

TEST(UnixCredentials, a_program_acts_for_its_owner_if_its_mode_says_so) {
    Credentials as = user(5, 6);
    as.begin_program(file(0755, 0, 0));
    EXPECT_EQ(as.user.effective, 5u);
    EXPECT_FALSE(as.is_secure());
    as.begin_program(file(02745, 1, 8)); // only locks are meant without the bit to execute
    EXPECT_EQ(as.group.effective, 6u);
    as.begin_program(file(06755, 7, 8));
    EXPECT_EQ(as.user.real, 5u);
    EXPECT_EQ(as.user.effective, 7u);
    EXPECT_EQ(as.user.saved, 7u);
    EXPECT_EQ(as.user.file, 7u);
    EXPECT_EQ(as.group.effective, 8u);
    EXPECT_TRUE(as.is_secure());
    EXPECT_FALSE(as.as_real().may(file(0600, 7, 8), reads)); // access(2) asks for the starter
    EXPECT_TRUE(as.may(file(0600, 7, 8), reads));
}

} // namespace
} // namespace flat::unix
