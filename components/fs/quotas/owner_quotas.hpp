// SPDX-License-Identifier: BSD-2-Clause
// Limits of what owners of nodes may have.
#pragma once

#include <core/utility.hpp>
#include <core/waiting_lock.hpp>
#include <fs/nodes/volume.hpp>
#include <fs/quotas/owner_quotas.flat.hpp>

namespace flat::fs::quotas {

/// A file system is counted from the first time that somebody asks, until it is unmounted. A page
/// is refused whose part of the file is more than the owner may have yet; one that has some of its
/// space is refused only if nothing is left. What the format needs besides (the rest of a block,
/// tables, longer directories) is counted, but not refused.
class OwnerQuotas : public OwnerQuotasComponent, NonCopyable {
public:
    OwnerQuotas(Ports const& ports, Attributes const& attributes)
        : OwnerQuotasComponent(ports, attributes), lock_(*threads) {}

    Result<void, FsError> start(FileSystem& of) override;
    Result<void, FsError> set_most(FileSystem& of, u32 owner, Amount const& most) override;
    Result<Account, FsError> account(FileSystem& of, u32 owner) override;

private:
    WaitingLock lock_; // of those who start; before that of a volume
};

} // namespace flat::fs::quotas
