// SPDX-License-Identifier: BSD-2-Clause
// Unmap, grant and the end of spaces: what was passed on goes, with the rights that are taken.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;
using hal::Mmu;

constexpr u64 page = domain::page_size;
constexpr vaddr here = 0x5000'0000;
constexpr vaddr there = 0x6000'0000;
constexpr vaddr elsewhere = 0x7000'0000;
constexpr paddr frame = 0x120'0000;
constexpr u32 large_log2 = 21;
constexpr u64 flushing = 1 << 6;

/// Memory goes from sigma0, the root task, to `a`, to `b`, to `c`.
class ApiUnmap : public ::testing::Test {
protected:
    void SetUp() override {
        for (Tcb* const thread : {&a, &b, &c})
            thread->utcb()->buffer_registers_reversed[32] = Fpage::complete().raw();
    }

    static Fpage at(vaddr base, u32 size_log2 = 12, Rights rights = Rights::all) {
        return Fpage::around(base, size_log2, rights);
    }

    bool pass(Tcb& from, Fpage region, Tcb& to, vaddr base, bool grants = false) {
        TypedItem const item = grants ? TypedItem::grant(base) : TypedItem::map(base);
        return machine.transfer(from, to, item.raw(), region.raw()).is_ok();
    }

    /// Unmaps as a system call does; returns the rights in the result.
    Rights unmap(Tcb& thread, Fpage region, u64 control = 0) {
        u64& word = thread.utcb()->message_registers[0];
        word = region.raw();
        u64 const at_once = machine.spaces.unmap_page(thread, control, word);
        if (at_once != 0)
            word = at_once;
        else
            machine.finish_unmap(thread, control);
        Fpage const result{thread.utcb()->message_registers[0]};
        EXPECT_EQ(result.with(Rights::none), region.with(Rights::none));
        return result.rights();
    }

    /// The rights of a page, 0 without it.
    u32 rights(Tcb& thread, vaddr address) {
        auto const found = machine.mmu.get_mapping(thread.page_root(), address);
        return found.is_ok() ? found.value().rights : 0;
    }

    paddr physical(Tcb& thread, vaddr address) {
        auto const found = machine.mmu.get_mapping(thread.page_root(), address);
        return found.is_ok() ? found.value().physical + address - found.value().base : 0;
    }

    void touch(Tcb& thread, vaddr base, u32 accesses) {
        machine.mmu.accesses[{thread.page_root(), base}] |= accesses;
    }

    void chain(u32 size_log2 = 12) {
        machine.give(a, here, at(frame, size_log2));
        ASSERT_TRUE(pass(a, at(here, size_log2), b, there));
        ASSERT_TRUE(pass(b, at(there, size_log2), c, elsewhere));
    }

    static constexpr u32 all = Mmu::read | Mmu::write | Mmu::execute | Mmu::user;
    Machine machine;
    Tcb& a = machine.add_space(10);
    Tcb& b = machine.add_space(11);
    Tcb& c = machine.add_space(12);
};

TEST_F(ApiUnmap, takes_a_page_from_all_who_have_got_it_and_leaves_the_callers) {
    chain();
    unmap(a, at(here));
    EXPECT_EQ(rights(a, here), all);
    EXPECT_EQ(rights(b, there), 0u);
    EXPECT_EQ(rights(c, elsewhere), 0u);
}

TEST_F(ApiUnmap, leaves_the_page_of_whom_the_caller_has_got_it_from) {
    chain();
    unmap(b, at(there), flushing);
    EXPECT_EQ(rights(a, here), all);
    EXPECT_EQ(rights(b, there), 0u);
    EXPECT_EQ(rights(c, elsewhere), 0u);
}

TEST_F(ApiUnmap, takes_the_rights_that_are_named_and_no_others) {
    chain();
    unmap(a, at(here, 12, Rights::write));
    EXPECT_EQ(rights(a, here), all);
    EXPECT_EQ(rights(b, there), all & ~Mmu::write);
    EXPECT_EQ(rights(c, elsewhere), all & ~Mmu::write);
    unmap(a, at(here, 12, Rights::none), flushing);
    EXPECT_EQ(rights(a, here), all);
}

TEST_F(ApiUnmap, takes_the_page_with_the_right_to_read_as_hardware_has_no_other) {
    chain();
    unmap(a, at(here, 12, Rights::read));
    EXPECT_EQ(rights(b, there), 0u);
}

TEST_F(ApiUnmap, of_a_larger_region_finds_what_is_in_it) {
    machine.give(a, here, at(frame, 14));
    ASSERT_TRUE(pass(a, at(here, 14), b, there));
    unmap(a, Fpage::complete(Rights::all));
    for (u64 i = 0; i < 4; ++i) {
        EXPECT_EQ(rights(a, here + i * page), all);
        EXPECT_EQ(rights(b, there + i * page), 0u);
    }
}

