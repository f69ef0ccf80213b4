// SPDX-License-Identifier: BSD-2-Clause
// What whoever offers an object of a domain holds: its release ends the offer.
#include <service/made_offer.hpp>

namespace flat::service {

void MadeOffer::release() {
    Offer& offer = offer_;
    memory::Objects& objects = objects_;
    this->MadeOffer::~MadeOffer();
    objects.free(address_of(this), sizeof(MadeOffer));
    offer.withdraw();
    offer.release();
}

void* MadeOffer::narrow(InterfaceId wanted) {
    if (wanted == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (wanted == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::service
