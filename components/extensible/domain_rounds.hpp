// SPDX-License-Identifier: BSD-2-Clause
// Has a domain load components, well and badly, and sees that nothing is left of it.
#pragma once

#include <extensible/domain_rounds.flat.hpp>
#include <extensible/domain_way.hpp>
#include <flat/service/offer.hpp>

namespace flat::extensible {

/// Panics when a domain ends otherwise than it should, or a frame is lost.
class DomainRounds : public DomainRoundsComponent {
public:
    using DomainRoundsComponent::DomainRoundsComponent;

    void run() override;

    /// What the domain `app` is to do: a number, for 0. For others what they ask for.
    u64 pass(u64 value) override;

private:
    u32 status_of(DomainWay way);
    void leave_nothing();
    u64 withdraw();

    DomainWay way_ = DomainWay::whole;
    service::Offer* offer_ = nullptr;
};

} // namespace flat::extensible
