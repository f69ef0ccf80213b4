// SPDX-License-Identifier: BSD-2-Clause
// SpaceControl: placing the kernel's areas: the right to, where, and until when.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

constexpr u64 other_page_area = 0x2100'0000 | 12 << 4;
constexpr u64 other_utcb_area = 0x3100'0000 | 14 << 4;

class ApiSpaceControl : public ::testing::Test {
protected:
    /// Makes a space with one inactive thread, whose areas nobody has placed.
    ApiSpaceControl() {
        machine.calls.thread_control(root, id, id, root.id().raw(), 0, utcbs);
        thread = machine.threads.find(id);
    }

    Error place(u64 page, u64 utcb, u64 redirector = 0) {
        bool const is_done = machine.calls.space_control(root, id, page, utcb, redirector) == 1;
        return is_done ? Error::none : Error{root.utcb()->error_code};
    }

    bool activate() {
        return machine.calls.thread_control(root, id, id, 0, root.id().raw(), same_utcb) == 1;
    }

    bool is_mapped(vaddr address) {
        return machine.mmu.get_mapping(thread->page_root(), address).is_ok();
    }

    Machine machine;
    Tcb& root = *machine.root;
    u64 const id = id_of(12).raw();
    Tcb* thread;
};

TEST_F(ApiSpaceControl, places_both_areas_and_shows_the_interface_page) {
    EXPECT_EQ(place(page_area, utcb_area), Error::none);
    auto const page = machine.mmu.get_mapping(thread->page_root(), 0x2000'0000);
    ASSERT_TRUE(page.is_ok());
    EXPECT_EQ(page.value().physical, machine.page.frame());
    EXPECT_EQ(page.value().rights, u32(hal::Mmu::read | hal::Mmu::user));
    EXPECT_FALSE(is_mapped(utcbs));
}

TEST_F(ApiSpaceControl, can_change_its_mind_until_a_thread_is_active_and_leaves_no_page_behind) {
    EXPECT_EQ(place(page_area, utcb_area), Error::none);
    EXPECT_EQ(place(other_page_area, other_utcb_area), Error::none);
    EXPECT_FALSE(is_mapped(0x2000'0000));
    EXPECT_TRUE(is_mapped(0x2100'0000));
    EXPECT_EQ(place(other_page_area, utcb_area), Error::none);
    EXPECT_TRUE(is_mapped(0x2100'0000));
    EXPECT_TRUE(activate());
}

TEST_F(ApiSpaceControl, moves_nothing_once_a_thread_has_been_active) {
    ASSERT_EQ(place(page_area, utcb_area), Error::none);
    ASSERT_TRUE(activate());
    machine.calls.thread_control(root, id_of(13).raw(), id, root.id().raw(), 0, utcbs);
    machine.remove(*thread);
    Tcb& last = *machine.threads.find(id_of(13).raw());
    // What the dead thread may have mapped there must not become a UTCB of the kernel's.
    ASSERT_TRUE(machine.mmu.add_mapping(last.page_root(), 0x3100'0000, 0x110'0000, 12, 15).is_ok());
    machine.calls.space_control(root, last.id().raw(), other_page_area, other_utcb_area, 0);
    EXPECT_TRUE(machine.mmu.get_mapping(last.page_root(), 0x2000'0000).is_ok());
    EXPECT_EQ(machine.calls.thread_control(root, last.id().raw(), last.id().raw(), 0,
                                           root.id().raw(), 0x3100'0000),
              0u);
    EXPECT_EQ(root.utcb()->error_code, u64(Error::utcb_area));
}

TEST_F(ApiSpaceControl, refuses_what_is_no_area) {
    constexpr u64 kernel = 0xffff'8000'0000'0000;
    constexpr u64 last_page = 0x7fff'ffff'f000;
    for (u64 const page : {u64{0}, u64{0x2000'0000 | 11 << 4}, u64{0x2000'0000 | 13 << 4},
                           u64{1 << 4}, kernel | 12 << 4, last_page | 12 << 4})
        EXPECT_EQ(place(page, utcb_area), Error::kip_area) << page;
    for (u64 const area :
         {u64{0}, u64{0x3000'0000 | 11 << 4}, u64{0x3000'0000 | 21 << 4}, u64{1 << 4},
          kernel | 14 << 4, last_page | 12 << 4, page_area, u64{0x2000'0000 | 14 << 4}})
        EXPECT_EQ(place(page_area, area), Error::utcb_area) << area;
    EXPECT_EQ(place(page_area, utcb_area, id_of(40).raw()), Error::invalid_thread);
    EXPECT_FALSE(is_mapped(0x2000'0000));
}

TEST_F(ApiSpaceControl, accepts_any_thread_as_redirector) {
    EXPECT_EQ(place(page_area, utcb_area, ThreadId::any().raw()), Error::none);
}

TEST_F(ApiSpaceControl, tells_when_no_memory_is_left) {
    machine.mmu.pages_left = 0;
    EXPECT_EQ(place(page_area, utcb_area), Error::no_memory);
    EXPECT_FALSE(activate());
    machine.mmu.pages_left = 1;
    EXPECT_EQ(place(page_area, utcb_area), Error::none);
}

TEST_F(ApiSpaceControl, is_for_privileged_spaces_and_existing_threads) {
    Tcb& stranger = machine.add_space(14);
    machine.run(stranger);
    EXPECT_EQ(machine.calls.space_control(stranger, id, page_area, utcb_area, 0), 0u);
    EXPECT_EQ(stranger.utcb()->error_code, u64(Error::no_privilege));
    machine.run(root);
    EXPECT_EQ(machine.calls.space_control(root, id_of(40).raw(), page_area, utcb_area, 0), 0u);
    EXPECT_EQ(root.utcb()->error_code, u64(Error::invalid_space));
}

} // namespace
} // namespace flat::api
