// SPDX-License-Identifier: BSD-2-Clause
// Limits of what owners of nodes may have.
#include <fs/quotas/owner_quotas.hpp>

#include <core/top.hpp>
#include <fs/quotas/counted_volume.hpp>
#include <fs/quotas/space_scan.hpp>

namespace flat::fs::quotas {

namespace {

/// INVALID if it is none whose space can be counted.
Outcome<Volume*> volume_of(FileSystem& files) {
    if (auto* const volume = narrow_to<Volume>(files)) return volume;
    return FsError{FsError::invalid};
}

/// What counts a volume, as long as the caller holds its lock: INVALID if nothing does.
Outcome<CountedVolume*> count_of(Volume& volume) {
    if (SpaceRule* const rule = volume.space_rule()) return static_cast<CountedVolume*>(rule);
    return FsError{FsError::invalid};
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
    Outcome<void> const outcome = volume->noted(scan.run());
    if (outcome.is_error())
        count->ended();
    else
        volume->count_by(*count);
    return outcome;
}

Result<void, FsError> OwnerQuotas::set_most(FileSystem& of, u32 owner, Amount const& most) {
    Volume* const volume = TRY(volume_of(of));
    auto const guard = volume->lock();
    return TRY(count_of(*volume))->set_most(owner, most);
}

Result<OwnerLimits::Account, FsError> OwnerQuotas::account(FileSystem& of, u32 owner) {
    Volume* const volume = TRY(volume_of(of));
    auto const guard = volume->lock();
    return TRY(count_of(*volume))->account(owner);
}

} // namespace flat::fs::quotas
