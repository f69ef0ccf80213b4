// SPDX-License-Identifier: BSD-2-Clause
// Disks with ext2 that the host's programs have made, for tests.
#pragma once

#include <fs/ext2/ext2.hpp>
#include <fs/host/disks/testing.hpp>
#include <fs/host/serving/testing.hpp>

namespace flat::fs::ext2::testing {

using fs::testing::Bytes;
using fs::testing::contents_of;
using fs::testing::Folder;
using fs::testing::run;
using fs::testing::ServerThreads;
using fs::testing::SomeNames;
using fs::testing::write_file;

class SomeExt2 final : public Ext2 {
public:
    using Ext2::Ext2;
};

/// A disk, and what it takes to mount it.
class Machine : public fs::testing::DiskMachine<SomeExt2, ServerThreads> {
public:
    /// Makes the disk by mke2fs, of a folder's contents if one is named.
    void format(std::string const& options, std::string const& folder = "") {
        Folder place;
        std::string const image = place.path + "/image";
        std::string const source = folder.empty() ? "" : " -d " + folder;
        ASSERT_EQ(run("mke2fs -q -F -t ext2 " + source + " " + image + " " + options), 0);
        disk.contents = contents_of(image);
    }

    /// What e2fsck finds wrong with the disk.
    std::string problems() const {
        Folder place;
        write_file(place.path + "/image", disk.contents);
        std::string const report = place.path + "/report";
        if (run("e2fsck -f -n " + place.path + "/image > " + report + " 2>&1; exit $?") == 0)
            return "";
        Bytes const text = contents_of(report);
        return std::string(text.begin(), text.end());
    }

    /// Has e2fsck repair the disk; what is wrong with it then.
    std::string repair() {
        Folder place;
        write_file(place.path + "/image", disk.contents);
        int const status = run("e2fsck -f -y " + place.path + "/image");
        disk.contents = contents_of(place.path + "/image");
        return status < 0 ? "e2fsck has failed" : problems();
    }

    SomeExt2& ext2 = format_of_disk;
};

} // namespace flat::fs::ext2::testing
