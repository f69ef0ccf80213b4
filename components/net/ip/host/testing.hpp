// SPDX-License-Identifier: BSD-2-Clause
// A host with one network, for tests of what stands on IPv4.
#pragma once

#include <net/ip/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::ip::testing {

inline constexpr u32 own = 0x0a000002;
inline constexpr u32 neighbour = 0x0a000001;

/// Its IPv4, with the network as its only one; no buffer may be left in use.
class HostTest : public ::testing::Test {
protected:
    void TearDown() override { EXPECT_EQ(buffers.all.used(), 0u); }

    OwnBuffers buffers{128};
    TestAllocator allocator;
    TestAlarms alarms;
    TestAttachment network{own, 24};
    Attachment* attachments[1] = {&network};
    BoundIpv4 ip{{.attachments = Span<Attachment* const>(attachments),
                  .alarms = alarms,
                  .buffers = buffers,
                  .allocator = allocator},
                 {.gateway = 0,
                  .source_routes = false,
                  .forwards = false,
                  .lifetime = 64,
                  .reassemblies = 2,
                  .fragments = 64}};
};

} // namespace flat::net::ip::testing
