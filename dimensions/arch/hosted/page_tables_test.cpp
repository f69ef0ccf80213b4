// SPDX-License-Identifier: BSD-2-Clause
// Tests of the host's mappings as a memory management unit.
#include <arch/page_tables.hpp>

#include <domain/page.hpp>
#include <machine/physical.hpp>

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace flat::arch {
namespace {

using Code = hal::MmuError::Code;
using hal::Mmu;

/// The sanitizer would look for what compilers put before functions.
__attribute__((no_sanitize("undefined"))) int run(vaddr code) {
    return reinterpret_cast<int (*)()>(code)();
}

constexpr u32 writable = Mmu::read | Mmu::write;
constexpr vaddr window = machine::kernel_window_base;

class HostedPageTables : public ::testing::Test {
protected:
    HostedPageTables() {
        void* const place = machine::physical_to_virtual(base);
        EXPECT_EQ(mmap(place, 2 * domain::page_size, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0),
                  place);
    }
    ~HostedPageTables() override {
        munmap(machine::physical_to_virtual(base), 2 * domain::page_size);
    }

    Result<void, hal::MmuError> map(vaddr place, paddr physical, u32 rights) {
        return tables.add_mapping(tables.kernel_root(), place, physical, 12, rights);
    }

    static constexpr paddr base = 1 << 20;
    PageTables tables{{}, {}};
};

TEST_F(HostedPageTables, show_a_page_of_memory_a_second_time) {
    auto* const direct = static_cast<u64*>(machine::physical_to_virtual(base));
    *direct = 42;
    ASSERT_TRUE(map(window, base, writable).is_ok());
    auto* const mapped = pointer_to<u64>(window);
    EXPECT_EQ(*mapped, 42u);
    *mapped = 43;
    EXPECT_EQ(*direct, 43u);
    auto const mapping = tables.get_mapping(0, window + 8).value();
    EXPECT_EQ(mapping.base, window);
    EXPECT_EQ(mapping.physical, base);
    EXPECT_EQ(mapping.rights, writable);
}

TEST_F(HostedPageTables, keep_to_the_rights) {
    ASSERT_TRUE(map(window, base, Mmu::read).is_ok());
    EXPECT_DEATH(*pointer_to<u64 volatile>(window) = 1, "");
    ASSERT_TRUE(tables.remove_mapping(0, window).is_ok());
    EXPECT_DEATH(static_cast<void>(*pointer_to<u64 volatile>(window)), "");
    EXPECT_EQ(tables.get_mapping(0, window).error().code, Code::not_mapped);
}

TEST_F(HostedPageTables, run_code_that_nobody_can_write) {
    auto* const direct = static_cast<u8*>(machine::physical_to_virtual(base));
    u8 const code[] = {0xb8, 0x07, 0x00, 0x00, 0x00, 0xc3}; // mov $7, %eax; ret
    for (usize i = 0; i < sizeof code; ++i)
        direct[i] = code[i];
    ASSERT_TRUE(map(window, base, Mmu::read | Mmu::execute).is_ok());
    EXPECT_EQ(run(window), 7);
}

TEST_F(HostedPageTables, refuse_what_no_mapping_can_be) {
    EXPECT_EQ(map(window, base, writable | Mmu::execute).error().code, Code::invalid);
    EXPECT_EQ(map(window, base, writable | Mmu::user).error().code, Code::invalid);
    EXPECT_EQ(map(window + 8, base, writable).error().code, Code::invalid);
    EXPECT_EQ(map(0x1000, base, writable).error().code, Code::invalid);
    EXPECT_EQ(map(window, base + 64 * domain::page_size, writable).error().code, Code::invalid);
    EXPECT_TRUE(tables.create_root().is_error());
    ASSERT_TRUE(map(window, base, writable).is_ok());
    EXPECT_EQ(map(window, base, writable).error().code, Code::already_mapped);
}

} // namespace
} // namespace flat::arch
