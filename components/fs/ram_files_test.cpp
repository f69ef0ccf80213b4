// SPDX-License-Identifier: BSD-2-Clause
// Tests of a file system in memory, and so of what file systems of all formats have in common.
#include <fs/ram_files.hpp>

#include <flat/memory/user_space.hpp>
#include <fs/host/names/testing.hpp>
#include <fs/mounted_names.hpp>
#include <fs/testing.hpp>

namespace flat::fs {
namespace {

using domain::page_size;
using testing::Bytes;
using testing::Code;
using testing::code_of;
using testing::SomeFiles;
using testing::SomeNames;
using testing::span_of;
using Kind = Node::Kind;
using std::nullopt;

class FsRamFiles : public ::testing::Test {
protected:
    ~FsRamFiles() override { EXPECT_EQ(paths.root().attributes().links, directories + 2); }

    testing::Kernel kernel;
    SomeFiles files{kernel};
    SomeNames names{kernel, files};
    testing::Paths paths{names};
    u32 directories = 0; // that a test leaves in the root
};

TEST_F(FsRamFiles, a_file_is_what_was_written_to_it) {
    EXPECT_EQ(paths.make("/a", Kind::file), nullopt);
    Bytes const bytes = block::testing::pattern(10'000);
    EXPECT_EQ(paths.write("/a", 0, bytes), nullopt);
    EXPECT_EQ(paths.read("/a"), bytes);
    EXPECT_EQ(paths.read("/a", 4090, 20), Bytes(bytes.begin() + 4090, bytes.begin() + 4110));
    EXPECT_EQ(paths.read("/a", 10'000), Bytes());
    EXPECT_EQ(paths.write("/a", static_cast<u64>(File::end), {1, 2}), nullopt);
    EXPECT_EQ(paths.attributes("/a").size_bytes, 10'002u);
    EXPECT_EQ(paths.attributes("/a").sectors, 24u);
}

TEST_F(FsRamFiles, holes_are_zeros_and_so_is_what_was_cut_off_and_comes_back) {
    EXPECT_EQ(paths.make("/a", Kind::file), nullopt);
    EXPECT_EQ(paths.write("/a", 100'000, {7}), nullopt);
    EXPECT_EQ(paths.read("/a", 99'999), (Bytes{0, 7}));
    EXPECT_EQ(paths.attributes("/a").sectors, 8u);
    EXPECT_EQ(paths.write("/a", 0, Bytes(6000, 9)), nullopt);
    EXPECT_EQ(paths.truncate("/a", 5000), nullopt);
    EXPECT_EQ(paths.truncate("/a", 9000), nullopt);
    Bytes expected(5000, 9);
    expected.resize(9000);
    EXPECT_EQ(paths.read("/a"), expected);
    EXPECT_EQ(paths.truncate("/a", u64(1) << 50), Code::file_too_big);
    EXPECT_EQ(paths.write("/a", u64(1) << 50, {1}), Code::file_too_big);
}

TEST_F(FsRamFiles, a_program_that_shows_a_file_and_who_reads_it_see_the_same_page) {
    EXPECT_EQ(paths.make("/a", Kind::file), nullopt);
    EXPECT_EQ(paths.write("/a", 0, Bytes(5000, 1)), nullopt);
    Holding<Node> node(paths.node("/a").value());
    auto& file = *narrow_to<File>(*node);
    memory::UserSpace& space = *kernel.pages.create().value();
    constexpr u32 rights = hal::Mmu::read | hal::Mmu::write;
    ASSERT_TRUE(space.map(file, 0, 2, 0x40'0000, rights).is_ok());
    ASSERT_EQ(space.resolve(0x40'1000, rights).value(), 0u);
    auto* const shown =
        static_cast<u8*>(machine::physical_to_virtual(space.translate(0x40'1000).value()));
    shown[0] = 2;
    shown[page_size - 1] = 3; // past the end
    EXPECT_EQ(paths.read("/a", page_size, 1), Bytes{2});
    EXPECT_EQ(paths.truncate("/a", 20'000), nullopt);
    EXPECT_EQ(paths.read("/a", 2 * page_size - 1, 1), Bytes{0});
    EXPECT_EQ(paths.truncate("/a", 1), nullopt);
    EXPECT_TRUE(space.translate(0x40'1000).is_error());
    EXPECT_TRUE(space.resolve(0x40'1000, rights).is_error());
    space.release();
}

TEST_F(FsRamFiles, names_are_checked) {
    std::string const longest(255, 'x');
    EXPECT_EQ(paths.make("/" + longest, Kind::file), nullopt);
    EXPECT_EQ(paths.make("/" + longest + "x", Kind::file), Code::name_too_long);
    EXPECT_EQ(paths.make("/" + longest, Kind::directory), Code::exists);
    EXPECT_EQ(paths.make("/.", Kind::directory), Code::exists);
    EXPECT_EQ(paths.make("/b/c", Kind::file), Code::not_found);
    EXPECT_EQ(paths.make("/" + longest + "/c", Kind::file), Code::not_directory);
    EXPECT_EQ(code_of(paths.root().lookup(span_of("a/b"))), Code::invalid);
    EXPECT_EQ(code_of(paths.root().lookup(span_of(std::string(1, '\0')))), Code::invalid);
    EXPECT_EQ(code_of(paths.root().lookup(span_of(""))), Code::not_found);
    EXPECT_EQ(code_of(paths.root().lookup(span_of("none"))), Code::not_found);
}

TEST_F(FsRamFiles, names_have_any_bytes) {
    testing::make_names_of_any_bytes(paths, Directory::name_max);
    testing::expect_names_of_any_bytes(paths, Directory::name_max);
}

TEST_F(FsRamFiles, a_directory_has_many_names) {
    EXPECT_EQ(paths.make("/many", Kind::directory), nullopt);
    for (u32 i = 0; i < testing::many_names(); ++i)
        ASSERT_EQ(paths.make("/many/" + testing::one_of_many(i), Kind::file), nullopt);
    testing::use_many_names(paths);
    directories = 1;
}

TEST_F(FsRamFiles, a_node_lives_as_long_as_it_has_a_name_or_is_held) {
    EXPECT_EQ(paths.make("/a", Kind::file), nullopt);
    EXPECT_EQ(paths.link("/a", "/b"), nullopt);
    EXPECT_EQ(paths.attributes("/a").number, paths.attributes("/b").number);
    EXPECT_EQ(paths.attributes("/a").links, 2u);
    EXPECT_EQ(paths.write("/a", 0, {1, 2, 3}), nullopt);
    Holding<Node> node(paths.node("/a").value());
    EXPECT_EQ(paths.unlink("/a"), nullopt);
    EXPECT_EQ(paths.read("/b"), (Bytes{1, 2, 3}));
    EXPECT_EQ(paths.unlink("/b"), nullopt);
    EXPECT_EQ(node->attributes().links, 0u);
    EXPECT_EQ(code_of(paths.root().link(span_of("c"), *node)), Code::not_found);
    u8 room[8];
    EXPECT_EQ(narrow_to<File>(*node)->read(0, room).value(), 3u);
    EXPECT_NE(kernel.frames.taken_bytes(), 0u);
    node.take(nullptr);
    EXPECT_EQ(kernel.frames.taken_bytes(), 0u);
}

TEST_F(FsRamFiles, directories_are_removed_when_they_are_empty) {
    EXPECT_EQ(paths.make("/d", Kind::directory), nullopt);
    EXPECT_EQ(paths.attributes("/").links, 3u);
    EXPECT_EQ(paths.make("/d/e", Kind::directory), nullopt);
    EXPECT_EQ(paths.attributes("/d").links, 3u);
    EXPECT_EQ(paths.remove_directory("/d"), Code::not_empty);
    EXPECT_EQ(paths.unlink("/d"), Code::is_directory);
    EXPECT_EQ(paths.remove_directory("/d/."), Code::invalid);
    EXPECT_EQ(paths.link("/d", "/d2"), Code::is_directory);
    Holding<Node> held(paths.node("/d/e").value());
    EXPECT_EQ(paths.remove_directory("/d/e"), nullopt);
    EXPECT_EQ(paths.remove_directory("/d"), nullopt);
    auto& gone = *narrow_to<Directory>(*held);
    EXPECT_EQ(code_of(gone.create(span_of("x"), {})), Code::not_found);
    EXPECT_EQ(code_of(gone.lookup(span_of(".."))), Code::not_found);
    u8 room[255];
    EXPECT_EQ(gone.next(0, room).value().name_bytes, 0u);
}

TEST_F(FsRamFiles, names_move_by_the_rules) {
    directories = 1;
    for (char const* const each : {"/d", "/d/e", "/f"})
        EXPECT_EQ(paths.make(each, Kind::directory), nullopt);
    EXPECT_EQ(paths.make("/a", Kind::file), nullopt);
    EXPECT_EQ(paths.rename("/d", "/d/e/g"), Code::invalid);
    EXPECT_EQ(paths.rename("/d", "/a"), Code::not_directory);
    EXPECT_EQ(paths.rename("/a", "/d"), Code::is_directory);
    EXPECT_EQ(paths.rename("/f", "/d"), Code::not_empty);
    EXPECT_EQ(paths.rename("/none", "/d"), Code::not_found);
    EXPECT_EQ(paths.rename("/d/.", "/g"), Code::invalid);
    EXPECT_EQ(paths.rename("/f", "/d/e"), nullopt);
    EXPECT_EQ(paths.attributes("/d/e/..").number, paths.attributes("/d").number);
    EXPECT_EQ(paths.attributes("/d").links, 3u);
    EXPECT_EQ(paths.rename("/a", "/d/e/b"), nullopt);
    EXPECT_EQ(paths.rename("/d/e/b", "/d/e/b"), nullopt);
    EXPECT_EQ(paths.list("/d/e"), std::vector<std::string>{"b"});
}

TEST_F(FsRamFiles, an_iteration_meets_what_stays_once_whatever_else_happens) {
    for (char const each : std::string("abcdef"))
        EXPECT_EQ(paths.make(std::string("/") + each, Kind::file), nullopt);
    std::string met;
    u8 room[255];
    for (u64 place = 0;;) {
        auto const entry = paths.root().next(place, room).value();
        if (entry.name_bytes == 0) break;
        place = entry.next;
        char const name = static_cast<char>(room[0]);
        met += name;
        if (name == 'b') EXPECT_EQ(paths.unlink("/b"), nullopt);
        if (name == 'c') EXPECT_EQ(paths.unlink("/a"), nullopt);
    }
    EXPECT_EQ(met, "..abcdef");
}

TEST_F(FsRamFiles, what_is_said_of_a_node_is_kept) {
    EXPECT_EQ(paths.make("/a", Kind::file, 0100640), nullopt);
    Holding<Node> node(paths.node("/a").value());
    EXPECT_EQ(node->attributes().mode, 0640u);
    i64 const before = node->attributes().changed_ns;
    EXPECT_TRUE(node->set_mode(07755).is_ok());
    EXPECT_TRUE(node->set_owner(3, 4).is_ok());
    EXPECT_TRUE(node->set_times(-5, 6).is_ok());
    auto const now = node->attributes();
    EXPECT_EQ(now.mode, 07755u);
    EXPECT_EQ(now.owner, 3u);
    EXPECT_EQ(now.group, 4u);
    EXPECT_EQ(now.accessed_ns, -5);
    EXPECT_EQ(now.modified_ns, 6);
    EXPECT_GT(now.changed_ns, before);
    EXPECT_EQ(paths.write("/a", 0, {1}), nullopt);
    EXPECT_GT(node->attributes().modified_ns, before);
    auto const device =
        paths.root().create(span_of("tty"), {Kind::character_device, 0600, 1, 2, 77});
    Holding<Node> tty(device.value());
    EXPECT_EQ(tty->attributes().device, 77u);
    EXPECT_EQ(narrow_to<File>(*tty), nullptr);
    EXPECT_EQ(&tty->file_system(), &node->file_system());
}

TEST_F(FsRamFiles, without_frames_less_is_written) {
    EXPECT_EQ(paths.make("/a", Kind::file), nullopt);
    Bytes const bytes(300 << 20);
    Holding<Node> node(paths.node("/a").value());
    auto& file = *narrow_to<File>(*node);
    usize const written = file.write(0, {bytes.data(), bytes.size()}).value();
    EXPECT_EQ(written, usize(256 << 20));
    EXPECT_EQ(file.attributes().size_bytes, written);
    EXPECT_EQ(code_of(file.write(written, {bytes.data(), 1})), Code::out_of_memory);
    EXPECT_EQ(file.attributes().size_bytes, written);
}

TEST_F(FsRamFiles, it_is_in_use_while_a_node_is_held) {
    EXPECT_EQ(code_of(files.unmount()), Code::busy);
    EXPECT_EQ(files.statistics().name_bytes_max, 255u);
}

} // namespace
} // namespace flat::fs
