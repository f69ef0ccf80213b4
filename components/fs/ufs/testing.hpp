// SPDX-License-Identifier: BSD-2-Clause
// Disks with FFS that makefs has made, for tests.
#pragma once

#include <fs/host/disks/testing.hpp>
#include <fs/host/serving/testing.hpp>
#include <fs/ufs/checker/testing.hpp>
#include <fs/ufs/repair/testing.hpp>
#include <fs/ufs/ufs.hpp>

namespace flat::fs::ufs::testing {

using fs::testing::Bytes;
using fs::testing::contents_of;
using fs::testing::Folder;
using fs::testing::run;
using fs::testing::write_file;

class SomeUfs final : public Ufs {
public:
    using Ufs::Ufs;
};

/// A disk, and what it takes to mount it.
class Machine : public fs::testing::DiskMachine<SomeUfs, fs::testing::ServerThreads> {
public:
    /// Makes the disk by makefs, of a folder's contents if one is named.
    void format(std::string const& options, std::string const& folder = "") {
        Folder place;
        std::string const image = place.path + "/image";
        std::filesystem::create_directory(place.path + "/empty");
        std::string const source = folder.empty() ? place.path + "/empty" : folder;
        ASSERT_EQ(run("makefs -t ffs " + options + " " + image + " " + source), 0);
        disk.contents = contents_of(image);
    }

    /// What is wrong with the disk.
    std::string problems() const { return Checker(disk.contents).problems(); }

    /// Repairs the disk; what is wrong with it then.
    std::string repair() {
        Repair(disk.contents).run();
        return problems();
    }

    SomeUfs& ufs = format_of_disk;
};

} // namespace flat::fs::ufs::testing
