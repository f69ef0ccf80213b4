// SPDX-License-Identifier: BSD-2-Clause
// Tests of numbers, keys and permissions of System V's IPC.
#include <unix/ipc/ipc_table.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace flat::unix::ipc {
namespace {

struct Some : IpcObject {};

Credentials user(u32 id, u32 group) {
    Credentials as;
    as.user = {id, id, id, id};
    as.group = {group, group, group, group};
    return as;
}

TEST(UnixIpcTable, a_number_is_not_given_again_soon) {
    IpcTable<Some> table;
    Some first, second;
    ASSERT_TRUE(table.add(first));
    u32 const id = first.id;
    EXPECT_EQ(table.find(id).value(), &first);
    table.remove(first);
    EXPECT_EQ(table.find(id).error(), Errno::einval);
    ASSERT_TRUE(table.add(second));
    EXPECT_NE(second.id, id);
    EXPECT_EQ(table.find(id).error(), Errno::eidrm);
    EXPECT_EQ(table.find(~0u).error(), Errno::einval);
}

TEST(UnixIpcTable, there_are_so_many_at_most) {
    IpcTable<Some> table;
    std::vector<std::unique_ptr<Some>> all;
    for (u32 i = 0; i < table.places_max; ++i)
        ASSERT_TRUE(table.add(*all.emplace_back(std::make_unique<Some>())));
    Some more;
    EXPECT_FALSE(table.add(more));
    EXPECT_EQ(table.count(), u32{table.places_max});
    EXPECT_EQ(table.last(), table.places_max - 1);
    table.remove(*all[3]);
    EXPECT_TRUE(table.add(more));
    EXPECT_EQ(table.at(3), &more);
}

TEST(UnixIpcTable, a_key_leads_to_one_object) {
    IpcTable<Some> table;
    Credentials const owner = user(5, 6);
    Some object;
    EXPECT_EQ(table.find_key(9, 0, owner).error(), Errno::enoent);
    EXPECT_EQ(table.find_key(9, makes, owner).value(), nullptr);
    object.begin(9, makes | 0640, owner);
    ASSERT_TRUE(table.add(object));
    EXPECT_EQ(table.find_key(9, 0600, owner).value(), &object);
    EXPECT_EQ(table.find_key(9, makes | makes_alone, owner).error(), Errno::eexist);
    EXPECT_EQ(table.find_key(private_key, 0, owner).value(), nullptr);
    EXPECT_EQ(table.find_key(9, 0400, user(7, 6)).value(), &object);
    EXPECT_EQ(table.find_key(9, 0600, user(7, 6)).error(), Errno::eacces);
    EXPECT_EQ(table.find_key(9, 0400, user(7, 8)).error(), Errno::eacces);
    EXPECT_EQ(table.find_key(9, 0600, user(0, 0)).value(), &object);
}

TEST(UnixIpcTable, states_are_told_by_number_and_by_place) {
    IpcTable<Some> table;
    Some object;
    object.begin(9, 0600, user(5, 6));
    ASSERT_TRUE(table.add(object));
    EXPECT_EQ(table.told(object.id, Named::by_number, user(5, 6)).value(), &object);
    EXPECT_EQ(table.told(object.id + (1 << 15), Named::by_number, user(5, 6)).error(),
              Errno::eidrm);
    EXPECT_EQ(table.told(0, Named::by_place, user(5, 6)).value(), &object);
    EXPECT_EQ(table.told(0, Named::by_place, user(7, 8)).error(), Errno::eacces);
    EXPECT_EQ(table.told(0, Named::by_place_for_all, user(7, 8)).value(), &object);
    EXPECT_EQ(table.told(1, Named::by_place_for_all, user(0, 0)).error(), Errno::einval);
    EXPECT_EQ(named(tells, 15), Named::by_number);
    EXPECT_EQ(named(15, 15), Named::by_place_for_all);
    EXPECT_EQ(named(13, 15), Named::by_place);
}

TEST(UnixIpcTable, an_object_is_changed_by_those_who_govern_it) {
    IpcTable<Some> table;
    Some object;
    object.begin(9, 0600, user(5, 6));
    ASSERT_TRUE(table.add(object));
    EXPECT_EQ(table.governed(object.id, user(5, 6)).value(), &object);
    EXPECT_EQ(table.governed(object.id, user(7, 6)).error(), Errno::eperm);
    EXPECT_EQ(table.governed(7, user(0, 0)).error(), Errno::einval);
}

TEST(UnixIpcTable, owner_and_creator_govern_an_object) {
    Some object;
    object.begin(9, 0600, user(5, 6));
    IpcPermissions wanted = {};
    wanted.key = 1;
    wanted.owner = 7;
    wanted.mode = 01777;
    object.set(wanted);
    EXPECT_TRUE(object.is_governed_by(user(5, 6)));
    EXPECT_TRUE(object.is_governed_by(user(7, 6)));
    EXPECT_TRUE(object.is_governed_by(user(0, 0)));
    EXPECT_FALSE(object.is_governed_by(user(8, 8)));
    EXPECT_EQ(object.permissions.key, 9);
    EXPECT_EQ(object.permissions.mode, 0777u);
}

} // namespace
} // namespace flat::unix::ipc
