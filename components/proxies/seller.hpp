// SPDX-License-Identifier: BSD-2-Clause
// Offers a sum with properties, and keeps it.
#pragma once

#include <proxies/counted_tally.hpp>
#include <proxies/seller.flat.hpp>

namespace flat::proxies {

/// Panics where an offer is refused that is right, or taken that is wrong. Afterwards it serves.
class Seller : public SellerComponent, NonCopyable {
public:
    using SellerComponent::SellerComponent;

    void run() override;

private:
    void refuses(u64 type, Text text, service::TradeError::Code code);

    CountedTally tally_;
};

} // namespace flat::proxies
