// SPDX-License-Identifier: BSD-2-Clause
// Tests of records on a connection: their fragments, and what is no record.
#include <rpc/xdr/xdr_record.hpp>

#include <rpc/testing.hpp>
#include <rpc/xdr/xdr.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using testing::Bytes;
using testing::joined;
using testing::words;

constexpr u32 last = 0x80000000;
constexpr XdrError no_room{XdrError::no_room};
constexpr XdrError broken{XdrError::broken};

/// A connection that delivers so many bytes at once.
class FakePipe : public RecordPipe {
public:
    Result<usize, XdrError> read(Span<u8> bytes) override {
        usize const count = std::min({bytes.size(), at_once, incoming.size()});
        if (count == 0) return broken;
        std::copy_n(incoming.begin(), count, bytes.begin());
        incoming.erase(incoming.begin(), incoming.begin() + count);
        return count;
    }
    Result<void, XdrError> write(Span<u8 const> bytes) override {
        if (is_closed) return broken;
        outgoing.insert(outgoing.end(), bytes.begin(), bytes.end());
        return {};
    }

    Bytes incoming, outgoing;
    usize at_once = 1000;
    bool is_closed = false;
};

class RpcXdrRecord : public ::testing::Test {
protected:
    /// The words of a record that is received.
    std::vector<u32> read(usize count) {
        std::vector<u32> found;
        for (usize i = 0; i < count; ++i)
            found.push_back(stream.get_word().value());
        return found;
    }

    FakePipe pipe;
    u8 out[20], in[16];
    XdrRecord stream{out, in, 1000, pipe, nullptr};
};

TEST_F(RpcXdrRecord, a_short_record_is_one_fragment) {
    ASSERT_TRUE(stream.put_word(7).is_ok());
    ASSERT_TRUE(stream.put_word(8).is_ok());
    EXPECT_EQ(stream.position(), 8u);
    EXPECT_TRUE(pipe.outgoing.empty());
    ASSERT_TRUE(stream.end_record().is_ok());
    EXPECT_EQ(pipe.outgoing, words({last | 8, 7, 8}));
}

TEST_F(RpcXdrRecord, a_long_record_is_sent_as_fragments_that_are_full) {
    for (u32 number = 1; number <= 6; ++number)
        ASSERT_TRUE(stream.put_word(number).is_ok());
    EXPECT_EQ(stream.position(), 24u);
    ASSERT_TRUE(stream.end_record().is_ok());
    EXPECT_EQ(pipe.outgoing, words({16, 1, 2, 3, 4, last | 8, 5, 6}));
}

TEST_F(RpcXdrRecord, bytes_fill_fragments_to_the_last) {
    Bytes const bytes(18, 0x11);
    ASSERT_TRUE(stream.put_bytes({bytes.data(), bytes.size()}).is_ok());
    ASSERT_TRUE(stream.end_record().is_ok());
    EXPECT_EQ(pipe.outgoing,
              joined(words({16}), Bytes(16, 0x11), words({last | 2}), Bytes(2, 0x11)));
}

TEST_F(RpcXdrRecord, records_follow_each_other) {
    for (u32 const number : {7u, 8u}) {
        ASSERT_TRUE(stream.put_word(number).is_ok());
        ASSERT_TRUE(stream.end_record().is_ok());
    }
    EXPECT_EQ(pipe.outgoing, words({last | 4, 7, last | 4, 8}));
}

TEST_F(RpcXdrRecord, a_record_of_which_nothing_was_sent_can_be_forgotten) {
    ASSERT_TRUE(stream.put_word(7).is_ok());
    EXPECT_TRUE(stream.discard_record());
    ASSERT_TRUE(stream.put_word(8).is_ok());
    ASSERT_TRUE(stream.end_record().is_ok());
    EXPECT_EQ(pipe.outgoing, words({last | 4, 8}));
    for (u32 number = 1; number <= 6; ++number)
        ASSERT_TRUE(stream.put_word(number).is_ok());
    EXPECT_FALSE(stream.discard_record());
}

TEST_F(RpcXdrRecord, fragments_are_joined_wherever_they_and_their_segments_begin_and_end) {
    Bytes const record = joined(words({3}), Bytes{0, 0, 0}, words({6}), Bytes{1, 0, 0, 0, 2, 0},
                                words({last | 3}), Bytes{0, 0, 3});
    for (usize at_once = 1; at_once <= record.size(); ++at_once) {
        pipe.incoming = record;
        pipe.at_once = at_once;
        EXPECT_EQ(read(3), (std::vector<u32>{1, 2, 3}));
        EXPECT_EQ(stream.get_word().error(), no_room);
        ASSERT_TRUE(stream.skip_record().is_ok());
        EXPECT_FALSE(stream.has_input());
    }
}

