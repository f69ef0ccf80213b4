// SPDX-License-Identifier: BSD-2-Clause
// Disks that programs of the host's have made and look at, for tests of their formats.
#pragma once

#include <fs/host/recording/testing.hpp>
#include <fs/testing.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace flat::fs::testing {

/// A folder that ends with the test.
class Folder {
public:
    Folder() {
        // In memory: programs that look at disks wait for theirs.
        char name[] = "/dev/shm/flat-disk-XXXXXX";
        path = mkdtemp(name);
    }
    ~Folder() { std::filesystem::remove_all(path); }

    std::string path;
};

inline Bytes contents_of(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    Bytes bytes(std::filesystem::file_size(path));
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

inline void write_file(std::string const& path, Bytes const& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<char const*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

/// What a command of the host's ends with.
inline int run(std::string const& command) {
    return std::system(("PATH=$PATH:/usr/sbin; " + command + " > /dev/null 2>&1").c_str());
}

/// A disk, and what it takes to mount it by the component `F`.
template<class F, class Threads = block::testing::TestThreads>
class DiskMachine {
public:
    /// How mounting ends; the file system is the root of all names then.
    std::optional<Code> mount(bool is_read_only = true) {
        auto const found = format_of_disk.mount(disk, is_read_only);
        if (found.is_error()) return found.error().code;
        files = found.value();
        auto const root = files->root();
        if (root.is_error()) {
            EXPECT_TRUE(files->unmount().is_ok());
            return root.error().code;
        }
        root.value()->release();
        names.emplace(
            SomeNames::Ports{
                .first = *files, .objects = kernel.objects, .threads = threads, .rule = {}},
            SomeNames::Attributes{});
        paths.emplace(*names);
        return std::nullopt;
    }
    std::optional<Code> unmount() {
        paths.reset();
        names.reset();
        return code_of(files->unmount());
    }

    Kernel kernel;
    Threads threads;
    RecordingDisk disk;
    F format_of_disk{ports(), {}};
    FileSystem* files = nullptr;
    std::optional<SomeNames> names;
    std::optional<Paths> paths;

private:
    /// Formats that are only read need no clock.
    auto ports() {
        using Ports = typename F::Ports;
        constexpr bool has_clock = requires(Ports all) { all.clock; };
        if constexpr (has_clock)
            return Ports{.objects = kernel.objects,
                         .contents = kernel.frames,
                         .pages = kernel.pages,
                         .threads = threads,
                         .clock = kernel.clock};
        else
            return Ports{.objects = kernel.objects,
                         .contents = kernel.frames,
                         .pages = kernel.pages,
                         .threads = threads};
    }
};

} // namespace flat::fs::testing
