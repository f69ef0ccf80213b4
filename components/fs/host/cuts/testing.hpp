// SPDX-License-Identifier: BSD-2-Clause
// Files that are changed and synchronised, and what must be left of them after a power cut.
#pragma once

#include <fs/host/disks/testing.hpp>

#include <cstdio>
#include <map>
#include <random>
#include <set>

namespace flat::fs::testing {

/// What a format is like whose power is cut.
struct CutFormat {
    /// Whether a name that replaces another one, or moves, does so at once.
    bool replaces_at_once;
    u32 name_bytes_max = 255;
    /// So many files are in a directory from the beginning, so that it grows while it is used.
    u32 crowd = 0;
};

/// Files with their contents, and what has become of them since they were synchronised.
class SynchronisedFiles {
public:
    using Files = std::map<std::string, Bytes>;

    /// What a disk must have that lost its power in an epoch, which begins when a `sync` has ended.
    struct Epoch {
        usize begin; // in the events
        Files files;
        std::set<std::string> touched;
        /// A name that was given to another file: it has what it had, or the other's contents.
        std::map<std::string, Bytes> replaced;
        /// A name that was moved: one of both has the contents.
        std::map<std::string, std::string> moved;
    };

    SynchronisedFiles(Paths& paths, u32 seed, CutFormat const& format)
        : paths_(paths), random_(seed), replaces_at_once_(format.replaces_at_once),
          long_tail_(std::min(180u, format.name_bytes_max - 1), 'x') {
        for (char const* const each : {"/d", "/e"})
            EXPECT_EQ(paths_.make(each, Node::Kind::directory, 0755), std::nullopt);
        for (u32 i = 0; i < format.crowd; ++i) {
            std::string const path = "/d/" + std::to_string(i);
            EXPECT_EQ(paths_.make(path, Node::Kind::file), std::nullopt);
            now_[path] = {};
        }
    }

    /// Something happens to a file.
    void step() {
        std::string const path = some_path();
        bool const is_there = now_.contains(path);
        switch (random_() % 6) {
        case 0:
        case 1:
            return write(path);
        case 2:
            if (!is_there) return write(path);
            touch(path);
            now_.erase(path);
            EXPECT_EQ(paths_.unlink(path), std::nullopt);
            return;
        case 3:
            if (!is_there) return write(path);
            touch(path);
            now_[path].resize(random_() % 9000);
            EXPECT_EQ(paths_.truncate(path, now_[path].size()), std::nullopt);
            return;
        default:
            if (is_there) rename(path, some_path());
        }
    }

    /// All of this was synchronised, by so many events.
    void synchronised(usize events) { epochs.push_back({events, now_, {}, {}, {}}); }

    /// What is wrong with a disk that was mounted after a cut within an epoch.
    std::string problem(Epoch const& epoch, Paths& disk) const {
        for (auto const& [path, bytes] : epoch.files) {
            if (!epoch.touched.contains(path) && !has(disk, path, bytes)) return path;
            auto const replaced = epoch.replaced.find(path);
            if (replaced != epoch.replaced.end() && !has(disk, path, bytes) &&
                !has(disk, path, replaced->second))
                return path + " that was replaced";
            auto const moved = epoch.moved.find(path);
            if (moved != epoch.moved.end() && !has(disk, path, bytes) &&
                !has(disk, moved->second, bytes))
                return path + " that was moved";
        }
        return "";
    }

    std::vector<Epoch> epochs;

private:
    std::string some_path() {
        char const* const folders[] = {"/", "/d/", "/e/"};
        std::string const tail = random_() % 4 == 0 ? long_tail_ : std::string();
        return folders[random_() % 3] + std::string(1, "ijklmnop"[random_() % 8]) + tail;
    }

