// SPDX-License-Identifier: BSD-2-Clause
// Memory that is never given back: classes, and what belongs to them.
#pragma once

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::java {

/// Where the memory of a machine comes from.
class MemorySource {
public:
    /// So many bytes at a multiple of 16; none if there are no more.
    virtual void* take(u64 bytes) = 0;

protected:
    ~MemorySource() = default;
};

/// Takes large pieces and gives small ones, all zeros.
class Arena : NonCopyable {
public:
    explicit Arena(MemorySource& source) : source_(source) {}

    /// Room for `count` objects; none if there is no more memory.
    template<class T>
    T* make(u64 count = 1) {
        return static_cast<T*>(bytes(sizeof(T) * count));
    }
    void* bytes(u64 count) {
        count = align_up<u64>(max<u64>(count, 1), 16);
        if (count > left_ && !refill(count)) return nullptr;
        void* const found = next_;
        next_ += count;
        left_ -= count;
        used_ += count;
        return memset(found, 0, count);
    }
    u64 used() const { return used_; }

private:
    static constexpr u64 piece = u64{1} << 20;

    bool refill(u64 count) {
        u64 const size = max(count, piece);
        next_ = static_cast<u8*>(source_.take(size));
        left_ = next_ ? size : 0;
        return next_ != nullptr;
    }

    MemorySource& source_;
    u8* next_ = nullptr;
    u64 left_ = 0;
    u64 used_ = 0;
};

} // namespace flat::java
