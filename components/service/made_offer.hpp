// SPDX-License-Identifier: BSD-2-Clause
// What whoever offers an object of a domain holds: its release ends the offer.
#pragma once

#include <core/list.hpp>
#include <core/served.hpp>
#include <core/utility.hpp>
#include <flat/service/offer.hpp>

namespace flat::service {

class OfferServer;

/// An offer, and one hold of what it offers. After its release it waits until nobody else holds
/// the offer, for whoever does may use its target.
class MadeOffer final : public core::AbstractResource, NonCopyable {
public:
    MadeOffer(OfferServer& server, Offer& offer, Served& served)
        : server_(server), offer_(offer), served_(served) {}

    void release() override;
    void* narrow(InterfaceId wanted) override;

    Offer& offer() const { return offer_; }

    /// Gives back what it holds, and its memory.
    void end(memory::Objects& objects);

    /// Its place among those that wait.
    ListLink<MadeOffer> link;

private:
    OfferServer& server_;
    Offer& offer_;
    Served& served_;
};

} // namespace flat::service
