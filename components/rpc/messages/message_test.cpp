// SPDX-License-Identifier: BSD-2-Clause
// Tests of the messages of remote procedure calls, word by word as RFC 5531 has them.
#include <rpc/messages/message.hpp>

#include <rpc/testing.hpp>
#include <rpc/xdr/xdr_memory.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using testing::Bytes;
using testing::joined;
using testing::words;
using Operation = XdrStream::Operation;

/// A result of one word.
class Word : public XdrValue {
public:
    Result<void, XdrError> transfer(XdrStream& stream) override { return xdr_u32(stream, word); }
    u32 word = 0;
};

class RpcMessage : public ::testing::Test {
protected:
    template<class Transfer>
    static XdrResult decode(Bytes bytes, Transfer transfer) {
        bytes.shrink_to_fit();
        XdrMemory stream(testing::span_of(bytes), Operation::decode);
        return transfer(stream);
    }

    XdrResult decode_call(Bytes const& bytes) {
        return decode(bytes, [&](XdrStream& stream) { return xdr_call_header(stream, call); });
    }

    XdrResult decode_reply(Bytes const& bytes) {
        return decode(bytes, [&](XdrStream& stream) { return reply.transfer(stream); });
    }

    Bytes encoded_reply() {
        u8 buffer[200];
        XdrMemory stream(buffer, Operation::encode);
        EXPECT_TRUE(reply.transfer(stream).is_ok());
        return Bytes(buffer, buffer + stream.position());
    }

    CallHeader call;
    Word result;
    ReplyMessage reply{result};
};

TEST_F(RpcMessage, a_call_names_program_version_and_procedure) {
    Bytes const bytes = words({9, 0, 2, 100, 3, 4, 1, 5, 0x61626364, 0x65000000, 0, 0});
    ASSERT_TRUE(decode_call(bytes).is_ok());
    EXPECT_EQ(call.transaction, 9u);
    EXPECT_EQ(call.program, 100u);
    EXPECT_EQ(call.version, 3u);
    EXPECT_EQ(call.procedure, 4u);
    EXPECT_EQ(call.credential.flavour, 1u);
    EXPECT_EQ(std::string(call.credential.body, call.credential.body + call.credential.size),
              "abcde");
    EXPECT_EQ(call.verifier.size, 0u);
    u8 buffer[100];
    XdrMemory stream(buffer, Operation::encode);
    ASSERT_TRUE(xdr_call_header(stream, call).is_ok());
    EXPECT_EQ(Bytes(buffer, buffer + stream.position()), bytes);
}

TEST_F(RpcMessage, of_a_call_in_another_version_of_the_protocol_nothing_more_is_decoded) {
    ASSERT_TRUE(decode_call(words({9, 0, 3})).is_ok());
    EXPECT_EQ(call.rpc_version, 3u);
}

TEST_F(RpcMessage, a_call_is_no_reply_and_a_reply_no_call) {
    EXPECT_EQ(decode_call(words({9, 1, 2, 100, 3, 4, 0, 0, 0, 0})).error().code, XdrError::invalid);
    EXPECT_EQ(decode_reply(words({9, 0, 0, 0, 0, 0, 7})).error().code, XdrError::invalid);
    EXPECT_EQ(decode_reply(words({9, 2, 0, 0, 0, 0, 7})).error().code, XdrError::invalid);
}

TEST_F(RpcMessage, a_credential_has_at_most_400_bytes) {
    Bytes const longest = joined(words({9, 0, 2, 100, 3, 4, 1, 400}), Bytes(400), words({0, 0}));
    EXPECT_TRUE(decode_call(longest).is_ok());
    Bytes const longer = joined(words({9, 0, 2, 100, 3, 4, 1, 401}), Bytes(404), words({0, 0}));
    EXPECT_EQ(decode_call(longer).error().code, XdrError::too_long);
}

TEST_F(RpcMessage, a_call_that_is_cut_off_anywhere_is_none) {
    Bytes const bytes = words({9, 0, 2, 100, 3, 4, 1, 5, 0x61626364, 0x65000000, 0, 0});
    for (usize size = 0; size < bytes.size(); ++size)
        EXPECT_EQ(decode_call(Bytes(bytes.begin(), bytes.begin() + size)).error().code,
                  XdrError::no_room);
}

TEST_F(RpcMessage, an_accepted_reply_has_a_verifier_and_results) {
    Bytes const bytes = words({9, 1, 0, 0, 0, 0, 7});
    ASSERT_TRUE(decode_reply(bytes).is_ok());
    EXPECT_EQ(reply.transaction, 9u);
    EXPECT_EQ(result.word, 7u);
    EXPECT_EQ(encoded_reply(), bytes);
    for (usize size = 0; size < bytes.size(); ++size)
        EXPECT_TRUE(decode_reply(Bytes(bytes.begin(), bytes.begin() + size)).is_error());
}

TEST_F(RpcMessage, an_accepted_reply_tells_why_there_are_no_results) {
    for (u32 const status : {1u, 3u, 4u, 5u}) {
        Bytes const bytes = words({9, 1, 0, 0, 0, status});
        ASSERT_TRUE(decode_reply(bytes).is_ok());
        EXPECT_EQ(static_cast<u32>(reply.accept), status);
        EXPECT_EQ(encoded_reply(), bytes);
    }
    Bytes const mismatch = words({9, 1, 0, 0, 0, 2, 5, 8});
    ASSERT_TRUE(decode_reply(mismatch).is_ok());
    EXPECT_EQ(reply.versions.lowest, 5u);
    EXPECT_EQ(reply.versions.highest, 8u);
    EXPECT_EQ(encoded_reply(), mismatch);
    EXPECT_EQ(result.word, 0u);
}

TEST_F(RpcMessage, a_denied_reply_tells_the_versions_of_the_protocol_or_of_the_authentication) {
    Bytes const mismatch = words({9, 1, 1, 0, 2, 3});
    ASSERT_TRUE(decode_reply(mismatch).is_ok());
    EXPECT_EQ(reply.status, ReplyStatus::denied);
    EXPECT_EQ(reply.versions.highest, 3u);
    EXPECT_EQ(encoded_reply(), mismatch);
    Bytes const refused = words({9, 1, 1, 1, 5});
    ASSERT_TRUE(decode_reply(refused).is_ok());
    EXPECT_EQ(reply.auth, AuthStatus::too_weak);
    EXPECT_EQ(encoded_reply(), refused);
}

TEST_F(RpcMessage, what_no_rfc_knows_is_refused) {
    for (Bytes const& bytes : {words({9, 1, 2}), words({9, 1, 0, 0, 0, 6}), words({9, 1, 1, 2}),
                               words({9, 1, 1, 1, 15})})
        EXPECT_EQ(decode_reply(bytes).error().code, XdrError::invalid);
}

} // namespace
} // namespace flat::rpc
