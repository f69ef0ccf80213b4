// SPDX-License-Identifier: BSD-2-Clause
// Map items: which pages go where, with which rights, and what is refused.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;
using hal::Mmu;

constexpr u64 page = domain::page_size;
constexpr vaddr here = 0x5000'0000;
constexpr vaddr there = 0x6000'0000;
constexpr u64 whole_space = 1 << 4;
constexpr u32 large_log2 = 21;
constexpr u64 large_page = 1 << large_log2;

constexpr u64 fpage(vaddr base, u32 size_log2, Rights rights = Rights::all) {
    return Fpage::around(base, size_log2, rights).raw();
}

class ApiMapItems : public ::testing::Test {
protected:
    ApiMapItems() {
        accept(whole_space);
        machine.receive(receiver, ThreadId::any());
    }

    void accept(u64 window) { accept(receiver, window); }
    static void accept(Tcb& thread, u64 window) {
        thread.utcb()->buffer_registers_reversed[32] = window;
    }

    void give_sender(vaddr base, paddr physical, Rights rights = Rights::all, u8 size_log2 = 12) {
        machine.give(sender, base, Fpage::around(physical, size_log2, rights));
    }

    bool map(u64 send_base, u64 sent) {
        return machine.transfer(sender, receiver, send_base | 8, sent).is_ok();
    }

    /// What the receiver has at an address; a size of 0 if nothing.
    Mmu::Mapping found(vaddr address) {
        auto const mapping = machine.mmu.get_mapping(receiver.page_root(), address);
        return mapping.is_ok() ? mapping.value() : Mmu::Mapping{};
    }

    usize count() { return machine.mmu.roots.at(receiver.page_root()).size() - kernels; }

    static constexpr usize kernels = 2; // interface page and UTCB
    Machine machine;
    Tcb& sender = machine.add_space(10);
    Tcb& receiver = machine.add_space(11);
};

