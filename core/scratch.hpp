// SPDX-License-Identifier: BSD-2-Clause
// Memory for as long as a block takes: a little from the stack, more from an allocator.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat {

/// Bytes of any values, aligned as words. `Allocator` is `flat.memory.Allocator` or does the same.
template<class Allocator>
class Scratch : NonCopyable {
public:
    /// `bytes` bytes; none if that is more than `bytes_max`, or there is no memory.
    Scratch(Allocator& allocator, u64 bytes, u64 bytes_max) : allocator_(allocator) {
        if (bytes > bytes_max) return;
        if (bytes > sizeof room_) {
            auto const found = allocator_.allocate(bytes, sizeof(u64));
            if (found.is_error()) return;
            allocated_ = found.value();
        }
        span_ = Span<u8>(allocated_ != 0 ? pointer_to<u8>(allocated_) : room_, bytes);
        is_there_ = true;
    }
    ~Scratch() {
        if (allocated_ != 0) allocator_.free(allocated_);
    }

    bool is_there() const { return is_there_; }
    Span<u8> span() const { return span_; }

private:
    Allocator& allocator_;
    vaddr allocated_ = 0;
    Span<u8> span_;
    bool is_there_ = false;
    alignas(u64) u8 room_[256];
};

} // namespace flat