TEST_F(ApiUnmap, of_a_part_of_a_large_page_leaves_the_rest) {
    chain(large_log2);
    unmap(a, at(here + 3 * page));
    EXPECT_EQ(rights(a, here + 3 * page), all);
    for (Tcb* const thread : {&b, &c}) {
        vaddr const base = thread == &b ? there : elsewhere;
        EXPECT_EQ(rights(*thread, base + 3 * page), 0u);
        EXPECT_EQ(physical(*thread, base + 2 * page), frame + 2 * page);
        EXPECT_EQ(physical(*thread, base + 511 * page), frame + 511 * page);
    }
    unmap(a, at(here, large_log2));
    EXPECT_EQ(rights(b, there), 0u);
    EXPECT_EQ(rights(c, elsewhere + 511 * page), 0u);
}

TEST_F(ApiUnmap, of_a_part_takes_all_of_a_large_page_when_there_is_no_memory_to_split_it) {
    chain(large_log2);
    machine.mmu.tables = &machine.frames;
    machine.frames.limit = machine.frames.taken.size();
    unmap(a, at(here + 3 * page));
    EXPECT_EQ(rights(a, here), all);
    EXPECT_EQ(rights(b, there), 0u);
    EXPECT_EQ(rights(c, elsewhere), 0u);
    machine.frames.limit = ~usize{0};
}

