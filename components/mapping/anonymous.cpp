// SPDX-License-Identifier: BSD-2-Clause
// Memory objects that nobody else has: zeros, and copies of images.
#include <mapping/anonymous.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>
#include <mapping/anonymous_object.hpp>

#include <new>

namespace flat::mapping {

using memory::MemoryError;
using memory::OwnedObject;

Result<OwnedObject*, MemoryError> Anonymous::zeros(memory::Frames& frames, u64 count) {
    return image(frames, count, 0, 0);
}

Result<OwnedObject*, MemoryError> Anonymous::image(memory::Frames& frames, u64 count, paddr source,
                                                   u64 bytes) {
    bool const has_room = divide_up<u64>(bytes, domain::page_size) <= count;
    if (count == 0 || !has_room) return MemoryError{MemoryError::Code::invalid};
    auto* const place = pointer_to<void>(TRY(memory->allocate(sizeof(AnonymousObject))));
    AnonymousObject::Source const contents{count, source, bytes};
    return static_cast<OwnedObject*>(new (place)
                                         AnonymousObject(*memory, *pages, frames, contents));
}

} // namespace flat::mapping
