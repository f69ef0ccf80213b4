// SPDX-License-Identifier: BSD-2-Clause
// Has a domain load components, well and badly, and sees that nothing is left of it.
#pragma once

#include <extensible/domain_rounds.flat.hpp>
#include <extensible/domain_way.hpp>

namespace flat::extensible {

/// Panics when a domain ends otherwise than it should, or a frame is lost.
class DomainRounds : public DomainRoundsComponent {
public:
    using DomainRoundsComponent::DomainRoundsComponent;

    void run() override;

    /// What the domain `app` is to do, and the value: its number, for 0.
    u64 pass(u64 value) override { return value + static_cast<u64>(way_); }

private:
    u32 status_of(DomainWay way);
    void leave_nothing();

    DomainWay way_ = DomainWay::whole;
};

} // namespace flat::extensible
