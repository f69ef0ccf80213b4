// SPDX-License-Identifier: BSD-2-Clause
// Tests of intrusive lists.
#include <core/containers/list.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat {
namespace {

struct Element {
    explicit Element(char name) : name(name) {}

    char name;
    ListLink<Element> link;
    ListLink<Element> other_link;
};

using List = IntrusiveList<Element, &Element::link>;
using OtherList = IntrusiveList<Element, &Element::other_link>;

class CoreList : public testing::Test {
protected:
    static std::string names(auto const& list) {
        std::string all;
        for (Element& each : list)
            all += each.name;
        return all;
    }

    List list;
    Element a{'a'}, b{'b'}, c{'c'};
};

TEST_F(CoreList, an_empty_list_has_neither_first_nor_last_nor_anything_to_walk_over) {
    EXPECT_TRUE(list.is_empty());
    EXPECT_EQ(list.first(), nullptr);
    EXPECT_EQ(list.last(), nullptr);
    EXPECT_EQ(list.pop_front(), nullptr);
    list.rotate();
    EXPECT_EQ(names(list), "");
}

TEST_F(CoreList, elements_are_walked_over_in_their_order) {
    list.push_back(b);
    list.push_back(c);
    list.push_front(a);
    EXPECT_EQ(names(list), "abc");
    EXPECT_EQ(list.first(), &a);
    EXPECT_EQ(list.last(), &c);
    EXPECT_EQ(list.after(a), &b);
    EXPECT_EQ(list.after(c), nullptr);
    EXPECT_EQ(list.before(b), &a);
    EXPECT_EQ(list.before(a), nullptr);
}

TEST_F(CoreList, any_element_can_be_removed_and_is_unlinked_then) {
    for (Element* removed : {&a, &b, &c}) {
        List all;
        all.push_back(a);
        all.push_back(b);
        all.push_back(c);
        all.remove(*removed);
        EXPECT_FALSE(removed->link.is_linked());
        std::string expected = "abc";
        expected.erase(expected.find(removed->name), 1);
        EXPECT_EQ(names(all), expected);
        while (all.pop_front())
            ;
    }
}

TEST_F(CoreList, the_only_element_leaves_an_empty_list) {
    list.push_back(a);
    EXPECT_TRUE(a.link.is_linked());
    EXPECT_EQ(list.last(), &a);
    EXPECT_EQ(list.pop_front(), &a);
    EXPECT_TRUE(list.is_empty());
    list.push_back(a);
    EXPECT_EQ(names(list), "a");
}

TEST_F(CoreList, rotating_makes_the_first_element_the_last) {
    list.push_back(a);
    list.push_back(b);
    list.push_back(c);
    list.rotate();
    EXPECT_EQ(names(list), "bca");
}

TEST_F(CoreList, an_element_can_be_in_several_lists) {
    OtherList other;
    list.push_back(a);
    list.push_back(b);
    other.push_back(b);
    other.push_back(a);
    list.remove(b);
    EXPECT_EQ(names(list), "a");
    EXPECT_EQ(names(other), "ba");
}

TEST_F(CoreList, linking_twice_and_removing_what_is_not_linked_is_found_out) {
    EXPECT_EXIT(list.remove(a), testing::ExitedWithCode(101), "is_linked");
    list.push_back(a);
    EXPECT_EXIT(list.push_back(a), testing::ExitedWithCode(101), "is_linked");
}

} // namespace
} // namespace flat
