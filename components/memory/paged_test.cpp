// SPDX-License-Identifier: BSD-2-Clause
// Tests of the paged address space.
#include <memory/paged.hpp>

#include <domain/page.hpp>
#include <machine/physical.hpp>

#include <gtest/gtest.h>
#include <map>

namespace flat::memory {
namespace {

using domain::page_size;
using hal::MmuError;
using machine::kernel_window_base;
using machine::kernel_window_bytes;

/// Page tables of one root, as a table of pages.
class FakeMmu : public hal::Mmu {
public:
    Result<paddr, MmuError> create_root() override { return MmuError{MmuError::Code::invalid}; }
    void destroy_root(paddr) override {}
    void activate(paddr) override {}
    paddr kernel_root() override { return root; }

    Result<void, MmuError> add_mapping(paddr to, vaddr base, paddr physical, u8 size_log2,
                                       u32 rights) override {
        EXPECT_EQ(to, root);
        EXPECT_EQ(base % page_size, 0u);
        EXPECT_EQ(physical % page_size, 0u);
        EXPECT_EQ(size_log2, domain::page_size_log2);
        if (tables_left == 0) return MmuError{MmuError::Code::out_of_memory};
        if (pages.contains(base)) return MmuError{MmuError::Code::already_mapped};
        --tables_left;
        pages[base] = {base, physical, size_log2, rights};
        return {};
    }

    Result<Mapping, MmuError> remove_mapping(paddr, vaddr address) override {
        auto const found = get_mapping(root, address);
        pages.erase(address / page_size * page_size);
        return found;
    }

    Result<Mapping, MmuError> get_mapping(paddr, vaddr address) override {
        auto const found = pages.find(address / page_size * page_size);
        if (found == pages.end()) return MmuError{MmuError::Code::not_mapped};
        return found->second;
    }

    bool supports(u8 size_log2) override { return size_log2 == domain::page_size_log2; }

    static constexpr paddr root = 0x5000;
    std::map<vaddr, Mapping> pages;
    u32 tables_left = ~0u;
};

class MemoryPaged : public ::testing::Test {
protected:
    FakeMmu mmu;
    Paged space{{.mmu = mmu}, {}};
    static constexpr u32 rights = hal::Mmu::read | hal::Mmu::write;
};

TEST_F(MemoryPaged, mapped_memory_lies_in_the_window_with_its_rights_and_translates_back) {
    vaddr const address = space.map(0x8000, 3 * page_size, rights).value();
    EXPECT_GE(address, kernel_window_base);
    EXPECT_EQ(mmu.pages.size(), 3u);
    for (u64 offset = 0; offset < 3 * page_size; offset += 1000)
        EXPECT_EQ(space.translate(address + offset).value(), 0x8000 + offset);
    EXPECT_EQ(mmu.pages.begin()->second.rights, rights);
}

TEST_F(MemoryPaged, a_piece_within_pages_keeps_its_offset_and_all_its_pages_are_mapped) {
    vaddr const address = space.map(0x8ff0, 0x20, rights).value();
    EXPECT_EQ(address % page_size, 0xff0u);
    EXPECT_EQ(mmu.pages.size(), 2u);
    EXPECT_EQ(space.translate(address + 0x1f).value(), 0x900fu);
    EXPECT_TRUE(space.unmap(address, 0x20).is_ok());
    EXPECT_TRUE(mmu.pages.empty());
}

TEST_F(MemoryPaged, a_page_between_two_mappings_stays_free) {
    vaddr const first = space.map(0x8000, page_size, rights).value();
    vaddr const second = space.map(0x8000, page_size, rights).value();
    EXPECT_GE(second, first + 2 * page_size);
    EXPECT_TRUE(space.translate(first + page_size).is_error());
}

TEST_F(MemoryPaged, what_others_have_mapped_in_the_window_is_left_alone) {
    for (int i = 0; i < 10; i += 2)
        mmu.pages[kernel_window_base + i * page_size] = {kernel_window_base + i * page_size, 0, 12,
                                                         0};
    vaddr const address = space.map(0x8000, 2 * page_size, rights).value();
    EXPECT_GE(address, kernel_window_base + 10 * page_size);
}

TEST_F(MemoryPaged, unmapping_what_is_not_mapped_fails_and_changes_nothing) {
    vaddr const address = space.map(0x8000, page_size, rights).value();
    EXPECT_EQ(space.unmap(address, 2 * page_size).error().code, MmuError::Code::not_mapped);
    EXPECT_EQ(mmu.pages.size(), 1u);
    EXPECT_TRUE(space.unmap(address, page_size).is_ok());
    EXPECT_EQ(space.translate(address).error().code, MmuError::Code::not_mapped);
}

TEST_F(MemoryPaged, addresses_outside_of_the_window_cannot_be_unmapped) {
    EXPECT_EQ(space.unmap(0x1000, page_size).error().code, MmuError::Code::invalid);
    EXPECT_EQ(space.unmap(kernel_window_base + kernel_window_bytes - page_size, 2 * page_size)
                  .error()
                  .code,
              MmuError::Code::invalid);
    EXPECT_EQ(space.unmap(kernel_window_base, ~usize(0)).error().code, MmuError::Code::invalid);
}

TEST_F(MemoryPaged, nothing_and_more_than_there_can_be_are_invalid) {
    EXPECT_EQ(space.map(0, 0, rights).error().code, MmuError::Code::invalid);
    EXPECT_EQ(space.map(0, kernel_window_bytes + 1, rights).error().code, MmuError::Code::invalid);
    EXPECT_EQ(space.map(~paddr(0), 100, rights).error().code, MmuError::Code::invalid);
}

TEST_F(MemoryPaged, a_mapping_that_fails_half_way_leaves_nothing_mapped) {
    mmu.tables_left = 2;
    EXPECT_EQ(space.map(0x8000, 4 * page_size, rights).error().code, MmuError::Code::out_of_memory);
    EXPECT_TRUE(mmu.pages.empty());
}

} // namespace
} // namespace flat::memory
