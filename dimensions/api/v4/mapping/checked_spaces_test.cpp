// SPDX-License-Identifier: BSD-2-Clause
// Wrong trees of mappings are found, and right ones are not.
#include <api/checked_spaces.hpp>
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;
using hal::Mmu;

constexpr vaddr here = 0x5000'0000;
constexpr vaddr there = 0x6000'0000;

/// A page goes from sigma0 to `a`, and to `b`.
class ApiCheckedSpaces : public ::testing::Test {
protected:
    void SetUp() override {
        machine.give(a, here, Fpage::around(0x120'0000, 13, Rights::all));
        b.utcb()->accept_mappings(Fpage::complete());
        ASSERT_TRUE(pass(here, there).is_ok());
    }

    Result<u64, hal::MmuError> pass(vaddr from, vaddr to) {
        return checked.transfer(a, b, TypedItem::map(to).raw(),
                                Fpage::around(from, 12, Rights::read_write).raw(), 0, 8);
    }

    Mapping& mapping() { return *b.space()->mapped().find(there); }
    void check() { checked.check(*b.space()); }

    Machine machine;
    CheckedSpaces checked{{.whole = machine.spaces, .mmu = machine.mmu}, {.every = 2}};
    Tcb& a = machine.add_space(10);
    Tcb& b = machine.add_space(11);
};

TEST_F(ApiCheckedSpaces, let_right_trees_pass) {
    check();
    EXPECT_TRUE(pass(here + domain::page_size, there + domain::page_size).is_ok());
    EXPECT_NE(checked.unmap_page(a, 0, Fpage::around(here, 12, Rights::all).raw()), 0u);
    checked.check(*a.space());
    check();
}

TEST_F(ApiCheckedSpaces, find_a_page_that_has_gone_alone) {
    EXPECT_TRUE(machine.mmu.remove_mapping(b.page_root(), there).is_ok());
    EXPECT_DEATH(check(), "there is no such page");
}

TEST_F(ApiCheckedSpaces, find_rights_that_the_origin_has_not) {
    machine.mmu.reduce(a.page_root(), here, Mmu::write);
    EXPECT_DEATH(check(), "has more rights");
}

TEST_F(ApiCheckedSpaces, find_a_page_whose_origin_has_gone) {
    EXPECT_TRUE(machine.mmu.remove_mapping(a.page_root(), here).is_ok());
    EXPECT_DEATH(check(), "its parent's page is not there");
}

TEST_F(ApiCheckedSpaces, find_a_wrong_depth) {
    ++mapping().depth;
    EXPECT_DEATH(check(), "its depth is wrong");
    --mapping().depth;
}

TEST_F(ApiCheckedSpaces, look_after_as_many_changes_as_they_are_told) {
    ++mapping().depth;
    EXPECT_DEATH(
        {
            for (u32 i = 1; i < 3; ++i)
                static_cast<void>(pass(here, there + i * domain::page_size).is_ok());
        },
        "its depth is wrong");
    --mapping().depth;
}

} // namespace
} // namespace flat::api
