// SPDX-License-Identifier: BSD-2-Clause
// Tests of buffers in memory of their own.
#include <net/buffers/plain_buffers.hpp>

#include <core/net/message.hpp>
#include <net/testing.hpp>

#include <gtest/gtest.h>
#include <memory>

namespace flat::net::buffers {
namespace {

TEST(NetPlainBuffers, messages_that_use_all_of_them_keep_what_is_theirs) {
    PlainBuffers buffers{{}, {}};
    BufferPool& pool = buffers.pool();
    std::vector<std::unique_ptr<Message>> messages;
    for (u32 i = 0; i < PlainBuffers::count; ++i) {
        testing::Bytes const bytes = testing::pattern(1500, i);
        messages.push_back(std::make_unique<Message>(pool));
        ASSERT_TRUE(messages.back()->append({bytes.data(), bytes.size()}).is_ok());
    }
    EXPECT_EQ(pool.free_count(), 0u);
    for (u32 i = 0; i < PlainBuffers::count; ++i)
        EXPECT_EQ(testing::bytes_of(*messages[i]), testing::pattern(1500, i));
    Message one_more(pool);
    u8 const byte = 0;
    EXPECT_TRUE(one_more.append({&byte, 1}).is_error());
    messages.clear();
    EXPECT_EQ(pool.free_count(), u32{PlainBuffers::count});
}

} // namespace
} // namespace flat::net::buffers
