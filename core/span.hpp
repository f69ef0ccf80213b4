// SPDX-License-Identifier: BSD-2-Clause
// A contiguous sequence of objects that belongs to somebody else.
#pragma once

#include <core/assert.hpp>
#include <core/traits.hpp>
#include <core/types.hpp>

namespace flat {

/// `size` objects of type `T` in a row. Cheap to copy; never owns. Indices are asserted.
template<class T>
class Span {
public:
    constexpr Span() = default;
    constexpr Span(T* data, usize size) : data_(data), size_(size) {}
    template<usize n>
    constexpr Span(T (&array)[n]) : data_(array), size_(n) {}

    /// A span of objects is a span of read-only ones.
    template<class U>
        requires(!SameAs<T, U> && ConvertibleTo<U (*)[], T (*)[]>)
    constexpr Span(Span<U> other) : data_(other.data()), size_(other.size()) {}

    constexpr T* data() const { return data_; }
    constexpr usize size() const { return size_; }
    constexpr usize size_bytes() const { return size_ * sizeof(T); }
    constexpr bool is_empty() const { return size_ == 0; }

    constexpr T& operator[](usize index) const {
        assert(index < size_);
        return data_[index];
    }

    constexpr T* begin() const { return data_; }
    constexpr T* end() const { return data_ + size_; }

    /// The first `count` objects.
    constexpr Span first(usize count) const {
        assert(count <= size_);
        return Span(data_, count);
    }

    /// All but the first `count` objects.
    constexpr Span after(usize count) const {
        assert(count <= size_);
        return Span(data_ + count, size_ - count);
    }

    /// `count` objects, beginning with the one at `offset`.
    constexpr Span part(usize offset, usize count) const { return after(offset).first(count); }

private:
    T* data_ = nullptr;
    usize size_ = 0;
};

/// The bytes of objects, as `Buf` parameters of interfaces take them.
template<class T>
Span<u8 const> bytes_of(Span<T> objects) {
    return Span<u8 const>(reinterpret_cast<u8 const*>(objects.data()), objects.size_bytes());
}

/// The writable bytes of objects.
template<PlainData T>
    requires(!SameAs<T, T const>)
Span<u8> writable_bytes_of(Span<T> objects) {
    return Span<u8>(reinterpret_cast<u8*>(objects.data()), objects.size_bytes());
}

} // namespace flat
