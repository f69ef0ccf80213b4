// SPDX-License-Identifier: BSD-2-Clause
// Tests of changing FFS, after which nothing on the disk contradicts anything else.
#include <fs/ufs/testing.hpp>

#include <fs/host/names/testing.hpp>
#include <fs/host/testing.hpp>

namespace flat::fs::ufs {
namespace {

using block::testing::pattern;
using testing::Bytes;
using Code = FsError::Code;
using Kind = Node::Kind;
using std::nullopt;

class FsUfsWrite : public ::testing::TestWithParam<char const*> {
protected:
    ~FsUfsWrite() override { EXPECT_EQ(machine.kernel.frames.taken_bytes(), 0u); }

    void start(std::string const& options) {
        machine.format(options + " " + GetParam());
        ASSERT_EQ(machine.mount(false), nullopt);
    }
    void mount_again() {
        ASSERT_EQ(machine.unmount(), nullopt);
        ASSERT_EQ(machine.problems(), "");
        ASSERT_EQ(machine.mount(false), nullopt);
    }

    testing::Machine machine;
};

TEST_P(FsUfsWrite, what_was_written_is_there_when_it_is_mounted_again) {
    start("-s 16m -f 200");
    auto& paths = machine.paths;
    for (u32 const size : {1, 512, 4096, 8192, 8193, 90'000, 100'001, 3'000'000}) {
        std::string const name = "/f" + std::to_string(size);
        EXPECT_EQ(paths->make(name, Kind::file), nullopt);
        EXPECT_EQ(paths->write(name, 0, pattern(size)), nullopt);
    }
    EXPECT_EQ(paths->make("/sparse", Kind::file), nullopt);
    EXPECT_EQ(paths->truncate("/sparse", 200'000), nullopt);
    EXPECT_EQ(paths->write("/sparse", 70'000, pattern(10)), nullopt);
    EXPECT_EQ(paths->make("/d", Kind::directory), nullopt);
    EXPECT_EQ(paths->make_link("/d/short", "../f1"), nullopt);
    EXPECT_EQ(paths->make_link("/d/long", std::string(1000, '/') + "f8193"), nullopt);
    EXPECT_EQ(paths->make_link("/d/longer", std::string(1100, '/')), Code::name_too_long);
    mount_again();
    for (u32 const size : {1, 512, 4096, 8192, 8193, 90'000, 100'001, 3'000'000})
        EXPECT_EQ(paths->read("/f" + std::to_string(size)), pattern(size));
    EXPECT_EQ(paths->read("/sparse", 70'000, 10), pattern(10));
    EXPECT_EQ(paths->read("/sparse", 190'000), Bytes(10'000));
    EXPECT_EQ(paths->read("/d/short"), pattern(1));
    EXPECT_EQ(paths->read("/d/long"), pattern(8193));
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
}

TEST_P(FsUfsWrite, names_have_any_bytes) {
    start("-s 8m -f 200");
    fs::testing::make_names_of_any_bytes(*machine.paths, Directory::name_max);
    mount_again();
    fs::testing::expect_names_of_any_bytes(*machine.paths, Directory::name_max);
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
}

TEST_P(FsUfsWrite, a_directory_has_many_names) {
    testing::Folder folder;
    fs::testing::make_many_on_host(folder.path);
    machine.format(std::string("-s 32m -f 200 ") + GetParam(), folder.path);
    ASSERT_EQ(machine.mount(false), nullopt);
    fs::testing::use_many_names(*machine.paths);
    mount_again();
    EXPECT_EQ(machine.paths->list("/many").size(), fs::testing::many_names());
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
}

TEST_P(FsUfsWrite, files_that_grow_by_little_keep_what_they_have_wherever_their_tails_move) {
    start("-s 8m -f 200");
    for (char const* const each : {"/a", "/b", "/c"})
        EXPECT_EQ(machine.paths->make(each, Kind::file), nullopt);
    Bytes const bytes = pattern(30'000);
    for (u32 end = 0; end < 20'000; end += 700) {
        for (char const* const each : {"/a", "/b", "/c"})
            EXPECT_EQ(machine.paths->write(each, end, Bytes(&bytes[end], &bytes[end + 700])),
                      nullopt);
        if (end % 2100 == 0) mount_again(); // tails are trimmed
    }
    for (char const* const each : {"/a", "/b", "/c"})
        EXPECT_EQ(machine.paths->read(each), Bytes(bytes.begin(), bytes.begin() + 20'300));
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
}

TEST_P(FsUfsWrite, what_was_cut_off_is_zeros_when_the_file_is_long_again) {
    start("-s 8m -f 200");
    EXPECT_EQ(machine.paths->make("/a", Kind::file), nullopt);
    for (u32 const size : {8192, 7000, 150'000}) {
        EXPECT_EQ(machine.paths->write("/a", 0, pattern(size)), nullopt);
        if (size == 7000) mount_again();
        EXPECT_EQ(machine.paths->truncate("/a", size - 6900), nullopt);
        EXPECT_EQ(machine.paths->truncate("/a", size), nullopt);
        EXPECT_EQ(machine.paths->read("/a", size - 6900), Bytes(6900));
        EXPECT_EQ(machine.paths->truncate("/a", 0), nullopt);
    }
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
}

TEST_P(FsUfsWrite, a_full_disk_refuses_and_is_sound) {
    start("-s 2m -f 100");
    Code last = Code::not_found;
    for (u32 i = 0; i < 400 && last == Code::not_found; ++i) {
        std::string const name = "/file-" + std::to_string(i);
        auto const made = machine.paths->make(name, Kind::file);
        auto const written = made ? made : machine.paths->write(name, 0, pattern(9000));
        if (written) last = *written;
    }
    EXPECT_EQ(last, Code::no_space);
    mount_again();
    for (std::string const& each : machine.paths->list("/"))
        EXPECT_EQ(machine.paths->unlink("/" + each), nullopt);
    mount_again();
    EXPECT_EQ(machine.paths->make("/a", Kind::file), nullopt);
    EXPECT_EQ(machine.paths->write("/a", 0, pattern(1'000'000)), nullopt);
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
}

TEST_P(FsUfsWrite, a_directory_of_many_names_grows_and_becomes_empty) {
    start("-s 8m -f 900");
    EXPECT_EQ(machine.paths->make("/d", Kind::directory, 0755), nullopt);
    for (u32 i = 0; i < 500; ++i)
        EXPECT_EQ(
            machine.paths->make("/d/" + std::string(i % 100, 'x') + std::to_string(i), Kind::file),
            nullopt);
    mount_again();
    EXPECT_EQ(machine.paths->list("/d").size(), 500u);
    for (std::string const& each : machine.paths->list("/d"))
        EXPECT_EQ(machine.paths->unlink("/d/" + each), nullopt);
    EXPECT_EQ(machine.paths->remove_directory("/d"), nullopt);
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
}

TEST_P(FsUfsWrite, random_operations_end_as_those_of_the_host) {
    u32 const seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    start("-s 24m -f 2000");
    ASSERT_FALSE(HasFailure());
    fs::testing::HostComparison comparison(*machine.paths, seed, {});
    for (u32 i = 0; i < fs::testing::operations_of_run() && !HasFailure(); ++i) {
        comparison.step();
        if (i % 500 != 499) continue;
        comparison.compare();
        mount_again();
        if (HasFailure()) return;
        comparison.go_on_with(*machine.paths);
    }
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
    EXPECT_FALSE(HasFailure()) << "seed " << seed;
}

INSTANTIATE_TEST_SUITE_P(Each, FsUfsWrite,
                         ::testing::Values("-B le", "-B be -o version=2",
                                           "-B le -o version=2,bsize=16384,fsize=2048",
                                           "-B le -o bsize=4096,fsize=512"));

} // namespace
} // namespace flat::fs::ufs
