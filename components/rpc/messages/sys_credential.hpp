// SPDX-License-Identifier: BSD-2-Clause
// The body of a credential of the flavour AUTH_SYS (RFC 5531, appendix A).
#pragma once

#include <rpc/xdr/xdr.hpp>

namespace flat::rpc {

/// A user of a machine.
struct SysCredential {
    static constexpr u32 machine_bytes_max = 255;
    static constexpr u32 groups_max = 16;

    u32 stamp = 0;
    u32 machine_bytes = 0;
    u8 machine[machine_bytes_max];
    u32 user = 0;
    u32 group = 0;
    u32 group_count = 0;
    u32 groups[groups_max];
};

XdrResult xdr_sys_credential(XdrStream& stream, SysCredential& credential);

} // namespace flat::rpc
