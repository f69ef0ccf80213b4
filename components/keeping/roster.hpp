// SPDX-License-Identifier: BSD-2-Clause
// Keeps who has enrolled, and calls them by what they have passed.
#pragma once

#include <core/utility.hpp>
#include <flat/demo/tally.hpp>
#include <keeping/roster.flat.hpp>

namespace flat::keeping {

/// Its members live in other domains, several of which are of one image.
class Roster : public RosterComponent, NonCopyable {
public:
    using RosterComponent::RosterComponent;

    static constexpr u32 members_max = 32;

    Result<u32, demo::LedgerError> enroll(demo::Tally& member) override;
    Result<u64, demo::LedgerError> ask(u32 number, u64 amount) override;
    Result<void, demo::LedgerError> hide(u32 number) override;
    Result<void, demo::LedgerError> clear() override;

private:
    demo::Tally* member(u32 number) const;

    demo::Tally* members_[members_max] = {};
    u32 count_ = 0;
};

} // namespace flat::keeping
