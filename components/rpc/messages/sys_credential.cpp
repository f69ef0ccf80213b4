// SPDX-License-Identifier: BSD-2-Clause
// The body of a credential of the flavour AUTH_SYS (RFC 5531, appendix A).
#include <rpc/messages/sys_credential.hpp>

namespace flat::rpc {

XdrResult xdr_sys_credential(XdrStream& stream, SysCredential& credential) {
    if (stream.operation() == XdrStream::Operation::free) return {}; // its places are its own
    TRY(xdr_u32(stream, credential.stamp));
    u8* machine = credential.machine;
    TRY(xdr_bytes(stream, machine, credential.machine_bytes, SysCredential::machine_bytes_max));
    TRY(xdr_u32(stream, credential.user));
    TRY(xdr_u32(stream, credential.group));
    void* groups = credential.groups;
    return xdr_array(stream, groups, credential.group_count, SysCredential::groups_max, sizeof(u32),
                     xdr_element<u32, xdr_u32>);
}

} // namespace flat::rpc
