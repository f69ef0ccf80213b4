// SPDX-License-Identifier: BSD-2-Clause
// The messages of remote procedure calls in their external form (RFC 5531, section 9).
#include <rpc/messages/message.hpp>

namespace flat::rpc {

namespace {

XdrResult xdr_versions(XdrStream& stream, VersionRange& versions) {
    TRY(xdr_u32(stream, versions.lowest));
    return xdr_u32(stream, versions.highest);
}

/// The kind of the message, which must be the one expected.
XdrResult xdr_kind(XdrStream& stream, MessageKind expected) {
    MessageKind kind = expected;
    TRY(xdr_enumeration(stream, kind, MessageKind::reply));
    if (kind != expected) return XdrError{XdrError::invalid};
    return {};
}

} // namespace

XdrResult xdr_opaque_auth(XdrStream& stream, OpaqueAuth& auth) {
    TRY(xdr_u32(stream, auth.flavour));
    if (stream.operation() == XdrStream::Operation::free) return {};
    u8* body = auth.body;
    return xdr_bytes(stream, body, auth.size, OpaqueAuth::body_bytes_max);
}

XdrResult xdr_call_prefix(XdrStream& stream, CallHeader& header) {
    TRY(xdr_u32(stream, header.transaction));
    TRY(xdr_kind(stream, MessageKind::call));
    TRY(xdr_u32(stream, header.rpc_version));
    if (header.rpc_version != rpc_version) return {};
    TRY(xdr_u32(stream, header.program));
    return xdr_u32(stream, header.version);
}

XdrResult xdr_call_header(XdrStream& stream, CallHeader& header) {
    TRY(xdr_call_prefix(stream, header));
    if (header.rpc_version != rpc_version) return {};
    TRY(xdr_u32(stream, header.procedure));
    TRY(xdr_opaque_auth(stream, header.credential));
    return xdr_opaque_auth(stream, header.verifier);
}

Result<void, XdrError> ReplyMessage::transfer(XdrStream& stream) {
    TRY(xdr_u32(stream, transaction));
    TRY(xdr_kind(stream, MessageKind::reply));
    TRY(xdr_enumeration(stream, status, ReplyStatus::denied));
    if (status == ReplyStatus::accepted) return transfer_accepted(stream);
    return transfer_denied(stream);
}

XdrResult ReplyMessage::transfer_accepted(XdrStream& stream) {
    TRY(xdr_opaque_auth(stream, verifier));
    TRY(xdr_enumeration(stream, accept, AcceptStatus::system_error));
    if (accept == AcceptStatus::success) return results->transfer(stream);
    if (accept == AcceptStatus::program_mismatch) return xdr_versions(stream, versions);
    return {};
}

XdrResult ReplyMessage::transfer_denied(XdrStream& stream) {
    TRY(xdr_enumeration(stream, reject, RejectStatus::authentication_error));
    if (reject == RejectStatus::rpc_mismatch) return xdr_versions(stream, versions);
    return xdr_enumeration(stream, auth, AuthStatus::context_problem);
}

} // namespace flat::rpc
