// SPDX-License-Identifier: BSD-2-Clause
// What a file system asks before its nodes occupy more, where that is counted.
#pragma once

#include <flat/fs/owner_limits.hpp>
#include <fs/outcome.hpp>

namespace flat::fs {

/// Space and nodes of one file system, by the owners of its nodes. Methods are called with the
/// file system's lock, and do not block.
class SpaceRule {
public:
    using Amount = OwnerLimits::Amount;

    /// Whether an owner may have so much more: OVER_QUOTA, OUT_OF_MEMORY. Whose `check` has
    /// succeeded once is known from then on.
    virtual Outcome<void> check(u32 owner, Amount const& more) = 0;

    /// Something of an owner has become larger or smaller. On a damaged disk the owner may be one
    /// that is not known, and what it had before may not have been counted; of one that is not
    /// known nothing is counted if there is no memory.
    virtual void change(u32 owner, Amount const& before, Amount const& after) = 0;

    /// The file system is unmounted, and asks no more.
    virtual void ended() = 0;

protected:
    ~SpaceRule() = default;
};

} // namespace flat::fs