    void write(std::string const& path) {
        touch(path);
        if (!now_.contains(path)) EXPECT_EQ(paths_.make(path, Node::Kind::file), std::nullopt);
        u64 const offset = random_() % 20'000;
        Bytes const bytes = block::testing::pattern(1 + random_() % 20'000, random_());
        EXPECT_EQ(paths_.write(path, offset, bytes), std::nullopt);
        Bytes& all = now_[path];
        all.resize(std::max<usize>(all.size(), offset + bytes.size()));
        std::copy(bytes.begin(), bytes.end(), all.begin() + static_cast<long>(offset));
    }

    void rename(std::string const& from, std::string const& to) {
        if (from == to) return;
        EXPECT_EQ(paths_.rename(from, to), std::nullopt);
        Epoch& epoch = epochs.back();
        bool const are_known = !epoch.touched.contains(from) && !epoch.touched.contains(to);
        bool const replaces = now_.contains(to);
        touch(from);
        touch(to);
        if (are_known && replaces && replaces_at_once_) epoch.replaced[to] = now_[from];
        if (are_known && replaces_at_once_) epoch.moved[from] = to;
        now_[to] = now_[from];
        now_.erase(from);
    }

    void touch(std::string const& path) {
        Epoch& epoch = epochs.back();
        epoch.touched.insert(path);
        epoch.replaced.erase(path);
        std::erase_if(epoch.moved,
                      [&](auto const& each) { return each.first == path || each.second == path; });
    }

    static bool has(Paths& disk, std::string const& path, Bytes const& bytes) {
        auto const found = disk.node(path);
        if (found.is_error()) return false;
        found.value()->release();
        return disk.read(path, 0, bytes.size() + 1) == bytes;
    }

    Paths& paths_;
    std::mt19937 random_;
    bool replaces_at_once_;
    std::string long_tail_;
    Files now_;
};

/// Cuts the power at `cuts` points of some work on a disk that is mounted: what was synchronised is
/// there. `M` is a `DiskMachine` of the format. If it has `repair`, each of the disks is repaired
/// first, and must be whole then; else it must be one that is only read. Each run has a seed of its
/// own, unless FLAT_SEED tells one.
template<class M>
void cut_power(M& machine, u32 cuts, CutFormat const& format) {
    char const* const told = std::getenv("FLAT_SEED");
    u32 const seed = told ? static_cast<u32>(std::atoi(told)) : std::random_device{}();
    std::printf("seed %u\n", seed);
    std::mt19937 random(seed);
    RecordingDisk& disk = machine.disk;
    disk.start();
    SynchronisedFiles files(*machine.paths, seed, format);
    for (u32 i = 0; i < 150; ++i) {
        if (i % 12 == 0) {
            ASSERT_TRUE(machine.files->sync().is_ok());
            files.synchronised(disk.recording.events.size());
        }
        files.step();
    }
    ASSERT_TRUE(machine.files->sync().is_ok());
    usize const first = files.epochs.front().begin;
    usize const events = disk.recording.events.size();
    EXPECT_EQ(machine.unmount(), std::nullopt);
    auto epoch = files.epochs.begin();
    for (u32 i = 0; i < cuts && !::testing::Test::HasFailure(); ++i) {
        usize const end = first + (events - first) * i / cuts;
        while (std::next(epoch) != files.epochs.end() && std::next(epoch)->begin <= end)
            ++epoch;
        disk.contents = disk.recording.cut(end, disk.sector_bytes, random);
        if constexpr (requires { machine.repair(); })
            ASSERT_EQ(machine.repair(), "") << "seed " << seed << ", cut " << i;
        else
            ASSERT_EQ(machine.mount(false), FsError::read_only);
        ASSERT_EQ(machine.mount(true), std::nullopt);
        EXPECT_EQ(files.problem(*epoch, *machine.paths), "") << "seed " << seed << ", cut " << i;
        EXPECT_EQ(machine.unmount(), std::nullopt);
    }
}

/// How many cuts a run has.
inline u32 cuts_of_run() {
    return std::getenv("FLAT_EXHAUSTIVE") ? 2000 : 100;
}

/// A disk that was left in use is only read until the machine's `repair`, and is written after it.
template<class Machine>
void leave_in_use_and_repair(Machine& machine) {
    ASSERT_EQ(machine.mount(false), std::nullopt);
    EXPECT_EQ(machine.paths->make("/a", Node::Kind::file), std::nullopt);
    ASSERT_TRUE(machine.files->sync().is_ok());
    Bytes const left = machine.disk.contents;
    EXPECT_EQ(machine.unmount(), std::nullopt);
    machine.disk.contents = left;
    EXPECT_EQ(machine.mount(false), FsError::read_only);
    EXPECT_EQ(machine.repair(), "");
    ASSERT_EQ(machine.mount(false), std::nullopt);
    EXPECT_EQ(machine.paths->make("/b", Node::Kind::file), std::nullopt);
    EXPECT_EQ(machine.unmount(), std::nullopt);
    EXPECT_EQ(machine.problems(), "");
}

} // namespace flat::fs::testing
