// SPDX-License-Identifier: BSD-2-Clause
// An object that is given to those who find it by a name or as an offer.
#include <core/calls/served.hpp>

#include <core/assert.hpp>

#include <new>

namespace flat {

Served* ServedStore::add(Top& target, InterfaceId type, core::AbstractResource* given) {
    auto const place = objects_.allocate(sizeof(Served));
    if (place.is_error()) return nullptr;
    return new (pointer_to<void>(place.value())) Served(*this, target, type, given);
}

void ServedStore::drop(Served& served) {
    {
        auto const counts = lock();
        assert(served.holders_ > 0);
        if (--served.holders_ > 0) return;
    }
    if (served.given_) served.given_->release();
    served.Served::~Served();
    objects_.free(address_of(&served), sizeof(Served));
}

void* Served::narrow(InterfaceId wanted) {
    if (wanted == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (wanted == id) return this;
    if (wanted == Top::interface_id) return static_cast<Top*>(this);
    return wanted == type_ ? target_.narrow(wanted) : nullptr;
}

} // namespace flat
