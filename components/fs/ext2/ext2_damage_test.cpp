// SPDX-License-Identifier: BSD-2-Clause
// Whatever a disk says, reading and changing it does no harm and ends.
#include <fs/ext2/testing.hpp>

#include <random>

namespace flat::fs::ext2 {
namespace {

using block::testing::pattern;
using testing::Bytes;
using testing::write_file;
using Kind = Node::Kind;

/// Goes through everything that can be reached, as far as that makes sense.
class Visitor {
public:
    void visit(Directory& directory, u32 depth) {
        u8 name[Directory::name_max];
        for (u64 place = 0;;) {
            auto const entry = directory.next(place, name);
            if (entry.is_error() || entry.value().name_bytes == 0 || ++visited_ > 500) return;
            ASSERT_GT(entry.value().next, place);
            place = entry.value().next;
            auto const found =
                directory.lookup(Span<u8 const>(name).first(entry.value().name_bytes));
            if (found.is_error()) continue;
            Holding<Node> node(found.value());
            visit_node(*node, depth);
        }
    }

private:
    void visit_node(Node& node, u32 depth) {
        (void)node.attributes();
        u8 room[5000];
        if (auto* const link = narrow_to<SymbolicLink>(node)) (void)link->target(room);
        if (auto* const file = narrow_to<File>(node)) {
            for (u64 const offset : {0, 12'000, 300'000})
                (void)file->read(offset, room);
            (void)file->write(13'000, room);
            (void)file->truncate(100);
        }
        auto* const directory = narrow_to<Directory>(node);
        if (!directory || depth == 4) return;
        auto const made = directory->create(fs::testing::span_of("new"), {});
        if (made.is_ok()) made.value()->release();
        (void)directory->unlink(fs::testing::span_of("a"));
        (void)directory->rename(fs::testing::span_of("new"), *directory,
                                fs::testing::span_of("newer"));
        visit(*directory, depth + 1);
    }

    u32 visited_ = 0;
};

/// Half of the bytes are changed in what says where everything lies.
void damage(Bytes& image, std::mt19937& random) {
    for (u32 i = 0, count = 1 + random() % 8; i < count; ++i) {
        usize const range = random() % 2 ? 8 * 1024 : 150 * 1024;
        u8& byte = image[1024 + random() % range];
        byte = random() % 2 ? u8(random()) : u8(byte ^ 1 << random() % 8);
    }
}

TEST(FsExt2Damage, damaged_disks_do_no_harm) {
    u32 const seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    std::mt19937 random(seed);
    testing::Folder folder;
    std::filesystem::create_directories(folder.path + "/d/e/f");
    for (char const* const each : {"/a", "/d/a", "/d/e/a"})
        write_file(folder.path + each, pattern(20'000));
    write_file(folder.path + "/large", pattern(330'000));
    std::filesystem::create_symlink(std::string(90, 'x'), folder.path + "/link");
    testing::Machine machine;
    machine.format("1M -b 1024 -N 64", folder.path);
    Bytes const good = machine.disk.contents;
    u32 mounted = 0;
    for (u32 round = 0; round < 150; ++round) {
        machine.disk.contents = good;
        damage(machine.disk.contents, random);
        auto const failure = machine.mount(round % 4 == 0);
        if (failure) continue;
        ++mounted;
        Visitor().visit(machine.paths->root(), 0);
        ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
        EXPECT_EQ(machine.unmount(), std::nullopt) << "seed " << seed;
    }
    EXPECT_GT(mounted, 50u);
}

TEST(FsExt2Damage, a_node_that_is_there_is_not_made_anew_whatever_its_bitmap_says) {
    testing::Folder folder;
    write_file(folder.path + "/a", pattern(100));
    testing::Machine machine;
    machine.format("1M -b 1024", folder.path);
    Bytes& image = machine.disk.contents;
    usize const bitmap = usize(image[2048 + 4] | image[2048 + 5] << 8) * 1024;
    ASSERT_EQ(machine.mount(), std::nullopt);
    u64 const number = machine.paths->attributes("/a").number;
    ASSERT_EQ(machine.unmount(), std::nullopt);
    image[bitmap + (number - 1) / 8] &= u8(~(1 << (number - 1) % 8));
    ASSERT_EQ(machine.mount(false), std::nullopt);
    EXPECT_EQ(machine.paths->make("/b", Kind::file), FsError::Code::corrupt);
    EXPECT_EQ(machine.paths->make("/b", Kind::file), std::nullopt);
    EXPECT_EQ(machine.paths->read("/a"), pattern(100));
    EXPECT_EQ(machine.unmount(), std::nullopt);
}

} // namespace
} // namespace flat::fs::ext2
