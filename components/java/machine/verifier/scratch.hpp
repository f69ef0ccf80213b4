// SPDX-License-Identifier: BSD-2-Clause
// Memory for the verification of one method, used again for the next one.
#pragma once

#include <java/machine/memory/arena.hpp>

namespace flat::java {

/// Takes pieces, and keeps them. Not more than `bytes_max`, whatever a method consists of.
class Scratch : NonCopyable {
public:
    static constexpr u64 bytes_max = u64{16} << 20;

    explicit Scratch(MemorySource& source) : source_(source) {}

    /// All that has been given may be given again.
    void reset() {
        next_ = 0;
        piece_ = first_;
    }

    /// Room for `count` objects, all zeros; none if there is no more memory.
    template<class T>
    T* make(u64 count = 1) {
        return static_cast<T*>(bytes(sizeof(T) * count));
    }

private:
    struct Piece {
        Piece* next;
        u64 size; ///< of what follows
    };
    static constexpr u64 piece_bytes = u64{64} * 1024;

    void* bytes(u64 count) {
        count = align_up<u64>(count, 16);
        while (piece_ && piece_->size - next_ < count) {
            if (!piece_->next) break;
            piece_ = piece_->next;
            next_ = 0;
        }
        if ((!piece_ || piece_->size - next_ < count) && !add(count)) return nullptr;
        u8* const found = reinterpret_cast<u8*>(piece_ + 1) + next_;
        next_ += count;
        return memset(found, 0, count);
    }
    /// Each piece is as large as all before it together: pieces are never merged, and the next
    /// method may need a large one when nothing is left.
    bool add(u64 count) {
        u64 const size = max(max(count, piece_bytes), min(taken_, bytes_max - taken_));
        if (size > bytes_max - taken_) return false;
        auto* const made = static_cast<Piece*>(source_.take(sizeof(Piece) + size));
        if (!made) return false;
        taken_ += size;
        *made = {nullptr, size};
        (piece_ ? piece_->next : first_) = made;
        piece_ = made;
        next_ = 0;
        return true;
    }

    MemorySource& source_;
    Piece* first_ = nullptr;
    Piece* piece_ = nullptr; // in use
    u64 next_ = 0;           // within it
    u64 taken_ = 0;
};

} // namespace flat::java
