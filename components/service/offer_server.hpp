// SPDX-License-Identifier: BSD-2-Clause
// Offers of objects of all domains, each held by whoever has found it.
#pragma once

#include <core/calls/served.hpp>
#include <core/utility.hpp>
#include <flat/service/offer.hpp>
#include <service/offer_server.flat.hpp>

namespace flat::service {

/// Its offers are a trader's, to which it adds; so those are found, too, that components of the
/// kernel have made there. A method blocks where it is the last to let go of what was given.
class OfferServer : public OfferServerComponent, NonCopyable {
public:
    using Found = Result<core::AbstractResource*, TradeError>;

    OfferServer(Ports const& ports, Attributes const& attributes)
        : OfferServerComponent(ports, attributes), store_(*objects) {}

    Found export_(core::AbstractResource& target, u64 type, Span<u8 const> properties) override;
    Result<u64, TradeError> find(u64 type, Span<u8 const> constraint, u64 after) override;
    Result<u32, TradeError> properties(u64 type, u64 number, Span<u8> destination) override;
    Found target(u64 type, u64 number) override;

private:
    Found offer(Served& served, u64 type, Span<u8 const> properties);
    Result<Offer*, TradeError> offer_of(u64 type, u64 number);
    Result<Top*, TradeError> held_target(Offer& offer, Served*& served);

    ServedStore store_;
};

} // namespace flat::service
