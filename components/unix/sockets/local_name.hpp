// SPDX-License-Identifier: BSD-2-Clause
// Names of sockets within the system (unix(7), Address format).
#pragma once

#include <core/memory.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>

namespace flat::unix::sockets {

/// An address of AF_UNIX: its family, and a path that ends with a zero, or after a zero any bytes,
/// which are an abstract name. Without a name it is the family alone.
class LocalName {
public:
    static constexpr u16 family = 1; ///< AF_UNIX
    static constexpr u32 family_bytes = 2;
    static constexpr u32 bytes_max = family_bytes + 108; // sizeof(struct sockaddr_un)

    /// Becomes what an address says; false if it is malformed. What follows a path's end does not
    /// count.
    [[nodiscard]] bool read(Span<u8 const> address) {
        if (address.size() < family_bytes || address.size() > bytes_max) return false;
        if (address[0] != family || address[1] != 0) return false;
        memcpy(bytes_, address.data(), address.size());
        size_ = static_cast<u32>(address.size());
        if (is_path()) end_path();
        return true;
    }

    /// Becomes the abstract name that Linux chooses of a number: five hexadecimal digits.
    void choose(u32 number) {
        static constexpr u32 digits = 5;
        size_ = family_bytes + 1 + digits;
        bytes_[family_bytes] = 0;
        for (u32 i = 0; i < digits; ++i)
            bytes_[size_ - 1 - i] = static_cast<u8>("0123456789abcdef"[number >> 4 * i & 0xf]);
    }

    bool is_empty() const { return size_ == family_bytes; }
    bool is_path() const { return !is_empty() && bytes_[family_bytes] != 0; }
    Span<u8 const> bytes() const { return Span<u8 const>(bytes_).first(size_); }

    bool operator==(LocalName const& other) const {
        return size_ == other.size_ && memcmp(bytes_, other.bytes_, size_) == 0;
    }

private:
    /// The zero that ends a path may lie right after the longest address.
    void end_path() {
        u32 end = family_bytes;
        while (end < size_ && bytes_[end] != 0)
            ++end;
        size_ = end + 1;
        bytes_[end] = 0;
    }

    u8 bytes_[bytes_max + 1] = {family, 0};
    u32 size_ = family_bytes;
};

} // namespace flat::unix::sockets
