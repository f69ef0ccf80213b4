// SPDX-License-Identifier: BSD-2-Clause
// Buffers that messages consist of, with counts of their users.
#pragma once

#include <core/atomic.hpp>
#include <core/guarded.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat {

class BufferPool;

/// A buffer of the pool. What describes it lies apart from its bytes: a device that writes too far
/// damages data, and never a count or an address.
struct Buffer : NonCopyable {
    /// Two to a page: the longest frame, and room for headers before it.
    static constexpr u32 size_bytes = 2048;

    u8* bytes = nullptr;
    paddr physical = 0; ///< Where devices find the bytes.
    BufferPool* home = nullptr;
    Buffer* next = nullptr; ///< Of the free ones.
    Atomic<u32> references = 0;
};

/// Free buffers. Taking and dropping never block, and may happen anywhere, interrupts included.
class BufferPool : NonCopyable {
public:
    /// Adds a buffer that nobody uses.
    void add(Buffer& buffer) {
        buffer.home = this;
        put(buffer);
    }

    /// A buffer for one user; null if none is left.
    Buffer* take() {
        auto const free = free_.lock();
        Buffer* const buffer = free->first;
        if (!buffer) return nullptr;
        free->first = buffer->next;
        --free->count;
        buffer->references.store(1, MemoryOrder::relaxed);
        return buffer;
    }

    /// A buffer has one more user.
    static void share(Buffer& buffer) { buffer.references.fetch_add(1, MemoryOrder::relaxed); }

    /// Whether a buffer has one user, which may write to it then.
    static bool is_shared(Buffer const& buffer) {
        return buffer.references.load(MemoryOrder::acquire) != 1;
    }

    /// A user of a buffer does not use it any more.
    static void drop(Buffer& buffer) {
        if (is_shared(buffer) &&
            buffer.references.fetch_subtract(1, MemoryOrder::acquire_release) != 1)
            return;
        buffer.home->put(buffer);
    }

    /// How many are free.
    u32 free_count() { return free_.lock()->count; }

private:
    struct Free {
        Buffer* first = nullptr;
        u32 count = 0;
    };

    void put(Buffer& buffer) {
        auto const free = free_.lock();
        buffer.next = free->first;
        free->first = &buffer;
        ++free->count;
    }

    Guarded<Free> free_;
};

} // namespace flat
