// SPDX-License-Identifier: BSD-2-Clause
// What whoever offers an object of a domain holds: its release ends the offer.
#pragma once

#include <core/utility.hpp>
#include <flat/core/abstract_resource.hpp>
#include <flat/memory/objects.hpp>
#include <flat/service/offer.hpp>

namespace flat::service {

/// An offer, to which its target was given: that goes when nobody else holds the offer.
class MadeOffer final : public core::AbstractResource, NonCopyable {
public:
    /// Its own memory is of `objects`.
    MadeOffer(memory::Objects& objects, Offer& offer) : objects_(objects), offer_(offer) {}

    void release() override;
    void* narrow(InterfaceId wanted) override;

private:
    memory::Objects& objects_;
    Offer& offer_;
};

} // namespace flat::service
