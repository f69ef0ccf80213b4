// SPDX-License-Identifier: BSD-2-Clause
// Tests of System V's format: what is written is there, and nothing contradicts anything else.
#include <fs/sysv/testing.hpp>

#include <fs/host/damage/testing.hpp>
#include <fs/host/names/testing.hpp>
#include <fs/host/testing.hpp>

namespace flat::fs::sysv {
namespace {

using block::testing::pattern;
using fs::testing::Bytes;
using testing::Making;
using Code = FsError::Code;
using Kind = Node::Kind;
using std::nullopt;

class FsSystemV : public ::testing::TestWithParam<Making> {
protected:
    ~FsSystemV() override { EXPECT_EQ(machine.kernel.frames.taken_bytes(), 0u); }

    void start() {
        machine.format(GetParam());
        ASSERT_EQ(machine.problems(), "");
        ASSERT_EQ(machine.mount(false), nullopt);
    }
    void mount_again() {
        ASSERT_EQ(machine.unmount(), nullopt);
        ASSERT_EQ(machine.problems(), "");
        ASSERT_EQ(machine.mount(false), nullopt);
    }
    void end() {
        EXPECT_EQ(machine.unmount(), nullopt);
        EXPECT_EQ(machine.problems(), "");
    }

    testing::Machine machine;
};

TEST_P(FsSystemV, what_was_written_is_there_when_it_is_mounted_again) {
    start();
    auto& paths = machine.paths;
    for (u32 const size : {1, 512, 5120, 10'241, 90'000, 700'001}) {
        std::string const name = "/f" + std::to_string(size);
        EXPECT_EQ(paths->make(name, Kind::file), nullopt);
        EXPECT_EQ(paths->write(name, 0, pattern(size)), nullopt);
    }
    EXPECT_EQ(paths->make("/d", Kind::directory, 0755), nullopt);
    EXPECT_EQ(paths->make("/d/exactly-15-byte", Kind::file), Code::name_too_long);
    EXPECT_EQ(paths->make("/d/exactly-14-byt", Kind::file), nullopt);
    EXPECT_EQ(paths->make_link("/d/link", "../f512"), nullopt);
    EXPECT_EQ(paths->make_link("/d/long", std::string(5000, '/')), Code::name_too_long);
    mount_again();
    for (u32 const size : {1, 512, 5120, 10'241, 90'000, 700'001})
        EXPECT_EQ(paths->read("/f" + std::to_string(size)), pattern(size));
    EXPECT_EQ(paths->list("/d"), (std::vector<std::string>{"exactly-14-byt", "link"}));
    EXPECT_EQ(paths->read("/d/link"), pattern(512));
    end();
}

TEST_P(FsSystemV, names_have_any_bytes) {
    start();
    constexpr usize name_bytes = 14;
    fs::testing::make_names_of_any_bytes(*machine.paths, name_bytes);
    mount_again();
    fs::testing::expect_names_of_any_bytes(*machine.paths, name_bytes);
    end();
}

TEST_P(FsSystemV, a_full_disk_refuses_and_all_of_it_is_free_again) {
    start();
    u64 const free = machine.files->statistics().free_blocks;
    EXPECT_EQ(machine.paths->make("/a", Kind::file), nullopt);
    Code last = Code::not_found;
    for (u64 offset = 0; last == Code::not_found; offset += 100'000) {
        auto const failure = machine.paths->write("/a", offset, pattern(100'000));
        if (failure) last = *failure;
        ASSERT_LT(offset, u64(16) << 20);
    }
    EXPECT_EQ(last, Code::no_space);
    mount_again();
    EXPECT_EQ(machine.paths->unlink("/a"), nullopt);
    EXPECT_EQ(machine.files->statistics().free_blocks, free);
    Code full = Code::not_found;
    for (u32 i = 0; full == Code::not_found && i < 5000; ++i) {
        auto const failure = machine.paths->make("/" + std::to_string(i), Kind::file);
        if (failure) full = *failure;
    }
    EXPECT_EQ(full, Code::no_space);
    end();
}

TEST_P(FsSystemV, random_operations_end_as_those_of_the_host) {
    u32 const seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    start();
    fs::testing::HostComparison comparison(*machine.paths, seed, {.has_long_names = false});
    for (u32 i = 0; i < fs::testing::operations_of_run() && !HasFailure(); ++i) {
        comparison.step();
        if (i % 250 != 249) continue;
        comparison.compare();
        mount_again();
        if (HasFailure()) return;
        comparison.go_on_with(*machine.paths);
    }
    end();
    EXPECT_FALSE(HasFailure()) << "seed " << seed;
}

TEST_P(FsSystemV, damaged_disks_do_no_harm) {
    u32 const seed = fs::testing::seed_of_damages();
    start();
    for (char const* const each : {"/d", "/d/e", "/d/e/f"})
        EXPECT_EQ(machine.paths->make(each, Kind::directory, 0755), nullopt);
    for (char const* const each : {"/a", "/d/a", "/d/e/a", "/large"}) {
        EXPECT_EQ(machine.paths->make(each, Kind::file), nullopt);
        EXPECT_EQ(machine.paths->write(each, 0, pattern(each[1] == 'l' ? 330'000 : 20'000)),
                  nullopt);
    }
    EXPECT_EQ(machine.paths->make_link("/link", std::string(190, 'x')), nullopt);
    end();
    u32 const mounted = fs::testing::damage_and_visit(machine, seed, {512, 512, 80 * 1024});
    EXPECT_GT(mounted, fs::testing::damages_of_run() / 5);
}

INSTANTIATE_TEST_SUITE_P(
    Each, FsSystemV,
    ::testing::Values(Making{}, Making{.block_bytes = 512, .blocks = 8192, .node_blocks = 64},
                      Making{.block_bytes = 2048, .blocks = 2048, .is_big_endian = true},
                      Making{.is_release_2 = true}));

TEST(FsSystemVDisks, what_is_no_such_file_system_is_told_from_what_is_not_understood) {
    testing::Machine machine;
    machine.disk.contents.assign(1 << 20, 0);
    EXPECT_EQ(machine.mount(), Code::unknown_format);
    machine.disk.contents.clear();
    EXPECT_EQ(machine.mount(), Code::io);
    machine.format({});
    machine.disk.contents[512 + 508] = 9;
    EXPECT_EQ(machine.mount(), Code::not_supported);
    machine.format({});
    machine.disk.contents.resize(3 << 20);
    EXPECT_EQ(machine.mount(), Code::corrupt);
    machine.format({});
    machine.disk.contents[512 + 500] ^= 1;
    EXPECT_EQ(machine.mount(false), Code::read_only);
    EXPECT_EQ(machine.mount(true), nullopt);
    EXPECT_EQ(machine.paths->make("/a", Kind::file), Code::read_only);
    EXPECT_EQ(machine.unmount(), nullopt);
}

TEST(FsSystemVDisks, the_checker_finds_what_is_damaged) {
    testing::Machine machine;
    machine.format({});
    EXPECT_EQ(machine.problems(), "");
    std::vector<std::pair<usize, u8>> const damages = {
        {512 + 432, 1}, {512 + 436, 1}, {512 + 12 + 4, 1}, {2048 + 64 + 2, 1}, {512 + 500, 1}};
    for (auto const& [place, bits] : damages) {
        machine.format({});
        machine.disk.contents[place] ^= bits;
        EXPECT_NE(machine.problems(), "") << place;
    }
}

} // namespace
} // namespace flat::fs::sysv
