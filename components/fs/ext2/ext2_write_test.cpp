// SPDX-License-Identifier: BSD-2-Clause
// Tests of writing ext2, after which e2fsck finds nothing wrong.
#include <fs/ext2/testing.hpp>

#include <flat/memory/user_space.hpp>
#include <fs/host/names/testing.hpp>
#include <fs/host/testing.hpp>

namespace flat::fs::ext2 {
namespace {

using block::testing::pattern;
using fs::testing::code_of;
using fs::testing::span_of;
using testing::Bytes;
using testing::write_file;
using Code = FsError::Code;
using Kind = Node::Kind;
using std::nullopt;

class FsExt2Write : public ::testing::Test {
protected:
    ~FsExt2Write() override {
        if (machine.paths) EXPECT_EQ(machine.unmount(), nullopt);
        EXPECT_EQ(machine.problems(), "");
        EXPECT_EQ(machine.kernel.frames.taken_bytes(), 0u);
    }

    void start(std::string const& options, std::string const& from = "") {
        machine.format(options, from);
        ASSERT_EQ(machine.mount(false), nullopt);
    }
    void again() {
        ASSERT_EQ(machine.unmount(), nullopt);
        ASSERT_EQ(machine.problems(), "");
        ASSERT_EQ(machine.mount(false), nullopt);
    }
    fs::testing::Paths& paths() { return *machine.paths; }
    u64 free_blocks() { return machine.files->statistics().free_blocks; }

