// SPDX-License-Identifier: BSD-2-Clause
// Disks with FAT that the host's programs have made, for tests.
#pragma once

#include <fs/fat/fat.hpp>
#include <fs/host/disks/testing.hpp>

namespace flat::fs::fat::testing {

using fs::testing::Bytes;
using fs::testing::Folder;

class SomeFat final : public Fat {
public:
    using Fat::Fat;
};

/// A disk, and what it takes to mount it.
class Machine : public fs::testing::DiskMachine<SomeFat> {
public:
    /// Makes the disk by mkfs.fat, and copies what is in a folder to it by mtools.
    void format(std::string const& options, u32 kib, std::string const& folder = "") {
        Folder place;
        std::string const image = place.path + "/image";
        ASSERT_EQ(
            fs::testing::run("mkfs.fat -C " + options + " " + image + " " + std::to_string(kib)),
            0);
        if (!folder.empty())
            ASSERT_EQ(fs::testing::run("mcopy -s -m -i " + image + " " + folder + "/* ::"), 0);
        disk.contents = fs::testing::contents_of(image);
    }

    /// Has fsck.fat repair the disk; what is wrong with it then.
    std::string repair() {
        Folder place;
        std::string const image = place.path + "/image";
        fs::testing::write_file(image, disk.contents);
        fs::testing::run("fsck.fat -a " + image);
        disk.contents = fs::testing::contents_of(image);
        return fs::testing::run("fsck.fat -n " + image) == 0 ? "" : "fsck.fat is not content";
    }

    /// Whether fsck.fat has nothing to say about the disk.
    void check() {
        Folder place;
        std::string const image = place.path + "/image";
        fs::testing::write_file(image, disk.contents);
        EXPECT_EQ(fs::testing::run("fsck.fat -n " + image), 0);
    }
};

} // namespace flat::fs::fat::testing
