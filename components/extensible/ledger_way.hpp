// SPDX-License-Identifier: BSD-2-Clause
// What a domain is to do, as a ledger of another one says, which may be out of reach.
#pragma once

#include <extensible/ledger_way.flat.hpp>

namespace flat::extensible {

/// The sum is a `DomainWay`.
class LedgerWay : public LedgerWayComponent {
public:
    using LedgerWayComponent::LedgerWayComponent;

    u64 pass(u64 value) override;
};

} // namespace flat::extensible
