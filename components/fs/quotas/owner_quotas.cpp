// SPDX-License-Identifier: BSD-2-Clause
// Limits of what owners of nodes may have.
#include <fs/quotas/owner_quotas.hpp>

#include <core/top.hpp>
#include <fs/quotas/counted_volume.hpp>
#include <fs/quotas/space_scan.hpp>

namespace flat::fs::quotas {

namespace {

/// What counts a volume, whose lock the caller holds; null: nothing does.
CountedVolume* count_of(Volume& volume) {
    return static_cast<CountedVolume*>(volume.space_rule());
}

} // namespace

Result<void, FsError> OwnerQuotas::start(FileSystem& of) {
    auto* const volume = narrow_to<Volume>(of);
    if (!volume || !volume->has_owned_space()) return FsError{FsError::not_supported};
    WaitingLock::Guard const starting(lock_);
    auto const guard = volume->lock();
    if (volume->space_rule()) return {};
    CountedVolume* const count = TRY(CountedVolume::make(*objects));
    SpaceScan scan(*volume, *objects, *count);
    Outcome<void> const outcome = scan.run();
    if (outcome.is_error())
        count->ended();
    else
        volume->count_by(*count);
    return outcome;
}

Result<void, FsError> OwnerQuotas::set_most(FileSystem& of, u32 owner, Amount const& most) {
    Volume* const volume = TRY(counted(of));
    auto const guard = volume->lock();
    return count_of(*volume)->set_most(owner, most);
}

Result<OwnerLimits::Account, FsError> OwnerQuotas::account(FileSystem& of, u32 owner) {
    Volume* const volume = TRY(counted(of));
    auto const guard = volume->lock();
    return count_of(*volume)->account(owner);
}

Outcome<Volume*> OwnerQuotas::counted(FileSystem& of) {
    auto* const volume = narrow_to<Volume>(of);
    if (!volume) return FsError{FsError::invalid};
    auto const guard = volume->lock();
    if (!volume->space_rule()) return FsError{FsError::invalid};
    return volume;
}

} // namespace flat::fs::quotas
