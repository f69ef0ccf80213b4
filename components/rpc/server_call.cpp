// SPDX-License-Identifier: BSD-2-Clause
// A call that a server executes, and the replies to it (RFC 5531, section 9).
#include <rpc/server_call.hpp>

#include <core/memory.hpp>
#include <rpc/messages/sys_credential.hpp>
#include <rpc/xdr/xdr_memory.hpp>

namespace flat::rpc {

using Operation = XdrStream::Operation;

bool ServerCall::get_arguments(XdrValue& arguments) {
    return arguments.transfer(message_).is_ok();
}

void ServerCall::free_arguments(XdrValue& arguments) {
    message_.set_operation(Operation::free);
    static_cast<void>(arguments.transfer(message_)); // freeing does not fail
    message_.set_operation(Operation::decode);
}

bool ServerCall::reply(XdrValue& results) {
    ReplyMessage reply(results);
    return send(reply);
}

void ServerCall::refuse(Refusal reason) {
    switch (reason) {
    case Refusal::procedure_unavailable:
        return accept(AcceptStatus::procedure_unavailable);
    case Refusal::garbage_arguments:
        return accept(AcceptStatus::garbage_arguments);
    case Refusal::system_error:
        return accept(AcceptStatus::system_error);
    case Refusal::authentication_too_weak:
        return deny(AuthStatus::too_weak);
    }
}

AuthStatus ServerCall::authenticate() {
    OpaqueAuth const& given = header_.credential;
    if (given.flavour == static_cast<u32>(AuthFlavour::none)) return AuthStatus::ok;
    if (given.flavour != static_cast<u32>(AuthFlavour::sys)) return AuthStatus::rejected_credential;
    u8 body[OpaqueAuth::body_bytes_max];
    memcpy(body, given.body, given.size);
    XdrMemory stream(Span<u8>(body, given.size), Operation::decode);
    SysCredential credential;
    if (xdr_sys_credential(stream, credential).is_error()) return AuthStatus::bad_credential;
    caller_ = {true, credential.user, credential.group};
    return AuthStatus::ok;
}

void ServerCall::refuse_program() {
    accept(AcceptStatus::program_unavailable);
}

void ServerCall::refuse_version(VersionRange versions) {
    accept(AcceptStatus::program_mismatch, versions);
}

void ServerCall::deny_version() {
    XdrNothing nothing;
    ReplyMessage reply(nothing);
    reply.status = ReplyStatus::denied;
    reply.reject = RejectStatus::rpc_mismatch;
    reply.versions = {rpc_version, rpc_version};
    send(reply);
}

void ServerCall::deny(AuthStatus reason) {
    XdrNothing nothing;
    ReplyMessage reply(nothing);
    reply.status = ReplyStatus::denied;
    reply.reject = RejectStatus::authentication_error;
    reply.auth = reason;
    send(reply);
}

void ServerCall::accept(AcceptStatus status, VersionRange versions) {
    XdrNothing nothing;
    ReplyMessage reply(nothing);
    reply.accept = status;
    reply.versions = versions;
    send(reply);
}

/// Whether a reply, which gets the number of the call, could be sent.
bool ServerCall::send(ReplyMessage& reply) {
    reply.transaction = header_.transaction;
    return path_.send(reply).is_ok();
}

} // namespace flat::rpc
