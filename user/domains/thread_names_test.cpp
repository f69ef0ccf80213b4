// SPDX-License-Identifier: BSD-2-Clause
// The name of a domain's thread says of which image it is, and no two domains have the same.
#include <gtest/gtest.h>
#include <l4/abi/domains.hpp>
#include <set>

namespace domains {
namespace {

using l4::DomainThread;
using l4::ThreadId;
using l4::Word;

constexpr Word root = 34;

TEST(DomainThreads, names_say_slot_and_image_whatever_was_there_before) {
    for (Word const generation : {Word{0}, Word{1}, Word{12345}, DomainThread::generations - 1})
        for (Word const place : {1, 2, 63, 64})
            for (Word slot = 1; slot <= l4::domain_slots_max; ++slot) {
                ThreadId const thread = DomainThread::name(root, slot, place, generation);
                EXPECT_TRUE(thread.is_global());
                EXPECT_EQ(DomainThread::slot(root, thread), slot);
                EXPECT_EQ(DomainThread::place(thread), place);
                EXPECT_EQ(DomainThread::generation(thread), generation);
                EXPECT_FALSE(DomainThread::is_attendant(root, thread));
                EXPECT_EQ(DomainThread::first(root, thread), thread);
            }
}

TEST(DomainThreads, attendants_have_names_of_their_own_in_the_slot_of_their_domain) {
    for (Word const generation : {Word{0}, DomainThread::generations - 1})
        for (Word const slot : {Word{1}, Word{2}, l4::domain_slots_max}) {
            ThreadId const thread = DomainThread::name(root, slot, 64, generation);
            ThreadId const attendant = DomainThread::attendant(thread);
            EXPECT_TRUE(DomainThread::is_attendant(root, attendant));
            EXPECT_EQ(DomainThread::slot(root, attendant), slot);
            EXPECT_EQ(DomainThread::place(attendant), 64u);
            EXPECT_EQ(DomainThread::generation(attendant), generation);
            EXPECT_EQ(DomainThread::first(root, attendant), thread);
        }
    EXPECT_EQ(DomainThread::slot(root, ThreadId::global(root, 1)), 0u);
}

TEST(DomainThreads, names_differ) {
    std::set<Word> names;
    for (Word generation = 0; generation < 500; ++generation)
        for (Word place = 1; place <= 3; ++place)
            for (Word slot = 1; slot <= 4; ++slot)
                names.insert(DomainThread::name(root, slot, place, generation).raw());
    EXPECT_EQ(names.size(), 500u * 3 * 4);
}

TEST(DomainThreads, the_root_task_and_interrupts_are_of_no_image) {
    EXPECT_EQ(DomainThread::place(ThreadId::global(root, 1)), 0u);
    EXPECT_EQ(DomainThread::place(ThreadId::global(14, 1)), 0u);
}

} // namespace
} // namespace domains
