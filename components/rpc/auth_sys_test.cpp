// SPDX-License-Identifier: BSD-2-Clause
// Tests of calls that name their caller.
#include <rpc/auth_sys.hpp>

#include <rpc/messages/sys_credential.hpp>
#include <rpc/testing.hpp>
#include <rpc/xdr/xdr_memory.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using testing::Bytes;
using testing::joined;
using testing::words;
using Operation = XdrStream::Operation;

constexpr u32 short_form = static_cast<u32>(AuthFlavour::short_form);

class RpcAuthSys : public ::testing::Test {
protected:
    Bytes marshalled() {
        u8 buffer[900];
        XdrMemory stream(buffer, Operation::encode);
        EXPECT_TRUE(auth.marshal(stream).is_ok());
        return Bytes(buffer, buffer + stream.position());
    }

    AuthSys auth{{}, {.stamp = 7, .machine = "host", .user = 1000, .group = 100}};
    Bytes const full =
        joined(words({1, 24, 7, 4}), std::string("host"), words({1000, 100, 0, 0, 0}));
};

TEST_F(RpcAuthSys, names_machine_user_and_group) {
    EXPECT_EQ(marshalled(), full);
    EXPECT_TRUE(auth.validate(0, {}));
    EXPECT_EQ(marshalled(), full);
    EXPECT_FALSE(auth.refresh());
}

TEST_F(RpcAuthSys, the_servers_shorter_credential_is_used_until_it_is_refused) {
    Bytes given = joined(words({short_form, 5}), std::string("token"), Bytes(3));
    ASSERT_TRUE(auth.validate(short_form, testing::span_of(given)));
    EXPECT_EQ(marshalled(), joined(given, words({0, 0})));
    EXPECT_TRUE(auth.refresh());
    EXPECT_EQ(marshalled(), full);
    EXPECT_FALSE(auth.refresh());
}

TEST_F(RpcAuthSys, a_malformed_shorter_credential_is_refused) {
    Bytes cut_off = words({short_form, 400, 1});
    EXPECT_FALSE(auth.validate(short_form, testing::span_of(cut_off)));
    Bytes too_long(500);
    EXPECT_FALSE(auth.validate(short_form, testing::span_of(too_long)));
    EXPECT_EQ(marshalled(), full);
}

TEST(RpcAuthSysAlone, panics_when_the_name_of_the_machine_is_too_long) {
    std::string const name(256, 'x');
    EXPECT_EXIT(AuthSys({}, {.machine = name.c_str()}), ::testing::ExitedWithCode(101),
                "name of 256 bytes is too long");
}

TEST(RpcSysCredential, has_at_most_sixteen_groups_and_a_short_name) {
    SysCredential credential;
    Bytes groups = joined(words({7, 0, 1, 2, 17}), Bytes(17 * 4));
    XdrMemory many(testing::span_of(groups), Operation::decode);
    EXPECT_EQ(xdr_sys_credential(many, credential).error(), XdrError{XdrError::too_long});
    Bytes name = joined(words({7, 256}), Bytes(300));
    XdrMemory long_name(testing::span_of(name), Operation::decode);
    EXPECT_EQ(xdr_sys_credential(long_name, credential).error(), XdrError{XdrError::too_long});
}

} // namespace
} // namespace flat::rpc