TEST_F(RpcXdrRecord, nothing_is_read_past_the_end_of_a_record) {
    pipe.incoming = words({last | 4, 1, last | 4, 2});
    EXPECT_EQ(read(1), (std::vector<u32>{1}));
    EXPECT_EQ(stream.get_word().error(), no_room);
    EXPECT_TRUE(stream.has_input());
    ASSERT_TRUE(stream.skip_record().is_ok());
    EXPECT_EQ(read(1), (std::vector<u32>{2}));
}

TEST_F(RpcXdrRecord, a_value_that_ends_past_its_record_has_no_room) {
    pipe.incoming = joined(words({last | 6, 1}), Bytes{0, 0}, words({last | 4, 2}));
    EXPECT_EQ(read(1), (std::vector<u32>{1}));
    EXPECT_EQ(stream.get_word().error(), no_room);
    ASSERT_TRUE(stream.skip_record().is_ok());
    EXPECT_EQ(read(1), (std::vector<u32>{2}));
}

TEST_F(RpcXdrRecord, what_is_left_of_a_record_is_skipped_in_all_fragments) {
    pipe.incoming = joined(words({8, 1, 1, 800}), Bytes(800), words({last | 4, 1, last | 4, 2}));
    EXPECT_EQ(read(1), (std::vector<u32>{1}));
    ASSERT_TRUE(stream.skip_record().is_ok());
    EXPECT_EQ(read(1), (std::vector<u32>{2}));
}

TEST_F(RpcXdrRecord, the_last_fragment_may_be_empty_and_so_may_the_record) {
    pipe.incoming = words({4, 1, last, last, 4, 2, last, last | 4, 3});
    EXPECT_EQ(read(1), (std::vector<u32>{1}));
    EXPECT_EQ(stream.get_word().error(), no_room);
    ASSERT_TRUE(stream.skip_record().is_ok());
    EXPECT_EQ(stream.get_word().error(), no_room); // the empty record
    ASSERT_TRUE(stream.skip_record().is_ok());
    EXPECT_EQ(read(1), (std::vector<u32>{2}));
    ASSERT_TRUE(stream.skip_record().is_ok());
    EXPECT_EQ(read(1), (std::vector<u32>{3}));
}

TEST_F(RpcXdrRecord, an_empty_fragment_that_is_not_the_last_breaks_the_connection) {
    pipe.incoming = words({0, last | 4, 1});
    EXPECT_EQ(stream.get_word().error(), broken);
    EXPECT_TRUE(stream.is_broken());
}

TEST_F(RpcXdrRecord, a_record_that_is_too_long_breaks_the_connection) {
    pipe.incoming = joined(words({last | 1001}), Bytes(1001));
    EXPECT_EQ(stream.get_word().error(), broken);
    stream.restart();
    pipe.incoming = joined(words({996}), Bytes(996), words({last | 8, 1, 2}));
    Bytes bytes(996);
    ASSERT_TRUE(stream.get_bytes(testing::span_of(bytes)).is_ok());
    EXPECT_FALSE(stream.is_broken());
    EXPECT_EQ(stream.get_word().error(), broken);
    EXPECT_TRUE(stream.is_broken());
}

TEST_F(RpcXdrRecord, a_connection_that_ends_within_a_record_is_broken) {
    Bytes const record = words({last | 8, 1, 2});
    for (usize size = 0; size < record.size(); ++size) {
        stream.restart();
        pipe.incoming.assign(record.begin(), record.begin() + size);
        u8 bytes[8];
        EXPECT_EQ(stream.get_bytes(bytes).error(), broken) << size;
        EXPECT_TRUE(stream.is_broken());
    }
}

TEST_F(RpcXdrRecord, a_connection_that_takes_nothing_is_broken) {
    pipe.is_closed = true;
    ASSERT_TRUE(stream.put_word(1).is_ok());
    EXPECT_EQ(stream.end_record().error(), broken);
    EXPECT_TRUE(stream.is_broken());
}

TEST_F(RpcXdrRecord, records_only_go_forwards) {
    EXPECT_EQ(stream.set_position(0).error(), no_room);
    pipe.incoming = words({last | 8, 1, 2});
    stream.set_operation(XdrStream::Operation::decode);
    read(1);
    EXPECT_EQ(stream.position(), 4u);
}

} // namespace
} // namespace flat::rpc
