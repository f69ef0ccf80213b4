// SPDX-License-Identifier: BSD-2-Clause
// Tests of calls without authentication.
#include <rpc/auth_none.hpp>

#include <rpc/testing.hpp>
#include <rpc/xdr/xdr_memory.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

TEST(RpcAuthNone, credential_and_verifier_are_empty) {
    AuthNone auth({}, {});
    u8 buffer[20] = {1};
    XdrMemory stream(buffer, XdrStream::Operation::encode);
    ASSERT_TRUE(auth.marshal(stream).is_ok());
    EXPECT_EQ(testing::Bytes(buffer, buffer + stream.position()), testing::words({0, 0, 0, 0}));
}

TEST(RpcAuthNone, needs_room_in_the_call) {
    AuthNone auth({}, {});
    u8 buffer[15];
    XdrMemory stream(buffer, XdrStream::Operation::encode);
    EXPECT_EQ(auth.marshal(stream).error(), XdrError{XdrError::no_room});
}

TEST(RpcAuthNone, believes_the_server_and_has_no_other_credential) {
    AuthNone auth({}, {});
    EXPECT_TRUE(auth.validate(7, {}));
    EXPECT_FALSE(auth.refresh());
}

} // namespace
} // namespace flat::rpc
