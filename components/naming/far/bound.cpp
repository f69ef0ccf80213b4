// SPDX-License-Identifier: BSD-2-Clause
// One binding to an object of another domain, which it holds.
#include <naming/far/bound.hpp>

#include <naming/far/binder.hpp>

namespace flat::naming::far {

Result<void, binding::SlotError> Bound::unbind() {
    return binder_.unbind(*this);
}

Result<void, binding::SlotError> Bound::leave() {
    if (&slot().server() != &server_) return {};
    TRY(slot().exchange(*before_));
    return {};
}

void Bound::release() {
    binder_.forget(*this);
}

void* Bound::narrow(InterfaceId id) {
    if (id == binding::NamedBinding::interface_id) return static_cast<NamedBinding*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    return id == Top::interface_id ? static_cast<Top*>(this) : nullptr;
}

} // namespace flat::naming::far
