// SPDX-License-Identifier: BSD-2-Clause
// Frames with limits, made from others.
#include <memory/quotas.hpp>

#include <memory/limited_frames.hpp>

#include <new>

namespace flat::memory {

Result<Quota*, MemoryError> Quotas::create(Frames& source, u64 limit_bytes) {
    void* const place = pointer_to<void>(TRY(objects->allocate(sizeof(LimitedFrames))));
    return static_cast<Quota*>(new (place) LimitedFrames(*objects, source, limit_bytes));
}

} // namespace flat::memory
