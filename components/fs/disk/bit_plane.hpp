// SPDX-License-Identifier: BSD-2-Clause
// As many bits as a disk has blocks, or nodes.
#pragma once

#include <core/assert.hpp>
#include <core/bits.hpp>
#include <core/memory.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>
#include <fs/outcome.hpp>

namespace flat::fs {

/// Takes memory once, when it starts; before, it has no bits. Indices are not checked. Callers
/// exclude each other, but for `set`, which may come in an interrupt beside another one.
class BitPlane : NonCopyable {
public:
    explicit BitPlane(memory::Objects& objects) : objects_(objects) {}
    ~BitPlane() { end(); }

    /// Has so many bits, all clear, in place of those before. OUT_OF_MEMORY.
    Outcome<void> start(u64 bits) {
        end();
        u64 const bytes = divide_up<u64>(bits, 64) * sizeof(u64);
        auto const place = objects_.allocate(bytes);
        if (place.is_error()) return FsError{FsError::out_of_memory};
        words_ = Span<u64>(pointer_to<u64>(place.value()), bytes / sizeof(u64));
        memset(words_.data(), 0, bytes);
        return {};
    }

    /// Gives the memory back.
    void end() {
        if (!words_.is_empty()) objects_.free(address_of(words_.data()), words_.size_bytes());
        words_ = {};
    }

    bool is_started() const { return !words_.is_empty(); }
    bool at(u64 index) const { return words_[index / 64] >> index % 64 & 1; }
    void set(u64 index, bool value) {
        u64& word = words_[index / 64];
        u64 const mask = bit<u64>(index % 64);
        if (value)
            __atomic_fetch_or(&word, mask, __ATOMIC_RELAXED);
        else
            __atomic_fetch_and(&word, ~mask, __ATOMIC_RELAXED);
    }

    /// The first bit from an index on that is set; as many as there are words for if none is.
    u64 next(u64 index) const {
        u64 const end = words_.size() * 64;
        while (index < end && !at(index))
            index = index % 64 == 0 && words_[index / 64] == 0 ? index + 64 : index + 1;
        return min(index, end);
    }

private:
    memory::Objects& objects_;
    Span<u64> words_;
};

} // namespace flat::fs
