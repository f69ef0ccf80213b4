// SPDX-License-Identifier: BSD-2-Clause
// Tests of the files that the engine writes and reads again.
#include <doom/game_files.hpp>

#include <fs/testing.hpp>
#include <log/testing.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat::doom {
namespace {

using Code = fs::FsError::Code;

constexpr u32 written = 1 | GameFiles::creates | GameFiles::cuts; // fopen's "wb"
constexpr u32 only_read = 0;

Span<u8> room_of(std::string& text) {
    return {reinterpret_cast<u8*>(text.data()), text.size()};
}

/// Files in memory that are unmounted as often as `ends` says, and can fail.
class CountedFiles : public fs::FileSystem {
public:
    explicit CountedFiles(fs::FileSystem& files) : files_(files) {}

    Result<fs::Directory*, fs::FsError> root() override { return files_.root(); }
    Statistics statistics() override { return files_.statistics(); }
    Faults faults() override { return files_.faults(); }
    Result<void, fs::FsError> sync() override { return files_.sync(); }
    Result<void, fs::FsError> unmount() override {
        if (is_failing) return fs::FsError{Code::io};
        auto const outcome = files_.unmount();
        if (outcome.is_ok()) ++ends;
        return outcome;
    }

    u32 ends = 0;
    bool is_failing = false;

private:
    fs::FileSystem& files_;
};

class DoomGameFiles : public ::testing::Test {
protected:
    i64 put(char const* path, std::string text) {
        i64 const file = files.open(path, written);
        i64 const count = files.write(file, room_of(text));
        files.close(file);
        return count;
    }
    std::string contents(char const* path) {
        i64 const file = files.open(path, only_read);
        if (file == GameFiles::failed) return "(none)";
        std::string text(100, '\0');
        text.resize(usize(files.read(file, room_of(text))));
        files.close(file);
        return text;
    }

    fs::testing::Kernel kernel;
    fs::testing::SomeFiles in_memory{kernel};
    CountedFiles disk{in_memory};
    log::testing::FakeLog log;
    GameFiles files{&disk, log};
};

TEST_F(DoomGameFiles, are_written_and_read_again_whatever_their_folder) {
    EXPECT_EQ(put("./.savegame/temp.dsg", "a game"), 6);
    EXPECT_EQ(contents("temp.dsg"), "a game");
    EXPECT_EQ(contents("/elsewhere/temp.dsg"), "a game");
    EXPECT_EQ(put("temp.dsg", "short"), 5); // it is cut first
    EXPECT_EQ(contents("temp.dsg"), "short");
    EXPECT_EQ(contents("other.dsg"), "(none)");
    EXPECT_EQ(contents("folder/"), "(none)");
    files.settle();
    EXPECT_EQ(log.text, "doom: what was written is on the disk\n");
}

TEST_F(DoomGameFiles, get_other_names_and_are_removed) {
    (void)put("temp.dsg", "new");
    (void)put("doomsav0.dsg", "old");
    EXPECT_EQ(files.remove("./.savegame/doomsav0.dsg"), 0);
    EXPECT_EQ(files.remove("./.savegame/doomsav0.dsg"), GameFiles::failed);
    EXPECT_EQ(files.rename("./.savegame/temp.dsg", "./.savegame/doomsav0.dsg"), 0);
    EXPECT_EQ(files.rename("temp.dsg", "doomsav1.dsg"), GameFiles::failed);
    EXPECT_EQ(contents("doomsav0.dsg"), "new");
    EXPECT_EQ(contents("temp.dsg"), "(none)");
}

TEST_F(DoomGameFiles, are_read_from_any_place) {
    (void)put("doomsav0.dsg", "0123456789");
    using From = GameFiles::From;
    i64 const file = files.open("doomsav0.dsg", only_read);
    std::string two(2, ' ');
    EXPECT_EQ(files.seek(file, 4, From::begin), 4);
    EXPECT_EQ(files.read(file, room_of(two)), 2);
    EXPECT_EQ(two, "45");
    EXPECT_EQ(files.seek(file, -1, From::here), 5);
    EXPECT_EQ(files.seek(file, -3, From::end), 7);
    EXPECT_EQ(files.read(file, room_of(two)), 2);
    EXPECT_EQ(two, "78");
    EXPECT_EQ(files.seek(file, -8, From::begin), GameFiles::failed);
    EXPECT_EQ(files.seek(file, i64(~u64(0) >> 1), From::here), GameFiles::failed);
    EXPECT_EQ(files.seek(file, 0, From::here), 9);
    files.close(file);
}

TEST_F(DoomGameFiles, leave_the_disk_whole_whenever_none_is_open) {
    i64 const first = files.open("a", written);
    i64 const second = files.open("b", written);
    files.close(first);
    files.settle();
    EXPECT_EQ(disk.ends, 0u);
    files.close(second);
    files.close(second); // it is closed already
    files.settle();
    files.settle(); // nothing was done since
    EXPECT_EQ(disk.ends, 1u);
    EXPECT_EQ(files.open("none", only_read), GameFiles::failed);
    files.settle();
    EXPECT_EQ(disk.ends, 2u);
    EXPECT_EQ(log.text, ""); // nothing was written
    (void)files.open("a", only_read);
    (void)files.open("b", only_read);
    files.close_all();
    EXPECT_EQ(disk.ends, 3u);
}

TEST_F(DoomGameFiles, that_are_not_open_cannot_be_used_and_not_too_many_are) {
    std::string text = "text";
    for (i64 const none : {i64(-4), i64(0), i64(4), i64(1000)}) {
        EXPECT_EQ(files.read(none, room_of(text)), GameFiles::failed);
        EXPECT_EQ(files.write(none, room_of(text)), GameFiles::failed);
        EXPECT_EQ(files.seek(none, 0, GameFiles::From::begin), GameFiles::failed);
        files.close(none);
    }
    for (char const* const path : {"a", "b", "c", "d"})
        EXPECT_NE(files.open(path, written), GameFiles::failed);
    EXPECT_EQ(files.open("e", written), GameFiles::failed);
    files.close_all();
    EXPECT_NE(files.open("e", written), GameFiles::failed);
    files.close_all();
}

TEST_F(DoomGameFiles, that_a_disk_does_not_take_are_told) {
    disk.is_failing = true;
    (void)put("doomsav0.dsg", "a game");
    files.settle();
    EXPECT_EQ(log.text, "doom: the disk does not take what was written\n");
}

TEST_F(DoomGameFiles, are_none_without_a_file_system) {
    GameFiles none(nullptr, log);
    EXPECT_EQ(none.open("a", written), GameFiles::failed);
    EXPECT_EQ(none.remove("a"), GameFiles::failed);
    EXPECT_EQ(none.rename("a", "b"), GameFiles::failed);
    none.close_all();
}

} // namespace
} // namespace flat::doom
