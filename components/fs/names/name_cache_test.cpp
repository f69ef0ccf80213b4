// SPDX-License-Identifier: BSD-2-Clause
// Tests of names that were looked up lately.
#include <fs/names/name_cache.hpp>

#include <fs/nodes/directory_node.hpp>
#include <fs/ram/ram_volume.hpp>
#include <fs/testing.hpp>

#include <gtest/gtest.h>

namespace flat::fs {
namespace {

using testing::Code;
using Kind = Node::Kind;
using std::nullopt;

constexpr u32 names_max = 512;

class NoObjects final : public memory::Objects {
public:
    Result<vaddr, memory::MemoryError> allocate(usize) override {
        return memory::MemoryError{memory::MemoryError::Code::out_of_memory};
    }
    void free(vaddr, usize) override { ADD_FAILURE(); }
};

/// A file system whose cache of names is to be seen.
class FsNameCache : public ::testing::Test {
protected:
    FsNameCache() : root(*narrow_to<DirectoryNode>(*root_hold)) {}
    ~FsNameCache() override {
        root_hold.take(nullptr);
        volume.end_all();
        EXPECT_EQ(volume.names().count(), 0u);
    }

    CachedName const* known(std::string const& name) {
        return volume.names().find(root, Text(name.data(), name.size()));
    }
    Node* look(std::string const& name) {
        auto const found = root.lookup(testing::span_of(name));
        if (found.is_error()) {
            EXPECT_EQ(found.error().code, Code::not_found);
            return nullptr;
        }
        found.value()->release();
        return found.value();
    }
    Node* make(std::string const& name, Kind kind = Kind::file) {
        Node* const made = root.create(testing::span_of(name), {kind, 0755, 0, 0, 0}).value();
        made->release();
        return made;
    }

    testing::Kernel kernel;
    RamVolume volume{{.objects = kernel.objects,
                      .pages = kernel.pages,
                      .frames = kernel.frames,
                      .threads = kernel.threads,
                      .clock = nullptr}};
    Holding<Directory> root_hold{volume.root().value()};
    DirectoryNode& root;
};

TEST_F(FsNameCache, knows_what_was_looked_up_until_that_changes) {
    Node* const made = make("a");
    EXPECT_EQ(known("a"), nullptr);
    EXPECT_EQ(look("a"), made);
    ASSERT_NE(known("a"), nullptr);
    EXPECT_EQ(static_cast<Node*>(known("a")->node), made);
    EXPECT_EQ(look("a"), made);
    ASSERT_TRUE(root.unlink(testing::span_of("a")).is_ok());
    EXPECT_EQ(known("a"), nullptr);
    EXPECT_EQ(look("a"), nullptr);
}

TEST_F(FsNameCache, knows_what_was_not_there_until_it_is) {
    EXPECT_EQ(look("a"), nullptr);
    ASSERT_NE(known("a"), nullptr);
    EXPECT_EQ(known("a")->node, nullptr);
    EXPECT_EQ(look("a"), nullptr);
    Node* const made = make("a");
    EXPECT_EQ(look("a"), made);
    EXPECT_EQ(look("b"), nullptr);
    ASSERT_TRUE(root.link(testing::span_of("b"), *made).is_ok());
    EXPECT_EQ(look("b"), made);
    EXPECT_EQ(look("c"), nullptr);
    root.create_link(testing::span_of("c"), testing::span_of("a"), {}).value()->release();
    EXPECT_NE(look("c"), nullptr);
}

TEST_F(FsNameCache, renaming_changes_both_names_and_what_was_replaced) {
    Node* const moved = make("a");
    Node* const replaced = make("b");
    EXPECT_EQ(look("a"), moved);
    EXPECT_EQ(look("b"), replaced);
    EXPECT_EQ(look("c"), nullptr);
    ASSERT_TRUE(root.rename(testing::span_of("a"), root, testing::span_of("b")).is_ok());
    EXPECT_EQ(look("a"), nullptr);
    EXPECT_EQ(look("b"), moved);
    ASSERT_TRUE(root.rename(testing::span_of("b"), root, testing::span_of("c")).is_ok());
    EXPECT_EQ(look("b"), nullptr);
    EXPECT_EQ(look("c"), moved);
}

TEST_F(FsNameCache, a_directory_ends_with_all_that_is_known_in_it) {
    make("d", Kind::directory);
    {
        Holding<Node> held(root.lookup(testing::span_of("d")).value());
        EXPECT_TRUE(narrow_to<Directory>(*held)->lookup(testing::span_of("x")).is_error());
        EXPECT_EQ(volume.names().count(), 2u);
        ASSERT_TRUE(root.remove_directory(testing::span_of("d")).is_ok());
        EXPECT_TRUE(narrow_to<Directory>(*held)->lookup(testing::span_of("x")).is_error());
        EXPECT_TRUE(narrow_to<Directory>(*held)->lookup(testing::span_of("y")).is_error());
    }
    EXPECT_EQ(volume.names().count(), 0u);
}

TEST_F(FsNameCache, own_names_and_bad_ones_are_not_known) {
    EXPECT_NE(look("."), nullptr);
    EXPECT_NE(look(".."), nullptr);
    EXPECT_EQ(testing::code_of(root.lookup(testing::span_of("a/b"))), Code::invalid);
    EXPECT_EQ(testing::code_of(root.lookup(testing::span_of(std::string(256, 'a')))),
              Code::name_too_long);
    EXPECT_EQ(testing::code_of(root.lookup({})), Code::not_found);
    EXPECT_EQ(volume.names().count(), 0u);
}

TEST_F(FsNameCache, names_of_all_lengths_that_differ_in_one_byte_are_told_apart) {
    std::vector<std::pair<std::string, Node*>> made;
    for (usize size : {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 255}) {
        std::string name(size, 'n');
        made.emplace_back(name, make(name));
        for (usize i = 0; i < size; i += 5) {
            name[i] = 'm';
            made.emplace_back(name, make(name));
            name[i] = 'n';
        }
    }
    for (u32 round = 0; round < 2; ++round)
        for (auto const& [name, node] : made)
            EXPECT_EQ(look(name), node) << name;
    EXPECT_EQ(volume.names().count(), made.size());
}

TEST_F(FsNameCache, is_bounded_and_keeps_what_is_asked_for) {
    Node* const asked = make("asked");
    EXPECT_EQ(look("asked"), asked);
    for (u32 i = 0; i < 5 * names_max; ++i) {
        EXPECT_EQ(look("n" + std::to_string(i)), nullptr);
        EXPECT_NE(known("asked"), nullptr);
    }
    EXPECT_EQ(volume.names().count(), names_max);
}

TEST_F(FsNameCache, without_memory_nothing_is_known) {
    NoObjects none;
    NameCache cache(none, names_max);
    cache.enter(root, "a", nullptr);
    EXPECT_EQ(cache.find(root, "a"), nullptr);
    EXPECT_EQ(cache.count(), 0u);
}

} // namespace
} // namespace flat::fs
