// SPDX-License-Identifier: BSD-2-Clause
// Random operations on a file system of ours and, step by step, on one of the host's.
#pragma once

#include <fs/testing.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

namespace flat::fs::testing {

/// What UNIX calls a failure.
inline int number_of(std::optional<Code> failure) {
    if (!failure) return 0;
    switch (*failure) {
    case Code::not_found:
        return ENOENT;
    case Code::exists:
        return EEXIST;
    case Code::not_directory:
        return ENOTDIR;
    case Code::is_directory:
        return EISDIR;
    case Code::not_empty:
        return ENOTEMPTY;
    case Code::too_many_symbolic_links:
        return ELOOP;
    case Code::invalid:
        return EINVAL;
    default:
        return 1000 + static_cast<int>(*failure);
    }
}

/// How many random operations are done.
inline u32 operations_of_run() {
    return std::getenv("FLAT_EXHAUSTIVE") ? 10'000 : 1000;
}

/// A folder of the host's, and the same operations on both. Names are few, so that they meet; of
/// paths through other names of `.`, and such of which POSIX lets the failure be any, none is made.
class HostComparison {
public:
    /// What formats do not all have.
    struct Offers {
        bool has_links = true;
        bool has_long_names = true;
    };

    HostComparison(Paths& paths, u32 seed, Offers offers)
        : ours_(&paths), random_(seed), offers_(offers) {
        char name[] = "/tmp/flat-fs-XXXXXX";
        folder_ = mkdtemp(name);
    }
    ~HostComparison() { std::filesystem::remove_all(folder_); }

    /// Does something, and compares how it ends.
    void step() {
        std::string const a = path();
        std::string const b = path();
        switch (random_() % 12) {
        case 0:
        case 1:
            return same("create " + a, ours_->make(a, Node::Kind::file), host_create(a));
        case 2:
        case 3:
            return same("mkdir " + a, ours_->make(a, Node::Kind::directory, 0755),
                        ::mkdir(at(a), 0755));
        case 4:
            return same("unlink " + a, ours_->unlink(a), ::unlink(at(a)));
        case 5:
            return same("rmdir " + a, ours_->remove_directory(a), ::rmdir(at(a)));
        case 6:
            return same("rename " + a + " " + b, ours_->rename(a, b), rename_on_host(a, b));
        case 7:
            return offers_.has_links ? link(a, b) : truncate(a);
        case 8:
            return offers_.has_links ? symbolic_link(a, b) : truncate(a);
        case 9:
            return truncate(a);
        default:
            return write(a);
        }
    }

    /// Compares all that can be seen of both.
    void compare() { compare_directories("/"); }

    /// The same file system is mounted anew.
    void go_on_with(Paths& paths) { ours_ = &paths; }

    u32 failures() const { return failures_; }

private:
    char const* at(std::string const& path) {
        std::string& room = rooms_[next_room_++ % rooms_.size()];
        room = folder_ + path;
        return room.c_str();
    }

    /// One of few names in one of few directories.
    std::string path() {
        std::string result;
        u32 const depth = random_() % 3;
        for (u32 i = 0; i <= depth; ++i)
            result += std::string("/") + "abcd"[random_() % 4] + long_tail();
        return result;
    }
    /// Most names are short.
    std::string long_tail() {
        bool const is_long = random_() % 16 == 0 && offers_.has_long_names;
        return is_long ? std::string(200, 'x') : std::string();
    }

    void same(std::string const& what, std::optional<Code> failure, int host) {
        int const host_number = host == 0 ? 0 : errno;
        if (host_number != 0) ++failures_;
        EXPECT_EQ(number_of(failure), host_number) << what;
    }
    int host_create(std::string const& path) {
        int const file = ::open(at(path), O_CREAT | O_EXCL | O_WRONLY, 0644);
        return file < 0 ? file : ::close(file);
    }
    int rename_on_host(std::string const& a, std::string const& b) {
        return std::rename(at(a), at(b));
    }
    void link(std::string const& a, std::string const& b) {
        // Links to directories are EPERM to Linux, and only we have no better name for it.
        struct stat about = {};
        if (::lstat(at(a), &about) == 0 && S_ISDIR(about.st_mode)) return;
        same("link " + a + " " + b, ours_->link(a, b), ::link(at(a), at(b)));
    }
    void symbolic_link(std::string const& a, std::string const& b) {
        std::string const target = b.substr(1); // from where the link is
        same("symlink " + target + " " + a, ours_->make_link(a, target),
             ::symlink(target.c_str(), at(a)));
    }
    u64 size() { return random_() % 3 == 0 ? random_() % 3'000'000 : random_() % 20'000; }
    void truncate(std::string const& path) {
        u64 const bytes = size();
        same("truncate " + path, ours_->truncate(path, bytes),
             ::truncate(at(path), static_cast<off_t>(bytes)));
    }
    void write(std::string const& path) {
        u64 const offset = size();
        Bytes const bytes = block::testing::pattern(1 + random_() % 9000, random_());
        auto const failure = ours_->write(path, offset, bytes);
        int const file = ::open(at(path), O_WRONLY);
        same("write " + path, failure, file < 0 ? file : 0);
        if (file < 0) return;
        EXPECT_EQ(::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset)),
                  static_cast<ssize_t>(bytes.size()));
        ::close(file);
    }

    void compare_directories(std::string const& path) {
        std::vector<std::string> theirs;
        for (auto const& each : std::filesystem::directory_iterator(at(path)))
            theirs.push_back(each.path().filename().string());
        std::sort(theirs.begin(), theirs.end());
        ASSERT_EQ(ours_->list(path), theirs) << path;
        u32 directories = 0;
        for (std::string const& each : theirs)
            directories += compare_nodes((path == "/" ? "/" : path + "/") + each);
        EXPECT_EQ(ours_->attributes(path).links, directories + 2) << path;
    }
    /// Whether the node is a directory.
    bool compare_nodes(std::string const& path) {
        struct stat about = {};
        EXPECT_EQ(::lstat(at(path), &about), 0) << path;
        auto const attributes = ours_->attributes(path);
        EXPECT_EQ(attributes.mode, S_ISLNK(about.st_mode) ? 0 : about.st_mode & 07777u) << path;
        if (S_ISDIR(about.st_mode)) {
            EXPECT_EQ(attributes.kind, Node::Kind::directory) << path;
            compare_directories(path);
            return true;
        }
        EXPECT_EQ(attributes.links, about.st_nlink) << path;
        EXPECT_EQ(attributes.size_bytes, static_cast<u64>(about.st_size)) << path;
        if (S_ISLNK(about.st_mode)) {
            EXPECT_EQ(ours_->target(path), std::filesystem::read_symlink(at(path)).string())
                << path;
            return false;
        }
        EXPECT_EQ(attributes.kind, Node::Kind::file) << path;
        Bytes theirs(attributes.size_bytes);
        int const file = ::open(at(path), O_RDONLY);
        EXPECT_EQ(::read(file, theirs.data(), theirs.size()), static_cast<ssize_t>(theirs.size()));
        ::close(file);
        EXPECT_TRUE(ours_->read(path, 0, attributes.size_bytes + 10) == theirs) << path;
        return false;
    }

    Paths* ours_;
    std::mt19937 random_;
    Offers offers_;
    std::string folder_;
    std::array<std::string, 4> rooms_;
    u32 next_room_ = 0;
    u32 failures_ = 0;
};

} // namespace flat::fs::testing
