// SPDX-License-Identifier: BSD-2-Clause
// A server that answers or not, as it is asked to.
#pragma once

#include <partners/partner.flat.hpp>

namespace flat::partners {

/// What it asks `other` for, it answers.
class Partner : public PartnerComponent {
public:
    using PartnerComponent::PartnerComponent;

    Result<u64, demo::LedgerError> ask(Way way, u64 value) override;
};

} // namespace flat::partners
