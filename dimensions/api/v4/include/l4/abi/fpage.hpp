// SPDX-License-Identifier: BSD-2-Clause
// Flexpages of L4 X.2 (reference manual, section 4.1): size-aligned pieces of an address space.
#pragma once

#include <l4/abi/types.hpp>

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

    /// What a register or a message says, unchecked.
    constexpr explicit Fpage(Word raw) : raw_(raw) {}

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
    constexpr bool is_complete() const { return size_field() == 1 && raw_ >> 10 == 0; }

    /// Whether the base is the "anywhere" of a request to sigma0.
    constexpr bool is_anywhere() const { return raw_ >> 10 == ~Word{0} >> 10; }

    /// Bit 3, which X.2 reserves; must be clear in all that the library writes.
    constexpr bool has_reserved_bit() const { return (raw_ & 8) != 0; }

    /// The logarithm of the size in bytes; 64 for the whole address space. What users pass may be
    /// less than 10.
    constexpr unsigned size_log2() const { return is_complete() ? 64 : size_field(); }

    /// The size; 0 for nothing, and for the whole address space, whose size no word holds.
    constexpr Word size_bytes() const {
        return is_complete() || size_field() == 0 ? 0 : last_offset() + 1;
    }

    /// The first address, aligned to the size.
    constexpr Word address() const { return is_complete() ? 0 : raw_ & ~last_offset(); }

    constexpr Rights rights() const { return static_cast<Rights>(raw_ & 7); }

    constexpr Fpage with(Rights rights) const {
        return Fpage{(raw_ & ~Word{7}) | static_cast<Word>(rights)};
    }

    /// Whether [address, address + bytes) lies inside.
    constexpr bool contains(Word address, Word bytes) const {
        return is_complete() || (address >= this->address() &&
                                 address - this->address() <= last_offset() + 1 - bytes);
    }

    /// Whether an address is that of one of its bytes; neither nil nor the whole space.
    constexpr bool covers(Word address) const { return (address ^ raw_) >> size_field() == 0; }

    /// Whether they have an address in common: the smaller of two regions that are aligned to their
    /// sizes lies in the larger one, or beside it.
    constexpr bool overlaps(Fpage other) const {
        if (is_nil() || other.is_nil()) return false;
        if (is_complete() || other.is_complete()) return true;
        bool const is_larger = size_field() > other.size_field();
        unsigned const log2 = is_larger ? size_field() : other.size_field();
        return (address() ^ other.address()) >> log2 == 0;
    }

    constexpr bool operator==(Fpage const&) const = default;

private:
    static constexpr int size_shift = 4;

    constexpr unsigned size_field() const { return raw_ >> size_shift & 0x3f; }
    constexpr Word last_offset() const { return (Word{1} << size_field()) - 1; }

    Word raw_ = 0;
};

} // namespace l4
