// SPDX-License-Identifier: BSD-2-Clause
// What tests of file systems have in common: the kernel around them, and calls by path.
#pragma once

#include <block/testing.hpp>
#include <core/calls/holding.hpp>
#include <core/top.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/file.hpp>
#include <flat/fs/file_system.hpp>
#include <flat/fs/names.hpp>
#include <flat/fs/symbolic_link.hpp>
#include <flat/hal/clock.hpp>
#include <fs/mounted_names.hpp>
#include <fs/ram_files.hpp>
#include <mapping/mappings.hpp>
#include <mapping/testing.hpp>
#include <memory/replacement/clock.hpp>
#include <memory/slabs.hpp>
#include <memory/testing.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace flat::fs::testing {

using Bytes = std::vector<u8>;
using Code = FsError::Code;

/// Goes on by a second each time somebody looks.
class TestClock final : public hal::Clock {
public:
    i64 now_ns() override { return now += 1'000'000'000; }

    i64 now = 1'000'000'000'000'000'000;
};

class SomeReplacement final : public memory::replacement::Clock {
public:
    SomeReplacement() : Clock({}, {}) {}
};

/// What file systems require, over memory of the host's. A second one at the same time has other
/// addresses.
struct Kernel {
    explicit Kernel(paddr first = paddr{1} << 30)
        : frames(256 << 20, first), record_frames(256 << 20, first + (paddr{3} << 30)) {}

    memory::testing::FakeFrames frames;
    memory::testing::FakeFrames record_frames;
    memory::Slabs objects{{.frames = record_frames}, {}};
    mapping::testing::FakeMmu mmu;
    block::testing::TestThreads threads;
    SomeReplacement replacement;
    mapping::Mappings pages{
        {.mmu = mmu, .objects = objects, .threads = threads, .replacement = replacement},
        {.cache_pages = 32, .dirty_limit = 28}}; // so few that pages leave, and writers wait, often
    TestClock clock;
};

/// Files in memory.
class SomeFiles final : public RamFiles {
public:
    using RamFiles::RamFiles;
    explicit SomeFiles(Kernel& kernel)
        : RamFiles({.objects = kernel.objects,
                    .contents = kernel.frames,
                    .pages = kernel.pages,
                    .threads = kernel.threads,
                    .clock = kernel.clock},
                   {}) {}
};

/// The graph of names whose root is that of `first`.
class SomeNames final : public MountedNames {
public:
    using MountedNames::MountedNames;
    SomeNames(Kernel& kernel, FileSystem& first)
        : MountedNames(
              {.first = first, .objects = kernel.objects, .threads = kernel.threads, .rule = {}},
              {}) {}
};

inline Span<u8 const> span_of(std::string const& text) {
    return Span<u8 const>(reinterpret_cast<u8 const*>(text.data()), text.size());
}

/// Why something failed, if it did.
template<class R>
std::optional<Code> code_of(R const& result) {
    if (result.is_ok()) return std::nullopt;
    return result.error().code;
}

/// File systems as a program sees them: by paths from the root.
class Paths {
public:
    explicit Paths(fs::Names& names) : names_(names), root_(names.root().value()) {}

    using Failure = std::optional<Code>;

    Directory& root() { return *root_; }
    Result<Node*, FsError> node(std::string const& path, bool follows = true) {
        return names_.resolve(*root_, *root_, span_of(path), follows);
    }

    /// What is done in the directory of a path's last name, and with that.
    template<class Do>
    Failure in_parent(std::string const& path, Do act) {
        auto const found = names_.resolve_parent(*root_, *root_, span_of(path));
        if (found.is_error()) return found.error().code;
        Holding<Directory> parent(found.value());
        auto const last = names_.last(span_of(path));
        return act(*parent, span_of(path).part(last.offset, last.bytes));
    }
    template<class Do>
    Failure in_file(std::string const& path, Do act) {
        auto const found = node(path);
        if (found.is_error()) return found.error().code;
        Holding<Node> held(found.value());
        auto* const file = narrow_to<File>(*held);
        if (!file) return Code::is_directory;
        return act(*file);
    }

    Failure make(std::string const& path, Node::Kind kind, u32 mode = 0644) {
        return in_parent(path, [&](Directory& in, Span<u8 const> name) {
            auto const made = in.create(name, {kind, mode, 0, 0, 0});
            if (made.is_ok()) made.value()->release();
            return code_of(made);
        });
    }
    Failure make_link(std::string const& path, std::string const& target) {
        return in_parent(path, [&](Directory& in, Span<u8 const> name) {
            auto const made = in.create_link(name, span_of(target), {});
            if (made.is_ok()) made.value()->release();
            return code_of(made);
        });
    }
    Failure unlink(std::string const& path) {
        return in_parent(
            path, [&](Directory& in, Span<u8 const> name) { return code_of(in.unlink(name)); });
    }
    Failure remove_directory(std::string const& path) {
        return in_parent(path, [&](Directory& in, Span<u8 const> name) {
            return code_of(in.remove_directory(name));
        });
    }
    Failure link(std::string const& from, std::string const& to) {
        auto const found = node(from, false);
        if (found.is_error()) return found.error().code;
        Holding<Node> held(found.value());
        return in_parent(
            to, [&](Directory& in, Span<u8 const> name) { return code_of(in.link(name, *held)); });
    }
    Failure rename(std::string const& from, std::string const& to) {
        return in_parent(from, [&](Directory& in, Span<u8 const> name) {
            return in_parent(to, [&](Directory& target, Span<u8 const> new_name) {
                return code_of(in.rename(name, target, new_name));
            });
        });
    }
    Failure write(std::string const& path, u64 offset, Bytes const& bytes) {
        return in_file(path, [&](File& file) {
            return code_of(file.write(offset, {bytes.data(), bytes.size()}));
        });
    }
    Failure truncate(std::string const& path, u64 size) {
        return in_file(path, [&](File& file) { return code_of(file.truncate(size)); });
    }
    Bytes read(std::string const& path, u64 offset = 0, usize count = 1 << 24) {
        Bytes bytes(count);
        auto const failure = in_file(path, [&](File& file) {
            bytes.resize(file.read(offset, {bytes.data(), bytes.size()}).value());
            return Failure();
        });
        EXPECT_FALSE(failure) << path;
        return bytes;
    }
    std::string target(std::string const& path) {
        Holding<Node> held(node(path, false).value());
        char room[4096];
        auto const size =
            narrow_to<SymbolicLink>(*held)->target({reinterpret_cast<u8*>(room), sizeof room});
        return std::string(room, size.value());
    }
    Node::Attributes attributes(std::string const& path) {
        Holding<Node> held(node(path, false).value());
        return held->attributes();
    }
    /// The names of a directory but its own two, sorted.
    std::vector<std::string> list(std::string const& path) {
        Holding<Node> held(node(path).value());
        std::vector<std::string> names;
        u8 room[Directory::name_max];
        for (u64 place = 0;;) {
            auto const entry = narrow_to<Directory>(*held)->next(place, room).value();
            if (entry.name_bytes == 0) break;
            names.emplace_back(reinterpret_cast<char const*>(room), entry.name_bytes);
            place = entry.next;
        }
        std::erase_if(names, [](auto const& each) { return each == "." || each == ".."; });
        std::sort(names.begin(), names.end());
        return names;
    }

private:
    fs::Names& names_;
    Holding<Directory> root_;
};

} // namespace flat::fs::testing
