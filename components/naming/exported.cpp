// SPDX-License-Identifier: BSD-2-Clause
// What whoever exports an object holds: its release takes the name away.
#include <naming/exported.hpp>

namespace flat::naming {

void Exported::release() {
    static_cast<void>(context_.remove(Text(text_, size_).bytes()));
    memory::Objects& objects = objects_;
    this->Exported::~Exported();
    objects.free(address_of(this), sizeof(Exported));
}

void* Exported::narrow(InterfaceId wanted) {
    if (wanted == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (wanted == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::naming
