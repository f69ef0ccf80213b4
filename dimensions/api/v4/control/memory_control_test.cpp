// SPDX-License-Identifier: BSD-2-Clause
// MemoryControl and ProcessorControl: who may, what is refused, and what becomes of memory.
#include <api/mapping/user_region.hpp>
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;
using hal::Mmu;

constexpr u64 page = domain::page_size;
constexpr vaddr here = 0x5000'0000;
constexpr vaddr there = 0x6000'0000;
constexpr paddr frame = 0x120'0000;
constexpr u32 large_log2 = 21;
constexpr u64 uncacheable = MemoryAttribute::uncacheable;
constexpr u64 combining = MemoryAttribute::write_combining;

/// Memory goes from sigma0, the root task, to `a`, which is privileged here, and to `b`.
class ApiMemoryControl : public ::testing::Test {
protected:
    void SetUp() override {
        a.space()->make_privileged();
        for (Tcb* const thread : {&a, &b})
            thread->utcb()->accept_mappings(Fpage::complete());
    }

    static u64 region(vaddr base, u32 size_log2 = 12, u32 attribute = 1) {
        return Fpage::around(base, size_log2).raw() | attribute;
    }
    bool pass(vaddr from, vaddr to, u32 size_log2 = 12) {
        u64 const sent = Fpage::around(from, size_log2, Rights::all).raw();
        return machine.transfer(a, b, TypedItem::map(to).raw(), sent).is_ok();
    }

    /// All of the call; how it ended.
    Error set(Tcb& thread, std::vector<u64> const& regions, u64 second, u64 third = 0) {
        machine.run(thread);
        std::ranges::copy(regions, thread.utcb()->message_registers);
        thread.frame().set_instruction_pointer(0);
        u64 const control = regions.size() - 1;
        u64 const result = machine.calls.memory_control(thread, control, {0, second, third, 9});
        machine.work(thread);
        bool const failed = thread.frame().instruction_pointer() == abi::failed_call;
        return result == 1 && !failed ? Error::none : Error{thread.utcb()->error_code};
    }

    u32 rights(Tcb& thread, vaddr address) {
        auto const found = machine.mmu.get_mapping(thread.page_root(), address);
        return found.is_ok() ? found.value().rights : 0;
    }
    u32 type(Tcb& thread, vaddr address) { return rights(thread, address) & memory_types; }

    Machine machine;
    Tcb& a = machine.add_space(10);
    Tcb& b = machine.add_space(11);
};

TEST_F(ApiMemoryControl, is_for_privileged_spaces) {
    EXPECT_EQ(set(b, {region(here)}, uncacheable), Error::no_privilege);
    EXPECT_EQ(machine.calls.processor_control(b, 0, ~u64{0}, ~u64{0}, ~u64{0}), 0u);
    EXPECT_EQ(b.utcb()->error_code, u64(Error::no_privilege));
}

TEST_F(ApiMemoryControl, refuses_what_is_no_region_or_attribute_and_changes_nothing) {
    machine.give(a, here, Fpage::around(frame, 12, Rights::all));
    for (u64 const attribute : {3, 4, 8})
        EXPECT_EQ(set(a, {region(here)}, attribute), Error::invalid_parameter) << attribute;
    EXPECT_EQ(set(a, {region(here, 12, 3)}, 0), Error::invalid_parameter);
    u64 const ports = IoFpage::around(0x60, 2).raw();
    for (u64 const bad : {region(here, 11), region(1ull << 47), ports})
        EXPECT_EQ(set(a, {region(here), bad}, uncacheable), Error::invalid_parameter) << bad;
    machine.run(a);
    EXPECT_EQ(machine.calls.memory_control(a, 64, {0, 0, 0, 0}), 0u);
    EXPECT_EQ(a.utcb()->error_code, u64(Error::invalid_parameter));
    EXPECT_EQ(type(a, here), 0u);
}

TEST_F(ApiMemoryControl, sets_each_region_to_the_attribute_that_it_names) {
    machine.give(a, here, Fpage::around(frame, 14, Rights::read_write));
    u32 const before = rights(a, here);
    std::vector<u64> const regions = {region(here), Fpage::nil().raw(), region(here + page, 12, 2)};
    EXPECT_EQ(set(a, regions, uncacheable, combining), Error::none);
    EXPECT_EQ(rights(a, here), before | Mmu::uncached);
    EXPECT_EQ(rights(a, here + page), before | Mmu::combined);
    EXPECT_EQ(rights(a, here + 2 * page), before);
    EXPECT_EQ(a.utcb()->message_registers[0], regions[0]) << "they stay as they are";
    EXPECT_EQ(set(a, {region(here)}, MemoryAttribute::write_back), Error::none);
    EXPECT_EQ(set(a, {region(here + page, 12, 0)}, 0), Error::none);
    EXPECT_EQ(rights(a, here), before);
    EXPECT_EQ(rights(a, here + page), before);
}

