// SPDX-License-Identifier: BSD-2-Clause
// sigma0's answers to good and bad messages.
#include "server.hpp"

#include <gtest/gtest.h>
#include <l4/abi/io_fpage.hpp>
#include <l4/abi/protocol.hpp>

namespace sigma0 {
namespace {

using l4::Fpage;
using l4::MessageTag;
using l4::Rights;
using l4::ThreadId;
using l4::Word;

ThreadId const client = ThreadId::global(100, 1);
MessageTag const memory_request(l4::Sigma0Request::label, 2);
MessageTag const page_fault(l4::PageFault::label(Rights::write), 2);

class ServerTest : public testing::Test {
protected:
    ServerTest() { memory.describe({l4::MemoryType::conventional, 0, 0xf'ffff}); }

    flat::Maybe<l4::MapItem> ask(MessageTag tag, Word first, Word second = 0) {
        return answer(memory, root, {client, tag, {first, second}});
    }

    MemoryMap memory{[](Word, Word) {}};
    ThreadId root = ThreadId::global(99, 1);
};

TEST_F(ServerTest, memory_is_mapped_where_it_lies) {
    auto const item = ask(memory_request, Fpage::around(0x4000, 12).raw());
    ASSERT_TRUE(item.has_value());
    EXPECT_EQ(item->region(), Fpage::around(0x4000, 12, Rights::all));
    EXPECT_EQ(item->send_base(), 0x4000u);
}

TEST_F(ServerTest, memory_anywhere_may_be_asked_for_in_two_or_three_words) {
    auto const anywhere = Fpage::anywhere(13);
    EXPECT_EQ(ask(memory_request, anywhere.raw())->region().size_bytes(), 0x2000u);
    MessageTag const extended(l4::Sigma0Request::label, 3);
    EXPECT_FALSE(ask(extended, anywhere.raw() | 8)->region().is_nil());
}

TEST_F(ServerTest, a_page_fault_is_answered_with_the_page) {
    EXPECT_EQ(ask(page_fault, 0x4321, 0x1000)->region(), Fpage::around(0x4000, 12, Rights::all));
}

TEST_F(ServerTest, a_refusal_is_a_nil_fpage) {
    EXPECT_TRUE(ask(page_fault, 0x10'0000)->region().is_nil());
    EXPECT_TRUE(ask(memory_request, Fpage::around(0x10'0000, 12).raw())->region().is_nil());
    EXPECT_TRUE(ask(memory_request, Fpage::anywhere(40).raw())->region().is_nil());
}

TEST_F(ServerTest, attributes_and_extended_addresses_are_refused) {
    auto const page = Fpage::around(0x4000, 12).raw();
    EXPECT_TRUE(ask(memory_request, page, 1)->region().is_nil());
    EXPECT_TRUE(ask(memory_request, page | 8)->region().is_nil());
}

TEST_F(ServerTest, ports_are_for_the_root_task_which_gets_all_when_it_uses_one) {
    MessageTag const port_fault(l4::PortFault::label, 2);
    auto const wanted = l4::IoFpage::around(0x60, 1);
    EXPECT_TRUE(ask(port_fault, wanted.raw())->region().is_nil());
    EXPECT_TRUE(ask(memory_request, wanted.raw())->region().is_nil());
    root = client;
    EXPECT_EQ(ask(port_fault, wanted.raw())->region(), l4::IoFpage::complete().fpage());
    EXPECT_EQ(ask(memory_request, wanted.raw())->region(), wanted.fpage());
}

TEST_F(ServerTest, other_messages_get_no_answer) {
    EXPECT_FALSE(ask(MessageTag(0, 2), 0x4000).has_value());
    EXPECT_FALSE(ask(MessageTag(l4::Sigma0Request::label, 1), 0x4000).has_value());
    EXPECT_FALSE(ask(MessageTag(l4::Sigma0Request::label, 2, 2), 0x4000).has_value());
    EXPECT_FALSE(ask(MessageTag(l4::PageFault::label(Rights::read), 3), 0x4000).has_value());
}

} // namespace
} // namespace sigma0
