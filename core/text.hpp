// SPDX-License-Identifier: BSD-2-Clause
// A piece of text that belongs to somebody else.
#pragma once

#include <core/span.hpp>

namespace flat {

/// Characters in a row, with their number; no terminator is needed or implied.
class Text {
public:
    constexpr Text() = default;
    constexpr Text(char const* data, usize size) : characters_(data, size) {}
    constexpr Text(Span<char const> characters) : characters_(characters) {}

    /// Text up to a terminating NUL: a string literal, or a name from C.
    constexpr Text(char const* terminated)
        : characters_(terminated, __builtin_strlen(terminated)) {}

    constexpr char const* data() const { return characters_.data(); }
    constexpr usize size() const { return characters_.size(); }
    constexpr bool is_empty() const { return characters_.is_empty(); }
    constexpr char operator[](usize index) const { return characters_[index]; }
    constexpr char const* begin() const { return characters_.begin(); }
    constexpr char const* end() const { return characters_.end(); }

    constexpr Text first(usize count) const { return Text(characters_.first(count)); }
    constexpr Text after(usize count) const { return Text(characters_.after(count)); }

    constexpr Span<char const> characters() const { return characters_; }

    /// The same as bytes, as `Buf` parameters of interfaces take them.
    Span<u8 const> bytes() const { return bytes_of(characters_); }

    /// The text that bytes are.
    static Text from_bytes(Span<u8 const> bytes) {
        return Text(reinterpret_cast<char const*>(bytes.data()), bytes.size());
    }

    /// Writes as much of the text as `destination` holds, which may be nothing, and returns the
    /// size of all of it, in bytes: how an interface gives a name to a caller.
    u32 write_to(Span<u8> destination) const {
        for (usize i = 0; i < size() && i < destination.size(); ++i)
            destination[i] = static_cast<u8>(characters_[i]);
        return static_cast<u32>(size());
    }

    constexpr bool starts_with(Text prefix) const {
        return size() >= prefix.size() && first(prefix.size()) == prefix;
    }

    friend constexpr bool operator==(Text a, Text b) {
        if (a.size() != b.size()) return false;
        for (usize i = 0; i < a.size(); ++i)
            if (a[i] != b[i]) return false;
        return true;
    }

    /// The order of dictionaries, character by character as bytes.
    friend constexpr bool operator<(Text a, Text b) {
        for (usize i = 0; i < a.size() && i < b.size(); ++i)
            if (a[i] != b[i]) return static_cast<u8>(a[i]) < static_cast<u8>(b[i]);
        return a.size() < b.size();
    }

private:
    Span<char const> characters_;
};

} // namespace flat
