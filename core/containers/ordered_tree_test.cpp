// SPDX-License-Identifier: BSD-2-Clause
// Tests of ordered trees.
#include <core/containers/ordered_tree.hpp>

#include <core/text.hpp>

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace flat {
namespace {

struct Element {
    explicit Element(u64 number) : number(number) {}
    u64 key() const { return number; }

    u64 number;
    TreeLink<Element> link;
};

using Tree = OrderedTree<Element, &Element::link, &Element::key>;

TEST(OrderedTree, has_nothing_at_first) {
    Tree tree;
    EXPECT_TRUE(tree.is_empty());
    EXPECT_EQ(tree.find(0), nullptr);
    EXPECT_EQ(tree.first_from(0), nullptr);
    EXPECT_EQ(tree.first(), nullptr);
}

TEST(OrderedTree, finds_by_key_and_by_bound_up_to_the_greatest_number) {
    Tree tree;
    Element low(0), middle(1000), high(~u64{0});
    for (Element* each : {&middle, &high, &low})
        tree.insert(*each);
    EXPECT_EQ(tree.find(1000), &middle);
    EXPECT_EQ(tree.find(999), nullptr);
    EXPECT_EQ(tree.first_from(1), &middle);
    EXPECT_EQ(tree.first_from(1001), &high);
    EXPECT_EQ(tree.first_from(~u64{0}), &high);
    tree.remove(high);
    EXPECT_EQ(tree.first_from(1001), nullptr);
    tree.insert(high); // an element that left may come again
    EXPECT_EQ(tree.first_from(1001), &high);
}

TEST(OrderedTree, goes_from_the_first_to_the_last) {
    Tree tree;
    Element low(0), middle(1000), high(~u64{0});
    for (Element* each : {&middle, &high, &low})
        tree.insert(*each);
    EXPECT_EQ(tree.first(), &low);
    EXPECT_EQ(tree.first_above(0), &middle);
    EXPECT_EQ(tree.first_above(999), &middle);
    EXPECT_EQ(tree.first_above(1000), &high);
    EXPECT_EQ(tree.first_above(~u64{0}), nullptr);
}

struct Word {
    Text key() const { return text; }

    Text text;
    TreeLink<Word> link = {};
};

TEST(OrderedTree, is_sorted_by_texts_as_well) {
    OrderedTree<Word, &Word::link, &Word::key> tree;
    Word two{"two"}, one{"one"}, on{"on"};
    for (Word* each : {&two, &one, &on})
        tree.insert(*each);
    EXPECT_EQ(tree.find("one"), &one);
    EXPECT_EQ(tree.find("o"), nullptr);
    EXPECT_EQ(tree.first(), &on);
    EXPECT_EQ(tree.first_above("on"), &one);
    EXPECT_EQ(tree.first_above("one"), &two);
}

TEST(OrderedTree, does_what_an_ordered_map_does) {
    std::mt19937_64 random(7);
    std::map<u64, std::unique_ptr<Element>> model;
    Tree tree;
    for (int step = 0; step < 20'000; ++step) {
        u64 const key = random() % 500;
        auto const found = model.find(key);
        if (found == model.end()) {
            tree.insert(*model.emplace(key, std::make_unique<Element>(key)).first->second);
        } else {
            tree.remove(*found->second);
            model.erase(found);
        }
        u64 const bound = random() % 510;
        auto const expected = model.lower_bound(bound);
        EXPECT_EQ(tree.first_from(bound),
                  expected == model.end() ? nullptr : expected->second.get());
    }
    EXPECT_EQ(tree.is_empty(), model.empty());
}

/// Keys in order make a list of a tree that nothing balances; a million steps would not end here.
TEST(OrderedTree, stays_shallow_when_keys_come_in_order) {
    constexpr u64 count = 100'000;
    std::vector<std::unique_ptr<Element>> elements;
    Tree tree;
    for (u64 i = 0; i < count; ++i)
        tree.insert(*elements.emplace_back(std::make_unique<Element>(i)));
    for (u64 i = 0; i < count; ++i)
        ASSERT_EQ(tree.find(i), elements[i].get());
    for (auto const& each : elements)
        tree.remove(*each);
    EXPECT_TRUE(tree.is_empty());
}

} // namespace
} // namespace flat