    testing::Machine machine;
};

TEST_F(FsExt2Write, what_is_written_is_there_when_it_is_mounted_again) {
    start("4M -b 1024");
    EXPECT_EQ(paths().make("/d", Kind::directory, 0750), nullopt);
    EXPECT_EQ(paths().make("/d/a", Kind::file, 0640), nullopt);
    EXPECT_EQ(paths().write("/d/a", 0, pattern(600'000)), nullopt);
    EXPECT_EQ(paths().make_link("/short", "d/a"), nullopt);
    EXPECT_EQ(paths().make_link("/long", std::string(100, '/') + "d/a"), nullopt);
    EXPECT_EQ(paths().make_link("/longer", std::string(1024, '/')), Code::name_too_long);
    EXPECT_EQ(paths().link("/d/a", "/b"), nullopt);
    auto const device =
        paths().root().create(span_of("tty"), {Kind::character_device, 0600, 70'000, 2, 0x12345});
    Holding<Node>(device.value()).get();
    again();
    EXPECT_EQ(paths().read("/b"), pattern(600'000));
    EXPECT_EQ(paths().read("/long"), pattern(600'000));
    EXPECT_EQ(paths().target("/short"), "d/a");
    EXPECT_EQ(paths().attributes("/d").mode, 0750u);
    EXPECT_EQ(paths().attributes("/d/a").links, 2u);
    EXPECT_EQ(paths().attributes("/tty").device, 0x12345u);
    EXPECT_EQ(paths().attributes("/tty").owner, 70'000u);
}

TEST_F(FsExt2Write, what_is_written_behind_is_on_the_disk_without_anybody_synchronising) {
    start("4M -b 1024");
    EXPECT_EQ(paths().make("/a", Kind::file), nullopt);
    Bytes const bytes = pattern(30'000);
    EXPECT_EQ(paths().write("/a", 0, bytes), nullopt);
    machine.kernel.pages.write_behind(1, 1);
    for (usize at = 0; at < bytes.size(); at += 1024)
        EXPECT_NE(machine.disk.place_of(bytes, at), std::nullopt) << at;
    EXPECT_EQ(machine.kernel.pages.unwritten().pages, 0u);
}

TEST_F(FsExt2Write, what_cannot_be_written_behind_is_told_to_who_synchronises_with_the_sector) {
    start("4M -b 1024");
    EXPECT_EQ(paths().make("/a", Kind::file), nullopt);
    EXPECT_EQ(paths().write("/a", 0, pattern(30'000)), nullopt);
    EXPECT_TRUE(machine.files->sync().is_ok());
    EXPECT_EQ(machine.files->faults().count, 0u);
    machine.disk.bad_sector = *machine.disk.place_of(pattern(30'000), 20'480) / 512;
    Bytes const other = pattern(30'000, 7);
    EXPECT_EQ(paths().write("/a", 0, other), nullopt);
    machine.kernel.pages.write_behind(1, 1);
    EXPECT_EQ(machine.files->faults().count, 1u);
    EXPECT_EQ(machine.files->faults().sector, *machine.disk.bad_sector);
    EXPECT_TRUE(machine.files->faults().is_write);
    auto const sync = [](File& file) { return code_of(file.sync()); };
    u64 failure = 0;
    auto const late_failure = [&failure](File& file) {
        failure = file.late_failure();
        return std::optional<Code>();
    };
    EXPECT_EQ(paths().in_file("/a", late_failure), nullopt);
    u64 const first_failure = failure;
    EXPECT_NE(first_failure, 0u);
    EXPECT_EQ(paths().in_file("/a", sync), Code::io);
    EXPECT_EQ(paths().in_file("/a", late_failure), nullopt);
    EXPECT_GT(failure, first_failure);
    EXPECT_EQ(code_of(machine.files->sync()), Code::io);
    machine.disk.bad_sector.reset();
    EXPECT_EQ(code_of(machine.files->sync()), nullopt);
    EXPECT_EQ(paths().in_file("/a", late_failure), nullopt);
    EXPECT_EQ(failure, 0u);
    EXPECT_NE(machine.disk.place_of(other, 20'480), nullopt);
}

TEST_F(FsExt2Write, all_that_was_taken_is_given_back) {
    start("4M -b 1024");
    u64 const before = free_blocks();
    u64 const nodes = machine.files->statistics().free_nodes;
    EXPECT_EQ(paths().make("/d", Kind::directory), nullopt);
    EXPECT_EQ(paths().make("/d/a", Kind::file), nullopt);
    EXPECT_EQ(paths().write("/d/a", 0, pattern(600'000)), nullopt);
    EXPECT_EQ(paths().write("/d/a", 70'000'000, {1}), nullopt); // three tables away
    EXPECT_LT(free_blocks(), before - 586);
    for (u64 const size : {70'000'001, 70'000'000, 700'000, 268'000, 13'000, 12'288, 5'000, 1, 0}) {
        EXPECT_EQ(paths().truncate("/d/a", size), nullopt);
        again();
        Bytes expected = pattern(600'000);
        expected.resize(std::min<u64>(size, 700'000));
        EXPECT_EQ(paths().read("/d/a", 0, 700'000), expected);
    }
    EXPECT_EQ(paths().unlink("/d/a"), nullopt);
    EXPECT_EQ(paths().remove_directory("/d"), nullopt);
    EXPECT_EQ(free_blocks(), before);
    EXPECT_EQ(machine.files->statistics().free_nodes, nodes);
}

TEST_F(FsExt2Write, a_full_disk_says_so_and_stays_whole) {
    start("1M -b 1024 -N 32");
    EXPECT_EQ(paths().make("/a", Kind::file), nullopt);
    Bytes const bytes = pattern(2'000'000);
    auto const failure = paths().in_file("/a", [&](File& file) {
        usize const written = file.write(0, {bytes.data(), bytes.size()}).value();
        EXPECT_GT(written, 500'000u);
        EXPECT_EQ(file.attributes().size_bytes, written);
        return code_of(file.write(written, {bytes.data(), bytes.size()}));
    });
    EXPECT_EQ(failure, Code::no_space);
    std::optional<Code> directory;
    for (int i = 0; i < 8 && !directory; ++i) // what is left of the last page
        directory = paths().make("/d" + std::to_string(i), Kind::directory);
    EXPECT_EQ(directory, Code::no_space);
    EXPECT_EQ(paths().truncate("/a", 100'000), nullopt);
    EXPECT_EQ(paths().read("/a"), Bytes(bytes.begin(), bytes.begin() + 100'000));
    std::optional<Code> last;
    for (int i = 0; i < 40 && !last; ++i)
        last = paths().make("/f" + std::to_string(i), Kind::file);
    EXPECT_EQ(last, Code::no_space);
}

TEST_F(FsExt2Write, directories_grow_and_shrink_and_lose_their_index) {
    testing::Folder folder;
    std::filesystem::create_directories(folder.path + "/many");
    for (int i = 0; i < 600; ++i)
        write_file(folder.path + "/many/a-name-that-is-not-short-" + std::to_string(i), {});
    machine.format("4M -b 1024 -N 2048", folder.path);
    testing::Folder place;
    write_file(place.path + "/image", machine.disk.contents);
    ASSERT_NE(testing::run("e2fsck -f -y -D " + place.path + "/image"), -1); // makes an index
    machine.disk.contents = testing::contents_of(place.path + "/image");
    ASSERT_EQ(machine.mount(false), nullopt);
    EXPECT_EQ(paths().list("/many").size(), 600u);
    for (int i = 0; i < 600; i += 2)
        EXPECT_EQ(paths().unlink("/many/a-name-that-is-not-short-" + std::to_string(i)), nullopt);
    again();
    for (int i = 0; i < 300; ++i)
        EXPECT_EQ(paths().make("/many/another-one-" + std::to_string(i), Kind::file), nullopt);
    again();
    EXPECT_EQ(paths().list("/many").size(), 600u);
}

TEST_F(FsExt2Write, names_have_any_bytes) {
    start("1M -b 1024");
    EXPECT_EQ(paths().remove_directory("/lost+found"), nullopt);
    fs::testing::make_names_of_any_bytes(paths(), Directory::name_max);
    again();
    fs::testing::expect_names_of_any_bytes(paths(), Directory::name_max);
}

TEST_F(FsExt2Write, a_directory_has_many_names) {
    testing::Folder folder;
    fs::testing::make_many_on_host(folder.path);
    start("16M -b 1024", folder.path);
    fs::testing::use_many_names(paths());
    again();
    EXPECT_EQ(paths().list("/many").size(), fs::testing::many_names());
}

TEST_F(FsExt2Write, a_program_that_writes_to_a_hole_gets_space_first) {
    start("1M -b 1024");
    EXPECT_EQ(paths().make("/a", Kind::file), nullopt);
    EXPECT_EQ(paths().truncate("/a", 10'000), nullopt);
    Holding<Node> node(paths().node("/a").value());
    auto& file = *narrow_to<File>(*node);
    memory::UserSpace& space = *machine.kernel.pages.create().value();
    constexpr u32 rights = hal::Mmu::read | hal::Mmu::write;
    ASSERT_TRUE(space.map(file, 0, 3, 0x40'0000, rights).is_ok());
    ASSERT_EQ(space.resolve(0x40'0000, hal::Mmu::read).value(), 0u);
    EXPECT_EQ(file.attributes().sectors, 0u);
    EXPECT_NE(space.resolve(0x40'0000, rights).value(), 0u);
    EXPECT_NE(space.resolve(0x40'2000, rights).value(), 0u);
    machine.threads.run_server();
    for (vaddr const address : {0x40'0000, 0x40'2000}) {
        ASSERT_EQ(space.resolve(address, rights).value(), 0u);
        paddr const place = space.translate(address).value();
        std::memset(machine::physical_to_virtual(place), 7, domain::page_size);
    }
    EXPECT_EQ(file.attributes().sectors, 12u);
    space.release();
    EXPECT_TRUE(file.sync().is_ok());
    node.take(nullptr);
    again();
    Bytes expected(4096, 7);
    expected.resize(8192);
    expected.resize(10'000, 7);
    EXPECT_EQ(paths().read("/a"), expected);
    EXPECT_EQ(paths().truncate("/a", 12'000), nullopt);
    expected.resize(12'000);
    EXPECT_EQ(paths().read("/a"), expected) << "what was past the end is no more";
}

TEST_F(FsExt2Write, a_disk_that_was_not_left_whole_is_read_only) {
    start("1M");
    Bytes const mounted = machine.disk.contents;
    EXPECT_EQ(machine.unmount(), nullopt);
    Bytes const whole = std::exchange(machine.disk.contents, mounted);
    EXPECT_EQ(machine.mount(false), Code::read_only);
    EXPECT_EQ(machine.mount(true), nullopt);
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.disk.contents, mounted) << "nothing at all is written";
    machine.disk.contents = whole;
    machine.disk.is_read_only = true;
    EXPECT_EQ(machine.mount(false), Code::read_only);
}

TEST_F(FsExt2Write, what_the_disk_cannot_write_is_told_who_waits_for_it) {
    start("1M -b 1024");
    EXPECT_EQ(paths().make("/a", Kind::file), nullopt);
    EXPECT_EQ(paths().write("/a", 0, {1}), nullopt);
    Bytes const before = machine.disk.contents;
    machine.disk.is_read_only = true; // as if
    EXPECT_EQ(paths().in_file("/a", [](File& file) { return code_of(file.sync()); }), Code::io);
    EXPECT_EQ(code_of(machine.files->sync()), Code::io);
    machine.disk.is_read_only = false;
    EXPECT_TRUE(machine.files->sync().is_ok());
    EXPECT_GT(machine.disk.flushes, 0u);
    EXPECT_NE(machine.disk.contents, before);
}

class FsExt2Random : public FsExt2Write, public ::testing::WithParamInterface<char const*> {};

TEST_P(FsExt2Random, random_operations_end_as_those_of_the_host_and_leave_a_whole_disk) {
    u32 const seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    machine.format(GetParam());
    std::mt19937 random(seed);
    ASSERT_EQ(machine.mount(false), nullopt);
    EXPECT_EQ(paths().remove_directory("/lost+found"), nullopt);
    fs::testing::HostComparison comparison(*machine.paths, seed, {});
    for (u32 i = 0; i < fs::testing::operations_of_run() && !::testing::Test::HasFailure(); ++i) {
        comparison.step();
        if (i % 100 != 99) continue;
        comparison.compare();
        again();
        comparison.go_on_with(*machine.paths);
        comparison.compare();
    }
    EXPECT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
}

INSTANTIATE_TEST_SUITE_P(Each, FsExt2Random,
                         ::testing::Values("8M -b 1024 -g 1024", "8M -b 4096",
                                           "8M -b 2048 -O ^filetype -I 128"));

} // namespace
} // namespace flat::fs::ext2
