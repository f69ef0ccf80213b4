// SPDX-License-Identifier: BSD-2-Clause
// Disks of System V's format, for tests.
#pragma once

#include <fs/host/disks/testing.hpp>
#include <fs/host/serving/testing.hpp>
#include <fs/sysv/checker/testing.hpp>
#include <fs/sysv/repair/testing.hpp>
#include <fs/sysv/system_v.hpp>

namespace flat::fs::sysv::testing {

class SomeSystemV final : public SystemV {
public:
    using SystemV::SystemV;
};

/// A disk, and what it takes to mount it.
class Machine : public fs::testing::DiskMachine<SomeSystemV, fs::testing::ServerThreads> {
public:
    void format(Making const& how) {
        making = how;
        disk.contents = make_disk(how);
    }

    /// What is wrong with the disk.
    std::string problems() const { return Checker(disk.contents, making).problems(); }

    /// Repairs the disk; what is wrong with it then.
    std::string repair() {
        Repair(disk.contents, making).run();
        return problems();
    }

    Making making;
};

} // namespace flat::fs::sysv::testing
