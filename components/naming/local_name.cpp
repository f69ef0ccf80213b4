// SPDX-License-Identifier: BSD-2-Clause
// A name in the local naming context.
#include <naming/local_name.hpp>

#include <core/memory.hpp>

namespace flat::naming {

LocalName::LocalName(core::NamingContext& context, Text text, Top& target)
    : context_(context), target_(target), size_(static_cast<u8>(text.size())) {
    assert(text.size() <= text_max);
    memcpy(characters_, text.data(), text.size());
}

u32 LocalName::to_byte(Span<u8> destination) {
    return text().write_to(destination);
}

void* LocalName::narrow(InterfaceId id) {
    if (id == core::Name::interface_id) return static_cast<core::Name*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::naming
