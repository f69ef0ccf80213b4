// SPDX-License-Identifier: BSD-2-Clause
// Flexpages of L4 X.2 (reference manual, section 4.1): size-aligned pieces of an address space.
#pragma once

#include <l4/types.hpp>

namespace l4 {

/// Access rights, as an fpage and a page fault carry them.
enum class Rights : u8 {
    none = 0,
    execute = 1,
    write = 2,
    read = 4,
    read_execute = 5,
    read_write = 6,
    all = 7,
};

constexpr Rights operator|(Rights a, Rights b) {
    return static_cast<Rights>(static_cast<u8>(a) | static_cast<u8>(b));
}

constexpr Rights operator&(Rights a, Rights b) {
    return static_cast<Rights>(static_cast<u8>(a) & static_cast<u8>(b));
}

/// A region of 2^n bytes, aligned to its size, and the rights to it.
class Fpage {
public:
    /// Nothing.
    constexpr Fpage() = default;

    static constexpr Fpage from_raw(Word raw) { return Fpage{raw}; }

    /// The region of 2^`size_log2` bytes around `address`; at least 1 KiB.
    static constexpr Fpage around(Word address, unsigned size_log2, Rights rights = Rights::none) {
        return Fpage{(address & ~((Word{1} << size_log2) - 1)) | Word{size_log2} << size_shift |
                     static_cast<Word>(rights)};
    }

    static constexpr Fpage nil() { return Fpage{}; }

    /// The whole address space.
    static constexpr Fpage complete(Rights rights = Rights::none) {
        return Fpage{Word{1} << size_shift | static_cast<Word>(rights)};
    }

    /// Asks sigma0 for any region of 2^`size_log2` bytes.
    static constexpr Fpage anywhere(unsigned size_log2) {
        return Fpage{~Word{0x3ff} | Word{size_log2} << size_shift};
    }

    constexpr Word raw() const { return raw_; }
    constexpr bool is_nil() const { return raw_ == 0; }
    constexpr bool is_complete() const { return (raw_ & ~Word{0xf}) == Word{1} << size_shift; }

    /// Whether the base is the "anywhere" of a request to sigma0.
    constexpr bool is_anywhere() const { return raw_ >> 10 == ~Word{0} >> 10; }

    /// Bit 3, which X.2 reserves; must be clear in all that the library writes.
    constexpr bool has_reserved_bit() const { return (raw_ & 8) != 0; }

    constexpr unsigned size_log2() const { return raw_ >> size_shift & 0x3f; }
    constexpr Word size_bytes() const { return size_log2() == 0 ? 0 : Word{1} << size_log2(); }

    /// The first address, aligned to the size.
    constexpr Word address() const { return raw_ & ~((Word{1} << size_log2()) - 1) & ~Word{0x3ff}; }

    constexpr Rights rights() const { return static_cast<Rights>(raw_ & 7); }

    constexpr Fpage with(Rights rights) const {
        return Fpage{(raw_ & ~Word{7}) | static_cast<Word>(rights)};
    }

    friend constexpr bool operator==(Fpage, Fpage) = default;

private:
    static constexpr int size_shift = 4;

    constexpr explicit Fpage(Word raw) : raw_(raw) {}

    Word raw_ = 0;
};

} // namespace l4
