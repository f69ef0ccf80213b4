// SPDX-License-Identifier: BSD-2-Clause
// Very many threads in the address space of a partner.
#include "crowd.hpp"

#include <l4/print.hpp>

namespace l4costs {

using l4::ThreadId;
using l4::Time;
using l4::Word;

namespace {

constexpr unsigned count = 200;
constexpr unsigned first_place = 8; // numbers above that of the root task
constexpr Word stack_size = 512;
alignas(16) char stacks[count][stack_size];
Word version = 1;

ThreadId member(unsigned index) {
    auto const root = l4::kernel_interface().root_id();
    return ThreadId::global(root.number() + first_place + index, version);
}

unsigned my_index() {
    return l4::my_id().number() - l4::kernel_interface().root_id().number() - first_place;
}

void be_in_chain() {
    unsigned const index = my_index();
    auto const root = l4::kernel_interface().root_id();
    l4::write_message(0);
    ThreadId const before = index == 0 ? root : member(index - 1);
    ThreadId const after = index + 1 == count ? root : member(index + 1);
    static_cast<void>(l4::ipc(before, after, {}).is_ok());
    rest();
}

void admire() {
    unsigned const index = my_index();
    l4::write_message(0);
    if (index % 3 == 1) static_cast<void>(l4::receive(member(0)).is_ok());
    if (index % 3 == 2) static_cast<void>(l4::send(member(0)).is_ok());
    rest();
}

void sleep_often() {
    for (;;)
        l4::sleep(Time::milliseconds(20));
}

constexpr void (*bodies[])() = {be_in_chain, admire, sleep_often};

} // namespace

Crowd::Crowd(Partner const& home, Habit habit) {
    version += 2;
    bool is_made = true;
    for (unsigned i = 0; i < count; ++i) {
        is_made = l4::create_thread(member(i), home.id(), Partner::utcb_location(i + 1)).is_ok() &&
                  is_made;
        is_made =
            l4::start_thread(member(i), bodies[unsigned(habit)], stacks[i] + stack_size).is_ok() &&
            is_made;
    }
    if (!is_made) l4::print("l4costs: there is no crowd\n");
    let_others_run();
}

Crowd::~Crowd() {
    for (unsigned i = alive_from_; i < count; ++i)
        if (l4::delete_thread(member(i)).is_error()) l4::print("l4costs: a thread does not end\n");
}

ThreadId Crowd::first() const {
    return member(0);
}

bool Crowd::delete_first() {
    alive_from_ = 1;
    return l4::delete_thread(member(0)).is_ok();
}

} // namespace l4costs
