// SPDX-License-Identifier: BSD-2-Clause
// Tests of writing FAT, of which fsck.fat has nothing to say, and which mtools read.
#include <fs/fat/testing.hpp>
#include <fs/host/testing.hpp>

#include <algorithm>
#include <cstdio>
#include <random>

namespace flat::fs::fat {
namespace {

using block::testing::pattern;
using fs::testing::code_of;
using testing::Bytes;
using Code = FsError::Code;
using Kind = Node::Kind;
using std::nullopt;

class FsFatWrite : public ::testing::Test {
protected:
    ~FsFatWrite() override {
        if (machine.paths) finish();
        EXPECT_EQ(machine.kernel.frames.taken_bytes(), 0u);
    }
    void begin(std::string const& options, u32 kib) {
        machine.format(options, kib);
        ASSERT_EQ(machine.mount(false), nullopt);
    }
    void finish() {
        EXPECT_EQ(machine.unmount(), nullopt);
        machine.check();
    }
    void begin_again() {
        finish();
        ASSERT_EQ(machine.mount(false), nullopt);
    }

    testing::Machine machine;
};

TEST_F(FsFatWrite, a_name_is_there_or_gone_in_all_its_spellings) {
    begin("-F 16", 16384);
    auto& paths = *machine.paths;
    std::string const spellings[] = {"/A rather long name", "/a RATHER long name", "/ARATHE~1"};
    for (u32 round = 0; round < 2; ++round) {
        for (auto const& each : spellings)
            EXPECT_EQ(code_of(paths.node(each)), Code::not_found);
        EXPECT_EQ(paths.make(spellings[0], Kind::file), nullopt);
        for (auto const& each : spellings)
            EXPECT_EQ(paths.attributes(each).links, 1u) << each;
        if (round == 0)
            EXPECT_EQ(paths.unlink(spellings[1]), nullopt);
        else
            EXPECT_EQ(paths.rename(spellings[2], "/other"), nullopt);
    }
    for (auto const& each : spellings)
        EXPECT_EQ(code_of(paths.node(each)), Code::not_found);
}

TEST_F(FsFatWrite, what_is_written_is_read_by_mtools) {
    begin("-F 16", 16384);
    auto& paths = *machine.paths;
    EXPECT_EQ(paths.make("/d", Kind::directory), nullopt);
    EXPECT_EQ(paths.make("/d/A long name of \xc3\xa4 file.text", Kind::file), nullopt);
    EXPECT_EQ(paths.write("/d/A long name of \xc3\xa4 file.text", 0, pattern(100'000)), nullopt);
    EXPECT_EQ(paths.make("/UPPER.TXT", Kind::file), nullopt);
    EXPECT_EQ(paths.write("/upper.txt", 5000, pattern(10)), nullopt);
    finish();
    testing::Folder folder;
    std::string const image = folder.path + "/image";
    fs::testing::write_file(image, machine.disk.contents);
    std::filesystem::create_directories(folder.path + "/out");
    ASSERT_EQ(
        fs::testing::run("LC_ALL=C.UTF-8 mcopy -s -i " + image + " ::/ " + folder.path + "/out"),
        0);
    EXPECT_EQ(fs::testing::contents_of(folder.path + "/out/d/A long name of \xc3\xa4 file.text"),
              pattern(100'000));
    Bytes expected(5000);
    Bytes const end = pattern(10);
    expected.insert(expected.end(), end.begin(), end.end());
    EXPECT_EQ(fs::testing::contents_of(folder.path + "/out/UPPER.TXT"), expected);
    ASSERT_EQ(machine.mount(true), nullopt);
}

TEST_F(FsFatWrite, names_that_fat_cannot_have_are_invalid) {
    begin("-F 12", 1440);
    auto& paths = *machine.paths;
    for (char const* const each : {"a:b", "a?", "*", "a.", "a ", "a\x01", "\xff", "a|b", "\"", "<"})
        EXPECT_EQ(paths.make(std::string("/") + each, Kind::file), Code::invalid) << each;
    for (char const* const each : {".profile", "a+b", "a  b", "x.y.z", "~", "UPPER", "lower"})
        EXPECT_EQ(paths.make(std::string("/") + each, Kind::file), nullopt) << each;
    EXPECT_EQ(paths.make("/LOWER", Kind::file), Code::exists);
    EXPECT_EQ(paths.list("/"), (std::vector<std::string>{".profile", "UPPER", "a  b", "a+b",
                                                         "lower", "x.y.z", "~"}));
    EXPECT_EQ(paths.link("/lower", "/other"), Code::not_supported);
    EXPECT_EQ(paths.make_link("/other", "lower"), Code::not_supported);
    EXPECT_EQ(paths.make("/other", Kind::pipe), Code::not_supported);
    EXPECT_EQ(paths.make("/" + std::string(255, 'n'), Kind::file), nullopt);
}

TEST_F(FsFatWrite, short_names_of_long_ones_differ) {
    begin("-F 16", 16384);
    EXPECT_EQ(machine.paths->make("/d", Kind::directory), nullopt);
    for (int i = 0; i < 200; ++i)
        EXPECT_EQ(machine.paths->make("/d/a long name " + std::to_string(i), Kind::file), nullopt);
    EXPECT_EQ(machine.paths->list("/d").size(), 200u);
    EXPECT_EQ(machine.paths->attributes("/d/ALONGN~9").number,
              machine.paths->attributes("/d/a long name 8").number);
    begin_again();
    EXPECT_EQ(machine.paths->list("/d").size(), 200u);
}

TEST_F(FsFatWrite, a_node_keeps_its_number_while_it_is_held_and_its_name_moves) {
    begin("-F 12", 1440);
    auto& paths = *machine.paths;
    EXPECT_EQ(paths.make("/a", Kind::file), nullopt);
    EXPECT_EQ(paths.write("/a", 0, {1, 2}), nullopt);
    begin_again();
    {
        Holding<Node> const held(machine.paths->node("/a").value());
        u64 const number = held->attributes().number;
        EXPECT_EQ(machine.paths->make("/d", Kind::directory), nullopt);
        EXPECT_EQ(machine.paths->rename("/a", "/d/b"), nullopt);
        EXPECT_EQ(machine.paths->make("/c", Kind::file), nullopt); // where the name was
        EXPECT_EQ(machine.paths->attributes("/d/b").number, number);
        EXPECT_NE(machine.paths->attributes("/c").number, number);
        EXPECT_EQ(machine.paths->read("/d/b"), (Bytes{1, 2}));
    }
    begin_again();
    EXPECT_EQ(machine.paths->list("/"), (std::vector<std::string>{"c", "d"}));
    EXPECT_EQ(machine.paths->read("/d/b"), (Bytes{1, 2}));
}

TEST_F(FsFatWrite, the_mode_and_times_are_as_fine_as_entries_have_them) {
    begin("-F 32 -s 1", 40960);
    EXPECT_EQ(machine.paths->make("/a", Kind::file, 0444), nullopt);
    EXPECT_EQ(machine.paths->make("/b", Kind::file, 0600), nullopt);
    {
        Holding<Node> const held(machine.paths->node("/b").value());
        EXPECT_TRUE(held->set_mode(0400).is_ok());
        EXPECT_TRUE(held->set_times(0, 1'709'251'199'999'999'999).is_ok());
        EXPECT_TRUE(held->set_owner(0, 0).is_ok());
        EXPECT_EQ(code_of(held->set_owner(1, 0)), Code::not_supported);
    }
    begin_again();
    EXPECT_EQ(machine.paths->attributes("/a").mode, 0444u);
    EXPECT_EQ(machine.paths->attributes("/b").mode, 0444u);
    EXPECT_EQ(machine.paths->attributes("/b").modified_ns, 1'709'251'198'000'000'000);
}

TEST_F(FsFatWrite, without_space_less_is_written_and_what_was_removed_is_used_again) {
    begin("-F 12 -s 1", 1440);
    auto& paths = *machine.paths;
    u64 const free = machine.files->statistics().free_blocks;
    EXPECT_EQ(paths.make("/a", Kind::file), nullopt);
    EXPECT_EQ(paths.write("/a", 0, pattern(2 << 20)), nullopt);
    EXPECT_EQ(paths.attributes("/a").size_bytes, free / 8 * 4096); // pages
    for (u64 i = 0; i < free % 8; ++i)
        EXPECT_EQ(paths.make("/D" + std::to_string(i), Kind::directory), nullopt);
    EXPECT_EQ(paths.make("/d", Kind::directory), Code::no_space);
    EXPECT_EQ(paths.truncate("/a", 2 << 20), Code::no_space);
    EXPECT_EQ(paths.unlink("/a"), nullopt);
    EXPECT_EQ(paths.make("/d", Kind::directory), nullopt);
    EXPECT_EQ(paths.make("/b", Kind::file), nullopt);
    EXPECT_EQ(paths.write("/b", 0, pattern(500'000, 1)), nullopt);
    begin_again();
    EXPECT_EQ(machine.paths->read("/b"), pattern(500'000, 1));
    EXPECT_EQ(machine.paths->unlink("/b"), nullopt);
    for (std::string const& each : machine.paths->list("/"))
        EXPECT_EQ(machine.paths->remove_directory("/" + each), nullopt);
    begin_again();
    EXPECT_EQ(machine.files->statistics().free_blocks, free);
}

TEST_F(FsFatWrite, what_is_new_in_a_file_reads_as_zeros_whatever_the_disk_has) {
    begin("-F 16 -s 16", 65536);
    std::fill(machine.disk.contents.begin() + (1 << 20), machine.disk.contents.end(), u8{0xaa});
    auto& paths = *machine.paths;
    EXPECT_EQ(paths.make("/a", Kind::file), nullopt);
    EXPECT_EQ(paths.write("/a", 0, pattern(100)), nullopt);
    EXPECT_EQ(paths.truncate("/a", 30'000), nullopt);
    EXPECT_EQ(paths.truncate("/a", 5000), nullopt);
    EXPECT_EQ(paths.write("/a", 20'000, {7}), nullopt);
    EXPECT_EQ(paths.make("/d", Kind::directory), nullopt);
    Bytes expected = pattern(100);
    expected.resize(20'001);
    expected.back() = 7;
    EXPECT_EQ(paths.read("/a"), expected);
    EXPECT_EQ(paths.list("/d"), std::vector<std::string>());
    begin_again();
    EXPECT_EQ(machine.paths->read("/a"), expected);
    EXPECT_EQ(machine.paths->truncate("/a", 25'000), nullopt);
    expected.resize(25'000);
    begin_again();
    EXPECT_EQ(machine.paths->read("/a"), expected);
}

TEST_F(FsFatWrite, one_that_was_not_unmounted_is_only_read) {
    for (char const* const options : {"-F 12", "-F 16", "-F 32 -s 1"}) {
        begin(options, 40960);
        Bytes const contents = machine.disk.contents;
        finish();
        machine.disk.contents = contents;
        EXPECT_EQ(machine.mount(false), Code::read_only);
        EXPECT_EQ(machine.mount(true), nullopt);
        EXPECT_EQ(machine.unmount(), nullopt);
        EXPECT_EQ(machine.disk.contents, contents);
    }
    machine.format("-F 12", 1440);
    machine.disk.is_read_only = true;
    EXPECT_EQ(machine.mount(false), Code::read_only);
    machine.disk.is_read_only = false;
    EXPECT_EQ(machine.mount(false), nullopt);
}

TEST_F(FsFatWrite, a_sync_writes_what_was_changed_since_the_last_one_and_could_be_written) {
    begin("-F 16 -s 1", 16384);
    auto& paths = *machine.paths;
    for (u32 i = 0; i < 48; ++i) // three sectors of the root, in the same page
        ASSERT_EQ(paths.make("/" + std::to_string(i), Kind::file), nullopt);
    ASSERT_EQ(code_of(machine.files->sync()), nullopt);
    auto const change = [&](char const* path, u32 mode) {
        Holding<Node> const held(paths.node(path).value());
        EXPECT_TRUE(held->set_mode(mode).is_ok());
    };
    auto const written_by_sync = [&] {
        u64 const before = machine.disk.written_bytes;
        EXPECT_EQ(code_of(machine.files->sync()), nullopt);
        return machine.disk.written_bytes - before;
    };
    for (char const* const path : {"/0", "/20", "/47"}) {
        change(path, 0444);
        EXPECT_EQ(written_by_sync(), 512u) << path;
        EXPECT_EQ(written_by_sync(), 0u) << path;
    }
    change("/0", 0644);
    change("/47", 0644);
    std::string const name = "20         ";
    auto const entry = std::search(machine.disk.contents.begin(), machine.disk.contents.end(),
                                   name.begin(), name.end());
    machine.disk.bad_sector = u64(entry - machine.disk.contents.begin()) / 512;
    change("/20", 0644);
    EXPECT_EQ(code_of(machine.files->sync()), Code::io);
    machine.disk.bad_sector.reset();
    EXPECT_GE(written_by_sync(), 512u);
    EXPECT_EQ(written_by_sync(), 0u);
    begin_again();
    for (char const* const path : {"/0", "/20", "/47"})
        EXPECT_EQ(machine.paths->attributes(path).mode, 0644u) << path;
}

TEST_F(FsFatWrite, chains_that_meet_are_corrupt) {
    begin("-F 16 -s 1 -R 1", 8192);
    for (char const* const each : {"/a", "/b"}) {
        EXPECT_EQ(machine.paths->make(each, Kind::file), nullopt);
        EXPECT_EQ(machine.paths->write(each, 0, pattern(2048)), nullopt);
    }
    finish();
    Bytes const whole = machine.disk.contents;
    block::testing::put(machine.disk.contents, 512 + 2 * 7, 4, 2); // from one into the other
    EXPECT_EQ(machine.mount(false), Code::corrupt);
    machine.disk.contents = whole;
    ASSERT_EQ(machine.mount(false), nullopt);
}

/// Random operations, and the same on the host.
class FsFatRandom : public FsFatWrite, public ::testing::WithParamInterface<char const*> {};

TEST_P(FsFatRandom, random_operations_end_as_those_of_the_host) {
    u32 const seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    begin(GetParam(), 98304);
    fs::testing::HostComparison comparison(*machine.paths, seed, {.has_links = false});
    for (u32 i = 0; i < 1500 && !::testing::Test::HasFailure(); ++i) {
        comparison.step();
        if (i % 100 == 99) comparison.compare();
        if (i % 300 == 299) {
            begin_again();
            comparison.go_on_with(*machine.paths);
        }
    }
    EXPECT_GT(comparison.failures(), 150u);
    EXPECT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
}

INSTANTIATE_TEST_SUITE_P(Each, FsFatRandom,
                         ::testing::Values("-F 12 -s 64", "-F 16 -s 4", "-F 32 -s 2"));

} // namespace
} // namespace flat::fs::fat