TEST_F(ApiMemoryControl, knows_the_types_of_the_page_attribute_table) {
    machine.give(a, here, Fpage::around(frame, 12, Rights::all));
    std::pair<u64, u32> const known[] = {
        {MemoryAttribute::uncacheable, Mmu::uncached},
        {MemoryAttribute::write_combining, Mmu::combined},
        {MemoryAttribute::write_through, Mmu::written_through},
        {MemoryAttribute::write_protected, Mmu::write_protected},
        {MemoryAttribute::write_back, 0},
    };
    for (auto const& [attribute, expected] : known) {
        EXPECT_EQ(set(a, {region(here)}, attribute), Error::none);
        EXPECT_EQ(type(a, here), expected);
    }
}

TEST_F(ApiMemoryControl, reaches_all_who_have_got_the_memory_and_who_get_it_later) {
    machine.give(a, here, Fpage::around(frame, 13, Rights::all));
    ASSERT_TRUE(pass(here, there));
    EXPECT_EQ(set(a, {region(here, 13)}, combining), Error::none);
    EXPECT_EQ(type(b, there), u32(Mmu::combined));
    ASSERT_TRUE(pass(here + page, there + page));
    EXPECT_EQ(type(b, there + page), u32(Mmu::combined));
    EXPECT_TRUE(machine.spaces.pass_page(a, b, TypedItem::map(there + 2 * page).raw(),
                                         Fpage::around(here + page, 12, Rights::all).raw()));
    EXPECT_EQ(type(b, there + 2 * page), u32(Mmu::combined)) << "also by the short way";
    ASSERT_TRUE(pass(here, there)) << "more rights to what is there leave its type";
    EXPECT_EQ(type(b, there), u32(Mmu::combined));
}

TEST_F(ApiMemoryControl, keeps_what_was_noted_of_accesses) {
    machine.give(a, here, Fpage::around(frame, 12, Rights::all));
    machine.mmu.accesses[{a.page_root(), here}] = Mmu::write;
    EXPECT_EQ(set(a, {region(here)}, uncacheable), Error::none);
    u64 const asked = machine.unmap(a, Fpage::around(here, 12).raw(), false);
    EXPECT_EQ(Fpage{asked}.rights(), Rights::write);
}

TEST_F(ApiMemoryControl, splits_a_large_page_or_leaves_it_and_says_so) {
    FakeFrames& frames = machine.frames;
    machine.give(a, here, Fpage::around(frame, large_log2, Rights::all));
    machine.mmu.tables = &frames;
    frames.limit = frames.taken.size();
    EXPECT_EQ(set(a, {region(here + page)}, uncacheable), Error::no_memory);
    EXPECT_EQ(type(a, here + page), 0u);
    frames.limit = ~usize{0};
    EXPECT_EQ(set(a, {region(here + page)}, uncacheable), Error::none);
    EXPECT_EQ(type(a, here + page), u32(Mmu::uncached));
    EXPECT_EQ(type(a, here), 0u);
}

TEST_F(ApiMemoryControl, goes_in_steps) {
    machine.give(a, here, Fpage::around(frame, 18, Rights::all));
    for (u64 i = 0; i < 64; ++i)
        ASSERT_TRUE(pass(here + i * page, there + i * page));
    machine.steps = 0;
    EXPECT_EQ(set(a, {region(here, 18)}, uncacheable), Error::none);
    EXPECT_GT(machine.steps, 5u);
    for (u64 i = 0; i < 64; ++i)
        ASSERT_EQ(type(b, there + i * page), u32(Mmu::uncached)) << i;
}

TEST_F(ApiMemoryControl, leaves_processors_as_they_are_and_cannot_do_more) {
    constexpr u64 same = same_parameter;
    EXPECT_EQ(machine.calls.processor_control(a, 0, same, same, same), 1u);
    EXPECT_EQ(machine.calls.processor_control(a, 1, same, same, same), 0u);
    EXPECT_EQ(a.utcb()->error_code, u64(Error::invalid_parameter));
    for (u32 i = 0; i < 3; ++i) {
        a.utcb()->error_code = 0;
        EXPECT_EQ(machine.calls.processor_control(a, 0, i == 0 ? 1 : same, i == 1 ? 1 : same,
                                                  i == 2 ? 0 : same),
                  0u);
        EXPECT_EQ(a.utcb()->error_code, u64(Error::invalid_parameter));
    }
}

} // namespace
} // namespace flat::api
