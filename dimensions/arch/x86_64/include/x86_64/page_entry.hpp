// SPDX-License-Identifier: BSD-2-Clause
// One entry of a page table (Intel SDM volume 3A, tables 4-15 to 4-20).
#pragma once

#include <core/bits.hpp>
#include <core/types.hpp>
#include <flat/hal/mmu.hpp>

#include <domain/page.hpp>

namespace flat::arch {

/// How virtual addresses are cut: the offset in the page, then 9 bits for each of 4 tables.
inline constexpr u32 table_bits = 9;
inline constexpr u32 table_levels = 4;
inline constexpr u32 table_entries = 1u << table_bits;

/// How many entries of a top table translate the lower half of the addresses, which is for users.
inline constexpr u32 user_entries = table_entries / 2;

/// The largest leaf is a page of 1 GiB, on level 2; tables of level 0 hold pages of 4 KiB.
inline constexpr u32 highest_leaf_level = 2;

/// The log2 of the bytes that an entry of this level translates.
constexpr u32 level_bits(u32 level) {
    return domain::page_size_log2 + table_bits * level;
}

/// The index into the table of this level that translates an address.
constexpr u32 table_index(vaddr address, u32 level) {
    return static_cast<u32>(bit_field<u64>(address, level_bits(level), table_bits));
}

/// An absent translation, a page, or a reference to the table below.
class PageEntry {
public:
    constexpr PageEntry() = default;

    /// A page of 2^level_bits(level) bytes with rights of `hal::Mmu`; every page can be read. What
    /// all roots share is `global`: the processor remembers it when the root changes.
    static constexpr PageEntry page(paddr physical, u32 level, u32 rights, bool global) {
        u64 bits = physical | P;
        if (!(rights & hal::Mmu::noted)) bits |= A | D; // so that the processor need not
        if (level > 0) bits |= PS;
        bits |= rights & hal::Mmu::write;       // RW
        bits |= (rights & hal::Mmu::user) >> 1; // US
        if (rights & hal::Mmu::uncached) bits |= PWT | PCD;
        if (rights & hal::Mmu::combined) bits |= PWT;
        if (rights & hal::Mmu::written_through) bits |= PCD;
        if (rights & hal::Mmu::write_protected) bits |= pat(level);
        if (!(rights & hal::Mmu::execute)) bits |= XD;
        if (global) bits |= G;
        return PageEntry(bits);
    }

    /// One of 4 KiB for user mode, whose accesses are noted; of `rights` those to read, write and
    /// execute count.
    static constexpr PageEntry user_page(paddr physical, u32 rights) {
        u64 const not_executed = ~u64{rights} / hal::Mmu::execute << 63;
        return PageEntry(physical | P | US | (rights & hal::Mmu::write) | not_executed);
    }

    /// Of a page on `level`, above 0, the part with this index, as a page on the level below.
    constexpr PageEntry part(u32 level, u32 index) const {
        u64 bits = level == 1 ? bits_ & ~(PS | pat(level)) : bits_;
        if (level == 1 && (bits_ & pat(level))) bits |= pat(0);
        return PageEntry(bits + (u64{index} << level_bits(level - 1)));
    }

    /// A reference to a table: it restricts nothing but what user mode sees of the kernel's half.
    static constexpr PageEntry table(paddr physical, bool user) {
        return PageEntry(physical | P | RW | (user ? US : 0));
    }

    constexpr bool is_present() const { return bits_ & P; }

    /// Whether an entry above level 0 is present and refers to a table.
    constexpr bool is_table() const { return (bits_ & (P | PS)) == P; }

    /// Whether user mode may write what it leads to, by all that this entry says.
    constexpr bool may_user_write() const { return (bits_ & (P | RW | US)) == (P | RW | US); }

    /// The same of reading.
    constexpr bool may_user_read() const { return (bits_ & (P | US)) == (P | US); }

    /// Whether user mode may write by one above level 0 that refers to a table.
    constexpr bool is_table_to_write() const {
        return (bits_ & (P | RW | US | PS)) == (P | RW | US);
    }