TEST_F(ApiMapItems, map_a_page_where_the_send_base_says) {
    give_sender(here, 0x100'0000);
    EXPECT_TRUE(map(there, fpage(here, 12)));
    EXPECT_EQ(found(there), (Mmu::Mapping{there, 0x100'0000, 12, 15}));
    EXPECT_EQ(count(), 1u);
}

TEST_F(ApiMapItems, pass_on_no_more_rights_than_are_sent_and_owned) {
    give_sender(here, 0x100'0000, Rights::read_write);
    EXPECT_TRUE(map(there, fpage(here, 12, Rights::read | Rights::execute)));
    EXPECT_EQ(found(there).rights, u32(Mmu::read | Mmu::user));
}

TEST_F(ApiMapItems, without_rights_map_nothing) {
    give_sender(here, 0x100'0000);
    EXPECT_TRUE(map(there, fpage(here, 12, Rights::none)));
    EXPECT_EQ(count(), 0u);
    give_sender(here + page, 0x100'1000, Rights::read);
    EXPECT_TRUE(map(there, fpage(here + page, 12, Rights::write)));
    EXPECT_EQ(count(), 0u);
}

TEST_F(ApiMapItems, leave_out_what_the_sender_does_not_have) {
    give_sender(here + page, 0x100'1000);
    EXPECT_TRUE(map(there, fpage(here, 14)));
    EXPECT_EQ(count(), 1u);
    EXPECT_EQ(found(there + page).physical, 0x100'1000u);
}

TEST_F(ApiMapItems, put_a_smaller_page_into_a_window_at_the_offset_of_the_send_base) {
    give_sender(here, 0x100'0000);
    accept(fpage(there, 16, Rights::none));
    EXPECT_TRUE(map(3 * page, fpage(here, 12)));
    EXPECT_EQ(found(there + 3 * page).physical, 0x100'0000u);
    EXPECT_EQ(count(), 1u);
}

TEST_F(ApiMapItems, take_from_a_larger_page_what_the_send_base_names) {
    for (u32 i = 0; i < 4; ++i)
        give_sender(here + i * page, 0x100'0000 + i * page);
    accept(fpage(there, 12, Rights::none));
    EXPECT_TRUE(map(2 * page, fpage(here, 14)));
    EXPECT_EQ(found(there).physical, 0x100'2000u);
    EXPECT_EQ(count(), 1u);
}

TEST_F(ApiMapItems, map_large_pages_as_such_where_both_sides_are_aligned) {
    give_sender(here, 0x120'0000, Rights::all, large_log2);
    EXPECT_TRUE(map(there, fpage(here, large_log2)));
    EXPECT_EQ(found(there + 5 * page), (Mmu::Mapping{there, 0x120'0000, large_log2, 15}));
}

TEST_F(ApiMapItems, map_parts_of_large_pages_as_small_ones) {
    give_sender(here, 0x120'0000, Rights::all, large_log2);
    EXPECT_TRUE(map(there, fpage(here + 4 * page, 13)));
    EXPECT_EQ(found(there + page), (Mmu::Mapping{there + page, 0x120'5000, 12, 15}));
    EXPECT_EQ(count(), 2u);
}

TEST_F(ApiMapItems, map_a_large_page_over_small_ones_as_small_ones) {
    give_sender(here, 0x120'0000, Rights::all, large_log2);
    give_sender(here + large_page, 0x100'0000);
    EXPECT_TRUE(map(there + 7 * page, fpage(here + large_page, 12)));
    EXPECT_TRUE(map(there, fpage(here, large_log2)));
    EXPECT_EQ(found(there + 7 * page).physical, 0x120'7000u);
    EXPECT_EQ(count(), 512u);
}

TEST_F(ApiMapItems, replace_what_was_mapped) {
    give_sender(here, 0x100'0000);
    give_sender(here + page, 0x100'1000);
    EXPECT_TRUE(map(there, fpage(here, 12)));
    EXPECT_TRUE(map(there, fpage(here + page, 12)));
    EXPECT_EQ(found(there).physical, 0x100'1000u);
}

TEST_F(ApiMapItems, do_nothing_when_nil_is_sent_or_nothing_is_accepted) {
    give_sender(here, 0x100'0000);
    EXPECT_TRUE(map(there, 0));
    accept(0);
    EXPECT_TRUE(map(there, fpage(here, 12)));
    EXPECT_EQ(count(), 0u);
}

TEST_F(ApiMapItems, are_refused_where_user_mode_has_no_addresses) {
    constexpr vaddr kernel = 0xffff'8000'0000'0000;
    give_sender(here, 0x100'0000);
    EXPECT_FALSE(map(there, fpage(kernel, 12)));
    EXPECT_FALSE(map(kernel, fpage(here, 12)));
    EXPECT_FALSE(map(u64{1} << 47, fpage(here, 12)));
    accept(fpage(kernel, 12, Rights::none));
    EXPECT_FALSE(map(0, fpage(here, 12)));
    EXPECT_EQ(count(), 0u);
}

TEST_F(ApiMapItems, split_a_large_page_that_they_come_into_and_keep_the_rest) {
    give_sender(here, 0x120'0000, Rights::all, large_log2);
    give_sender(here + large_page, 0x100'0000);
    EXPECT_TRUE(map(there, fpage(here, large_log2, Rights::read)));
    EXPECT_EQ(found(there).size_log2, large_log2);
    EXPECT_TRUE(map(there + 7 * page, fpage(here + large_page, 12)));
    EXPECT_EQ(found(there + 7 * page), (Mmu::Mapping{there + 7 * page, 0x100'0000, 12, 15}));
    for (u64 const i : {u64{0}, u64{6}, u64{8}, u64{511}})
        EXPECT_EQ(found(there + i * page),
                  (Mmu::Mapping{there + i * page, 0x120'0000 + i * page, 12, 9}));
    EXPECT_EQ(count(), 512u);
}

TEST_F(ApiMapItems, leave_a_large_page_whole_when_there_is_no_memory_to_split_it) {
    give_sender(here, 0x120'0000, Rights::all, large_log2);
    give_sender(here + large_page, 0x100'0000);
    EXPECT_TRUE(map(there, fpage(here, large_log2)));
    machine.mmu.tables = &machine.frames;
    machine.frames.limit = machine.frames.taken.size();
    EXPECT_FALSE(map(there + 7 * page, fpage(here + large_page, 12)));
    EXPECT_EQ(found(there + 7 * page), (Mmu::Mapping{there, 0x120'0000, large_log2, 15}));
    machine.frames.limit = ~usize{0};
}

TEST_F(ApiMapItems, are_refused_when_they_are_smaller_than_a_page_or_have_everything_in_them) {
    EXPECT_FALSE(map(0, fpage(here, 11)));
    EXPECT_FALSE(map(0, fpage(0, 47)));
    EXPECT_FALSE(map(0, whole_space | 7));
    accept(fpage(there, 11, Rights::none));
    EXPECT_FALSE(map(0, fpage(here, 12)));
}

TEST_F(ApiMapItems, may_be_larger_than_all_memory) {
    constexpr vaddr far = 1ull << 41;
    constexpr vaddr farther = 1ull << 42;
    constexpr u64 ten_gibibytes = 10ull << 30;
    give_sender(far, 0x100'0000);
    give_sender(far + ten_gibibytes, 0x100'1000);
    EXPECT_TRUE(map(farther, fpage(far, 41)));
    EXPECT_EQ(found(farther), (Mmu::Mapping{farther, 0x100'0000, 12, 15}));
    EXPECT_EQ(found(farther + ten_gibibytes).physical, 0x100'1000u);
    EXPECT_EQ(count(), 2u);
}

TEST_F(ApiMapItems, are_refused_over_the_kernels_own_areas) {
    give_sender(here, 0x100'0000);
    EXPECT_FALSE(map(0x2000'0000, fpage(here, 12)));
    EXPECT_FALSE(map(utcbs, fpage(here, 12)));
    EXPECT_FALSE(map(utcbs, fpage(0, 28))); // contains them
    EXPECT_EQ(count(), 0u);
}

TEST_F(ApiMapItems, do_not_give_away_the_kernels_own_pages) {
    EXPECT_TRUE(map(there, fpage(0x2000'0000, 12)));
    EXPECT_TRUE(map(there, fpage(utcbs, 12)));
    EXPECT_EQ(count(), 0u);
}

TEST_F(ApiMapItems, of_sigma0_give_user_memory_only) {
    sender.space()->make_physical();
    EXPECT_TRUE(map(there, fpage(0x100'0000, 12)));
    EXPECT_EQ(found(there).physical, 0x100'0000u);
    EXPECT_TRUE(map(there + page, fpage(0xff'f000, 12)));
    EXPECT_TRUE(map(there + page, fpage(0x180'0000, 12)));
    EXPECT_EQ(count(), 1u);
    EXPECT_TRUE(map(there + large_page, fpage(0x160'0000, large_log2)));
    EXPECT_EQ(found(there + large_page).size_log2, large_log2);
}

TEST_F(ApiMapItems, fail_when_no_memory_is_left_for_page_tables) {
    give_sender(here, 0x100'0000);
    machine.mmu.pages_left = 0;
    EXPECT_FALSE(map(there, fpage(here, 12)));
}

TEST_F(ApiMapItems, in_a_message_for_the_kernel_are_accepted_anywhere) {
    give_sender(here, 0x100'0000);
    accept(0);
    receiver.stop_waiting();
    receiver.begin_exchange(Exchange::fault, sender.id(), 0);
    EXPECT_TRUE(map(there, fpage(here, 12)));
    EXPECT_EQ(count(), 1u);
}

class ApiQuota : public ApiMapItems {
protected:
    ApiQuota() {
        machine.mmu.tables = &machine.frames;
        give_sender(here, 0x100'0000);
    }

    /// Maps the page to places each of which needs a table, until that fails; how often it did not.
    u32 map_until_refused() {
        u32 count = 0;
        while (count < 100'000 && map(0x1'0000'0000 + count * large_page, fpage(here, 12)))
            ++count;
        return count;
    }

    static constexpr u32 quota = 512;
};

TEST_F(ApiQuota, is_what_a_space_without_privilege_takes_and_it_comes_back) {
    usize const before = machine.frames.taken.size();
    u32 const charged = receiver.space()->kernel_frames();
    u32 const mapped = map_until_refused();
    u32 const taken = receiver.space()->kernel_frames() - charged;
    EXPECT_GT(taken, mapped); // there are nodes beside the tables
    EXPECT_GE(charged + taken, quota);
    EXPECT_LT(charged + taken, quota + 2);
    EXPECT_EQ(machine.frames.taken.size(), before + taken);
    machine.remove(receiver);
    EXPECT_LT(machine.frames.taken.size(), before + 1);
}

TEST_F(ApiQuota, of_one_space_is_not_anothers) {
    map_until_refused();
    Tcb& other = machine.add_space(12);
    accept(other, whole_space);
    EXPECT_TRUE(machine.transfer(sender, other, there | 8, fpage(here, 12)).is_ok());
}

TEST_F(ApiQuota, does_not_hold_for_privileged_spaces) {
    receiver.space()->make_privileged();
    EXPECT_GT(map_until_refused(), 2 * quota);
}

TEST_F(ApiQuota, leaves_a_reserve_to_privileged_spaces) {
    Tcb& other = machine.add_space(12);
    accept(other, whole_space);
    u64 const free = machine.frames.free_bytes();
    machine.frames.lost_bytes = free - 100 * page;
    EXPECT_EQ(map_until_refused(), 100u - 63u - 1); // nodes take one
    EXPECT_FALSE(machine.transfer(sender, other, there | 8, fpage(here, 12)).is_ok());
    other.space()->make_privileged();
    EXPECT_TRUE(machine.transfer(sender, other, there | 8, fpage(here, 12)).is_ok());
    machine.frames.lost_bytes = 0;
}

TEST_F(ApiQuota, halts_a_thread_whose_fault_cannot_be_served_and_fails_the_pager_once) {
    map_until_refused();
    machine.receive(sender, receiver.id());
    receiver.stop_waiting();
    machine.run(receiver);
    EXPECT_TRUE(machine.ipc.report(receiver, sender.id().raw(), u64(-2 * 16 + 4), there, 0));
    sender.registers[0] = MessageTag(0, 0, 2).raw();
    sender.registers[1] = there | 8;
    sender.registers[2] = fpage(here, 12);
    machine.exchange(sender, receiver.id(), ThreadId::nil());
    EXPECT_EQ(outcome(sender),
              IpcError(IpcError::Phase::send, IpcError::Code::message_overflow).raw());
    EXPECT_EQ(receiver.hazards(), u32(hazard_halted));
    EXPECT_FALSE(receiver.is_runnable());
}

} // namespace
} // namespace flat::api
