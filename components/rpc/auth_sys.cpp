// SPDX-License-Identifier: BSD-2-Clause
// Calls that name their caller; what is sent is encoded once for each credential.
#include <rpc/auth_sys.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/text.hpp>
#include <rpc/messages/sys_credential.hpp>
#include <rpc/xdr/xdr_memory.hpp>

namespace flat::rpc {

AuthSys::AuthSys(Ports const& ports, Attributes const& attributes)
    : AuthSysComponent(ports, attributes) {
    Text const name(machine);
    if (name.size() > SysCredential::machine_bytes_max)
        panic("a machine's name of {} bytes is too long", name.size());
    SysCredential credential;
    credential.stamp = stamp;
    credential.machine_bytes = static_cast<u32>(name.size());
    memcpy(credential.machine, name.data(), name.size());
    credential.user = user;
    credential.group = group;
    XdrMemory stream(full_.body, XdrStream::Operation::encode);
    if (xdr_sys_credential(stream, credential).is_error())
        panic("a credential does not fit into its place");
    full_.flavour = static_cast<u32>(AuthFlavour::sys);
    full_.size = static_cast<u32>(stream.position());
    prepare(full_);
}

Result<void, XdrError> AuthSys::marshal(XdrStream& stream) {
    return stream.put_bytes(Span<u8 const>(marshalled_, marshalled_bytes_));
}

bool AuthSys::validate(u32 flavour, Span<u8 const> body) {
    if (flavour != static_cast<u32>(AuthFlavour::short_form)) return true;
    OpaqueAuth given;
    u8 copy[OpaqueAuth::body_bytes_max];
    if (body.size() > sizeof copy) return false;
    memcpy(copy, body.data(), body.size());
    XdrMemory stream(Span<u8>(copy, body.size()), XdrStream::Operation::decode);
    if (xdr_opaque_auth(stream, given).is_error()) return false;
    prepare(given);
    is_short_ = true;
    return true;
}

bool AuthSys::refresh() {
    if (!is_short_) return false;
    prepare(full_);
    is_short_ = false;
    return true;
}

/// Encodes a credential, and the empty verifier that belongs to it.
void AuthSys::prepare(OpaqueAuth& credential) {
    OpaqueAuth nothing;
    XdrMemory stream(marshalled_, XdrStream::Operation::encode);
    if (xdr_opaque_auth(stream, credential).is_error() ||
        xdr_opaque_auth(stream, nothing).is_error())
        panic("a credential does not fit into its place");
    marshalled_bytes_ = stream.position();
}

} // namespace flat::rpc
