// SPDX-License-Identifier: BSD-2-Clause
// Calls without authentication; what is sent is encoded once.
#include <rpc/auth_none.hpp>

#include <core/panic.hpp>
#include <rpc/messages/message.hpp>
#include <rpc/xdr/xdr_memory.hpp>

namespace flat::rpc {

AuthNone::AuthNone(Ports const& ports, Attributes const& attributes)
    : AuthNoneComponent(ports, attributes) {
    OpaqueAuth nothing;
    XdrMemory stream(marshalled_, XdrStream::Operation::encode);
    if (xdr_opaque_auth(stream, nothing).is_error() || xdr_opaque_auth(stream, nothing).is_error())
        panic("there is no room for no authentication");
}

Result<void, XdrError> AuthNone::marshal(XdrStream& stream) {
    return stream.put_bytes(marshalled_);
}

bool AuthNone::validate(u32, Span<u8 const>) {
    return true;
}

} // namespace flat::rpc