    /// Whether a present entry of this level is a page; otherwise it refers to a table.
    constexpr bool is_page(u32 level) const { return level == 0 || (bits_ & PS); }

    /// Where the page of this level is.
    constexpr paddr page(u32 level) const {
        return level == 0 ? physical() : physical() & ~pat(level);
    }

    /// Where the page of 4 KiB or the table is.
    constexpr paddr physical() const { return bits_ & address_mask; }

    /// Where the table is that an entry refers to, which has no bits above its address.
    constexpr paddr table() const { return bits_ & ~u64{domain::page_size - 1}; }

    /// The rights of a page of this level, as `hal::Mmu` sums them.
    constexpr u32 rights(u32 level) const {
        u64 sum = hal::Mmu::read | (bits_ & RW) | (bits_ & US) << 1;
        sum |= (~bits_ >> 63) * hal::Mmu::execute;
        if (bits_ & (PWT | PCD | pat(level))) [[unlikely]]
            sum |= memory_type(level);
        return static_cast<u32>(sum);
    }

    /// Which accesses to a page the processor has noted; it does not tell execution from reading.
    constexpr u32 accesses() const {
        u32 sum = 0;
        if (bits_ & A) sum |= hal::Mmu::read | (bits_ & XD ? 0 : u32{hal::Mmu::execute});
        if (bits_ & D) sum |= hal::Mmu::write;
        return sum;
    }

    /// The same page, with a note of such accesses.
    constexpr PageEntry accessed(u32 rights) const {
        return PageEntry(bits_ | A | (rights & hal::Mmu::write ? D : 0));
    }

    /// What is left of a page without these rights, and without a note of accesses.
    constexpr PageEntry reduced(u32 revoked) const {
        if (revoked & hal::Mmu::read) return {};
        u64 bits = bits_ & ~(A | D);
        if (revoked & hal::Mmu::write) bits &= ~RW;
        if (revoked & hal::Mmu::execute) bits |= XD;
        return PageEntry(bits);
    }

    constexpr bool operator==(PageEntry const&) const = default;

    /// The entry as the hardware reads it.
    constexpr u64 bits() const { return bits_; }

private:
    static constexpr u64 P = 1ull << 0;  // present
    static constexpr u64 RW = 1ull << 1; // may be written
    static constexpr u64 US = 1ull << 2; // user mode may access
    // These choose an entry of the PAT (boot.cpp): 1 is write-combining, 2 write-through, 3
    // uncached, and 4, by a bit that lies elsewhere in large pages, write-protected.
    static constexpr u64 PWT = 1ull << 3;
    static constexpr u64 PCD = 1ull << 4;
    static constexpr u64 pat(u32 level) { return level == 0 ? 1ull << 7 : 1ull << 12; }
    static constexpr u64 A = 1ull << 5;   // accessed
    static constexpr u64 D = 1ull << 6;   // dirty
    static constexpr u64 PS = 1ull << 7;  // page, not table; on level 0 this bit is PAT
    static constexpr u64 G = 1ull << 8;   // global: survives a change of root
    static constexpr u64 XD = 1ull << 63; // execution disabled
    static constexpr u64 address_mask = 0x000f'ffff'ffff'f000;

    // `page` and `rights` take some bits for what they stand for.
    static_assert(RW == hal::Mmu::write && US << 1 == hal::Mmu::user);
    static_assert(XD == 1ull << 63);

    constexpr explicit PageEntry(u64 bits) : bits_(bits) {}

    /// Of a page that is not of usual memory.
    constexpr u32 memory_type(u32 level) const {
        if (bits_ & pat(level)) return hal::Mmu::write_protected;
        if (!(bits_ & PWT)) return hal::Mmu::written_through;
        return bits_ & PCD ? hal::Mmu::uncached : hal::Mmu::combined;
    }

    u64 bits_ = 0;
};

static_assert(sizeof(PageEntry) == 8);

/// A page table of any level; it fills a page.
struct alignas(domain::page_size) PageTable {
    PageEntry entries[table_entries];
};

static_assert(sizeof(PageTable) == domain::page_size);

} // namespace flat::arch