TEST_F(ApiUnmap, leaves_what_has_come_into_a_large_page_from_elsewhere) {
    chain(large_log2);
    machine.give(a, here + (1 << large_log2), at(0x100'0000));
    ASSERT_TRUE(pass(a, at(here + (1 << large_log2)), b, there + page));
    unmap(a, at(here, large_log2));
    EXPECT_EQ(rights(b, there), 0u);
    EXPECT_EQ(physical(b, there + page), 0x100'0000u);
    EXPECT_EQ(rights(c, elsewhere + page), 0u);
}

TEST_F(ApiUnmap, tells_all_accesses_to_what_was_passed_on_once) {
    chain();
    touch(b, there, Mmu::read);
    touch(c, elsewhere, Mmu::write);
    EXPECT_EQ(unmap(a, at(here, 12, Rights::none)), Rights::read_write);
    EXPECT_EQ(unmap(a, at(here, 12, Rights::none)), Rights::none);
    touch(a, here, Mmu::execute);
    EXPECT_EQ(unmap(a, at(here, 12, Rights::none)), Rights::execute);
}

TEST_F(ApiUnmap, tells_accesses_also_when_somebody_further_down_has_asked_or_the_page_went) {
    chain();
    touch(c, elsewhere, Mmu::write);
    EXPECT_EQ(unmap(b, at(there, 12, Rights::none)), Rights::write);
    touch(c, elsewhere, Mmu::read);
    machine.remove(c);
    EXPECT_EQ(unmap(b, at(there, 12, Rights::none)), Rights::read);
    touch(b, there, Mmu::execute);
    machine.remove(b);
    EXPECT_EQ(unmap(a, at(here, 12, Rights::none)), Rights::all);
}

TEST_F(ApiUnmap, takes_as_many_flexpages_as_the_control_word_says) {
    machine.give(a, here, at(frame, 14));
    ASSERT_TRUE(pass(a, at(here, 14), b, there));
    u64* const registers = a.utcb()->message_registers;
    registers[0] = at(here).raw();
    registers[1] = at(here + page).raw();
    registers[2] = at(here + 2 * page).raw();
    machine.finish_unmap(a, 1);
    EXPECT_EQ(rights(b, there), 0u);
    EXPECT_EQ(rights(b, there + page), 0u);
    EXPECT_EQ(rights(b, there + 2 * page), all);
    EXPECT_EQ(registers[2], at(here + 2 * page).raw());
}

TEST_F(ApiUnmap, does_nothing_with_what_is_no_region_of_the_users) {
    chain();
    EXPECT_EQ(unmap(a, Fpage{0xffff'8000'0000'0000 | 12 << 4 | 7}, flushing), Rights::none);
    EXPECT_EQ(unmap(a, Fpage::nil(), flushing), Rights::none);
    EXPECT_EQ(unmap(a, at(utcbs, 14), flushing), Rights::none);
    EXPECT_EQ(rights(b, there), all);
    EXPECT_NE(rights(a, utcbs), 0u);
}

TEST_F(ApiUnmap, by_sigma0_reaches_everybody) {
    chain();
    unmap(*machine.root, at(frame));
    EXPECT_EQ(rights(a, here), 0u);
    EXPECT_EQ(rights(c, elsewhere), 0u);
}

TEST_F(ApiUnmap, ends_with_a_page_that_another_replaces) {
    chain();
    machine.give(b, there, at(0x100'0000));
    EXPECT_EQ(physical(b, there), 0x100'0000u);
    EXPECT_EQ(rights(c, elsewhere), 0u);
}

TEST_F(ApiUnmap, survives_a_page_that_comes_back) {
    chain();
    EXPECT_TRUE(pass(c, at(elsewhere), a, here));
    EXPECT_EQ(rights(a, here), all);
    EXPECT_EQ(rights(c, elsewhere), all);
}

TEST_F(ApiUnmap, adds_rights_when_the_same_page_comes_again) {
    machine.give(a, here, at(frame));
    ASSERT_TRUE(pass(a, at(here, 12, Rights::read), b, there));
    ASSERT_TRUE(pass(b, at(there), c, elsewhere));
    ASSERT_TRUE(pass(a, at(here, 12, Rights::write), b, there));
    EXPECT_EQ(rights(b, there), u32(Mmu::read | Mmu::write | Mmu::user));
    EXPECT_EQ(rights(c, elsewhere), u32(Mmu::read | Mmu::user));
}

TEST_F(ApiUnmap, takes_what_a_deleted_space_had_passed_on) {
    chain();
    machine.remove(b);
    EXPECT_EQ(rights(a, here), all);
    EXPECT_EQ(rights(c, elsewhere), 0u);
}

TEST_F(ApiUnmap, ends_chains_at_255_members) {
    machine.give(a, here, at(frame));
    u32 members = 1;
    while (members < 1000 && pass(a, at(here + (members - 1) * page), a, here + members * page))
        ++members;
    EXPECT_EQ(members, 255u);
    unmap(a, at(here));
    EXPECT_EQ(rights(a, here), all);
    EXPECT_EQ(rights(a, here + page), 0u);
    EXPECT_EQ(rights(a, here + 254 * page), 0u);
}

class ApiGrant : public ApiUnmap {};

TEST_F(ApiGrant, moves_a_page_and_what_is_derived_from_it) {
    chain();
    Tcb& d = machine.add_space(13);
    d.utcb()->buffer_registers_reversed[32] = Fpage::complete().raw();
    ASSERT_TRUE(pass(b, at(there), d, here, true));
    EXPECT_EQ(rights(b, there), 0u);
    EXPECT_EQ(physical(d, here), frame);
    EXPECT_EQ(rights(c, elsewhere), all);
    unmap(b, at(there));
    EXPECT_EQ(rights(c, elsewhere), all);
    unmap(d, at(here));
    EXPECT_EQ(rights(c, elsewhere), 0u);
    unmap(a, at(here));
    EXPECT_EQ(rights(d, here), 0u);
}

TEST_F(ApiGrant, leaves_nobody_more_rights_than_are_granted) {
    chain();
    ASSERT_TRUE(pass(b, at(there, 12, Rights::read), b, here, true));
    EXPECT_EQ(rights(b, here), u32(Mmu::read | Mmu::user));
    EXPECT_EQ(rights(c, elsewhere), u32(Mmu::read | Mmu::user));
}

TEST_F(ApiGrant, of_a_part_takes_it_from_those_who_have_the_large_page) {
    chain(large_log2);
    ASSERT_TRUE(pass(b, at(there + page), b, here, true));
    EXPECT_EQ(physical(b, here), frame + page);
    EXPECT_EQ(rights(b, there + page), 0u);
    EXPECT_EQ(rights(c, elsewhere + page), 0u);
    EXPECT_EQ(rights(c, elsewhere), all);
    EXPECT_EQ(rights(b, there), all);
}

TEST_F(ApiGrant, to_its_own_place_changes_nothing) {
    chain();
    ASSERT_TRUE(pass(b, at(there), b, there, true));
    EXPECT_EQ(rights(b, there), all);
    EXPECT_EQ(rights(c, elsewhere), all);
}

TEST_F(ApiGrant, of_sigma0_only_maps) {
    machine.root->space()->make_physical();
    ASSERT_TRUE(pass(*machine.root, at(frame), a, here, true));
    EXPECT_EQ(rights(a, here), all);
    unmap(*machine.root, at(frame));
    EXPECT_EQ(rights(a, here), 0u);
}

class ApiMappingMemory : public ApiUnmap {
protected:
    ApiMappingMemory() { machine.mmu.tables = &machine.frames; }
};

TEST_F(ApiMappingMemory, does_not_grow_with_how_often_pages_come_and_go) {
    chain();
    unmap(a, at(here));
    usize const before = machine.frames.taken.size();
    for (u32 i = 0; i < 5000; ++i) {
        ASSERT_TRUE(pass(a, at(here), b, there));
        ASSERT_TRUE(pass(b, at(there), c, elsewhere, i % 2));
        unmap(a, at(here));
    }
    EXPECT_EQ(machine.frames.taken.size(), before);
}

TEST_F(ApiMappingMemory, is_charged_to_who_gets_the_pages_and_comes_back) {
    machine.give(a, here, at(frame, large_log2));
    usize const before = machine.frames.taken.size();
    u32 const charged = b.space()->kernel_frames();
    for (u64 i = 0; i < 512; ++i)
        ASSERT_TRUE(pass(a, at(here + i * page), b, there + (511 - i) * page));
    u64 const taken = machine.frames.taken.size() - before;
    EXPECT_GT(taken, 512u / 50);
    EXPECT_EQ(b.space()->kernel_frames(), charged + taken);
    unmap(a, Fpage::complete(Rights::all));
    EXPECT_EQ(machine.frames.taken.size(), before + 2); // a table, and one for nodes
    EXPECT_EQ(b.space()->kernel_frames(), charged + 2);
    machine.remove(b);
    EXPECT_EQ(machine.frames.taken.size(), before - 1); // its UTCB
}

} // namespace
} // namespace flat::api
