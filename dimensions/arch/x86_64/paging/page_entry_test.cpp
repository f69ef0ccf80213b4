// SPDX-License-Identifier: BSD-2-Clause
// Tests of page-table entries against the bits that the manual gives them.
#include <x86_64/page_entry.hpp>

#include <gtest/gtest.h>

namespace flat::arch {
namespace {

using hal::Mmu;

constexpr u64 present = 0x1;
constexpr u64 writable = 0x2;
constexpr u64 user = 0x4;
constexpr u64 write_through_and_cache_disabled = 0x18;
constexpr u64 accessed_and_dirty = 0x60;
constexpr u64 large = 0x80;
constexpr u64 global = 0x100;
constexpr u64 execute_disabled = 0x8000'0000'0000'0000;

constexpr u32 memory_types[] = {0, Mmu::uncached, Mmu::combined, Mmu::written_through,
                                Mmu::write_protected};

TEST(PageEntry, of_a_readable_page_allows_nothing_else) {
    EXPECT_EQ(PageEntry::page(0x1234'5000, 0, Mmu::read, false).bits(),
              0x1234'5000 | present | accessed_and_dirty | execute_disabled);
}

TEST(PageEntry, has_one_bit_for_each_right) {
    u32 const all = Mmu::read | Mmu::write | Mmu::execute | Mmu::user | Mmu::uncached;
    EXPECT_EQ(PageEntry::page(0x20'0000, 1, all, true).bits(),
              0x20'0000 | present | writable | user | write_through_and_cache_disabled |
                  accessed_and_dirty | large | global);
}

TEST(PageEntry, of_a_frame_buffer_is_of_the_memory_type_that_boot_puts_into_its_place) {
    u64 const write_through = 0x8;
    EXPECT_EQ(PageEntry::page(0x1000, 0, Mmu::read | Mmu::combined, false).bits(),
              0x1000 | present | write_through | accessed_and_dirty | execute_disabled);
}

TEST(PageEntry, chooses_the_memory_types_that_boot_puts_into_their_places) {
    u64 const pat = 0x80, large_pat = 0x1000, cache_disabled = 0x10;
    u64 const rest = present | accessed_and_dirty | execute_disabled;
    u32 const through = Mmu::read | Mmu::written_through;
    u32 const is_protected = Mmu::read | Mmu::write_protected;
    EXPECT_EQ(PageEntry::page(0x20'0000, 0, through, false).bits(),
              0x20'0000 | cache_disabled | rest);
    EXPECT_EQ(PageEntry::page(0x20'0000, 0, is_protected, false).bits(), 0x20'0000 | pat | rest);
    EXPECT_EQ(PageEntry::page(0x20'0000, 1, is_protected, false).bits(),
              0x20'0000 | large_pat | large | rest);
}

TEST(PageEntry, of_a_part_has_the_memory_type_of_all) {
    for (u32 const type : memory_types)
        for (u32 const level : {1u, 2u}) {
            u32 const rights = Mmu::read | type;
            auto const part = PageEntry::page(0x4000'0000, level, rights, false).part(level, 3);
            paddr const at = 0x4000'0000 + (3ull << level_bits(level - 1));
            EXPECT_EQ(part, PageEntry::page(at, level - 1, rights, false));
            EXPECT_EQ(part.page(level - 1), at);
            EXPECT_EQ(part.rights(level - 1), rights);
        }
}

TEST(PageEntry, tells_the_address_it_was_made_with) {
    paddr const highest = 0x000f'ffff'ffff'f000;
    EXPECT_EQ(PageEntry::page(highest, 0, Mmu::read, true).physical(), highest);
    EXPECT_EQ(PageEntry::table(highest, true).physical(), highest);
    paddr const large_one = 0x000f'ffff'ffe0'0000;
    EXPECT_EQ(PageEntry::page(large_one, 1, Mmu::read | Mmu::write_protected, true).page(1),
              large_one);
}

TEST(PageEntry, is_absent_by_default) {
    EXPECT_FALSE(PageEntry().is_present());
}

TEST(PageEntry, of_a_table_leaves_rights_to_the_pages) {
    EXPECT_EQ(PageEntry::table(0x5000, true).bits(), 0x5000 | present | writable | user);
    EXPECT_EQ(PageEntry::table(0x5000, false).bits(), 0x5000 | present | writable);
    EXPECT_FALSE(PageEntry::table(0x5000, true).is_page(1));
}

TEST(PageEntry, of_the_lowest_level_is_always_a_page) {
    EXPECT_TRUE(PageEntry::page(0x5000, 0, Mmu::read, false).is_page(0));
    EXPECT_TRUE(PageEntry::page(0x20'0000, 1, Mmu::read, false).is_page(1));
}

TEST(TableIndex, cuts_an_address_into_nine_bits_for_each_level) {
    vaddr const address = 0xffff'8000'0000'0000 | 1ull << 39 | 2ull << 30 | 3ull << 21 | 4ull << 12;
    EXPECT_EQ(table_index(address, 3), 257u);
    EXPECT_EQ(table_index(address, 2), 2u);
    EXPECT_EQ(table_index(address, 1), 3u);
    EXPECT_EQ(table_index(address, 0), 4u);
}

TEST(PageEntry, notes_accesses_where_that_is_asked_for) {
    PageEntry const noted =
        PageEntry::page(0x5000, 0, Mmu::read | Mmu::write | Mmu::user | Mmu::noted, false);
    EXPECT_EQ(noted.accesses(), 0u);
    EXPECT_EQ(noted.rights(0), u32(Mmu::read | Mmu::write | Mmu::user));
    PageEntry const plain = PageEntry::page(0x5000, 0, Mmu::read | Mmu::execute | Mmu::user, false);
    EXPECT_EQ(plain.accesses(), u32(Mmu::read | Mmu::write | Mmu::execute));
    EXPECT_EQ(plain.reduced(0).accesses(), 0u);
    EXPECT_EQ(plain.reduced(0).physical(), 0x5000u);
}

TEST(PageEntry, loses_rights_one_by_one_and_all_with_that_to_read) {
    u32 const user = Mmu::read | Mmu::user;
    PageEntry const all = PageEntry::user_page(0x5000, Mmu::read | Mmu::write | Mmu::execute);
    EXPECT_EQ(all,
              PageEntry::page(0x5000, 0, user | Mmu::write | Mmu::execute | Mmu::noted, false));
    EXPECT_EQ(PageEntry::user_page(0x5000, 0).rights(0), user);
    EXPECT_EQ(all.reduced(Mmu::write).rights(0), user | u32(Mmu::execute));
    EXPECT_EQ(all.reduced(Mmu::execute).rights(0), user | u32(Mmu::write));
    EXPECT_EQ(all.reduced(Mmu::write | Mmu::execute).physical(), 0x5000u);
    EXPECT_EQ(all.reduced(Mmu::read), PageEntry());
    EXPECT_EQ(all.accessed(Mmu::write).accesses(), u32(Mmu::read | Mmu::write | Mmu::execute));
    EXPECT_EQ(all.reduced(Mmu::execute).accessed(Mmu::read).accesses(), u32(Mmu::read));
}

TEST(PageEntry, says_all_rights_of_a_page_in_any_combination) {
    for (u32 each = 0; each < 8; ++each)
        for (u32 const type : memory_types)
            for (u32 const level : {0u, 1u, 2u}) {
                u32 rights = Mmu::read | type;
                rights |= each & 1 ? u32(Mmu::write) : 0;
                rights |= each & 2 ? u32(Mmu::execute) : 0;
                rights |= each & 4 ? u32(Mmu::user) : 0;
                auto const entry = PageEntry::page(0x4000'0000, level, rights, false);
                EXPECT_EQ(entry.rights(level), rights);
                EXPECT_EQ(entry.page(level), 0x4000'0000u);
            }
}

} // namespace
} // namespace flat::arch
