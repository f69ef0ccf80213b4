// SPDX-License-Identifier: BSD-2-Clause
// What is taken back goes in steps, and others pass pages on meanwhile.
#include <api/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::api {
namespace {

using namespace testing;

constexpr u32 space_count = 5; // the first is sigma0's
constexpr u32 page_count = 8;
constexpr paddr first_frame = 0x120'0000;
constexpr vaddr first_page = 0x5000'0000;
constexpr u64 flushing = 1 << 6;

class ApiRevocation : public ::testing::TestWithParam<u32> {
protected:
    ApiRevocation() {
        machine.root->space()->make_physical();
        for (u32 i = 1; i < space_count; ++i) {
            threads[i] = &machine.add_space(9 + i);
            threads[i]->utcb()->accept_mappings(Fpage::complete());
        }
    }

    u32 below(u32 limit) { return std::uniform_int_distribution<u32>(0, limit - 1)(random); }
    static vaddr address(u32 space, u32 number) {
        return (space == 0 ? first_frame : first_page) + u64{number} * domain::page_size;
    }
    bool is_mapped(u32 space, u32 number) {
        return machine.mmu.get_mapping(threads[space]->page_root(), address(space, number)).is_ok();
    }
    Fpage region(u32 space, u32 number, Rights rights = Rights::all) {
        return Fpage::around(address(space, number), 12, rights);
    }

    /// One attempt to pass a page on, whatever it has to wait for.
    u64 pass(u32 from, u32 number, u32 to, u32 target, bool grants = false) {
        vaddr const base = address(to, target);
        TypedItem const item = grants ? TypedItem::grant(base) : TypedItem::map(base);
        auto const result = machine.spaces.transfer(*threads[from], *threads[to], item.raw(),
                                                    region(from, number).raw(), 0, 8);
        EXPECT_TRUE(result.is_ok());
        return result.is_ok() ? result.value() : 0;
    }

    bool begin_unmap(u32 space, Fpage what, u64 control) {
        threads[space]->utcb()->message_registers[0] = what.raw();
        return machine.spaces.unmap(*threads[space], control);
    }
    bool is_busy(u32 space) { return threads[space]->waits_for_mappings(); }
    void finish(u32 space) {
        while (is_busy(space) && !machine.spaces.go_on(*threads[space]))
            ++steps;
    }

    Machine machine{1};
    Tcb* threads[space_count] = {machine.root};
    std::mt19937 random{GetParam()};
    u32 steps = 0;
};

TEST_P(ApiRevocation, takes_the_page_first_from_those_who_could_pass_it_on) {
    pass(0, 0, 1, 0);
    pass(1, 0, 2, 0);
    pass(2, 0, 3, 0);
    bool is_done = begin_unmap(0, region(0, 0), 0);
    while (!is_done && is_mapped(2, 0))
        is_done = machine.spaces.go_on(*threads[0]);
    EXPECT_FALSE(is_done);
    EXPECT_TRUE(is_mapped(3, 0));
    pass(2, 0, 3, 1);
    EXPECT_FALSE(is_mapped(3, 1));
    finish(0);
    EXPECT_FALSE(is_mapped(3, 0));
}

TEST_P(ApiRevocation, is_finished_by_whoever_needs_another) {
    pass(0, 0, 1, 0);
    pass(1, 0, 2, 0);
    pass(0, 1, 3, 0);
    ASSERT_FALSE(begin_unmap(0, region(0, 0), 0));
    ASSERT_FALSE(begin_unmap(3, region(3, 0), flushing));
    finish(3);
    EXPECT_FALSE(is_mapped(3, 0));
    EXPECT_FALSE(is_mapped(2, 0));
    finish(0);
    EXPECT_EQ(threads[0]->utcb()->message_registers[0], region(0, 0, Rights::none).raw());
}

TEST_P(ApiRevocation, lets_a_page_wait_that_comes_in_place_of_one_that_others_have_got) {
    pass(0, 0, 1, 0);
    pass(1, 0, 2, 0);
    u64 done = pass(0, 1, 1, 0);
    EXPECT_NE(done, ~u64{0});
    while (done != ~u64{0}) {
        machine.spaces.make_room();
        done = pass(0, 1, 1, 0);
    }
    EXPECT_FALSE(is_mapped(2, 0));
    auto const page = machine.mmu.get_mapping(threads[1]->page_root(), address(1, 0));
    EXPECT_EQ(page.value().physical, address(0, 1));
}

TEST_P(ApiRevocation, leaves_nothing_behind_whatever_comes_between_its_steps) {
    usize const before = machine.frames.taken.size();
    for (u32 i = 0; i < 20'000; ++i) {
        u32 const space = below(space_count);
        u32 const number = below(page_count);
        u32 const choice = below(8);
        if (is_busy(space))
            machine.spaces.go_on(*threads[space]);
        else if (choice < 6)
            pass(space, number, 1 + below(space_count - 1), below(page_count), choice == 0);
        else
            begin_unmap(space, region(space, number, static_cast<Rights>(below(8))),
                        space != 0 && choice == 6 ? flushing : 0);
    }
    for (u32 space = 0; space < space_count; ++space)
        finish(space);
    begin_unmap(0, Fpage::complete(Rights::all), 0);
    finish(0);
    for (u32 space = 1; space < space_count; ++space)
        for (u32 number = 0; number < page_count; ++number)
            EXPECT_FALSE(is_mapped(space, number)) << "page " << number << " of " << space;
    EXPECT_LE(machine.frames.taken.size(), before + space_count); // one for nodes stays
}

INSTANTIATE_TEST_SUITE_P(Seeds, ApiRevocation, ::testing::Values(1u, 2u, 3u));

} // namespace
} // namespace flat::api
