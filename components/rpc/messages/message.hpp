// SPDX-License-Identifier: BSD-2-Clause
// The messages of remote procedure calls: calls and replies (RFC 5531, section 9).
#pragma once

#include <flat/rpc/auth_status.hpp>
#include <flat/rpc/xdr_value.hpp>
#include <rpc/xdr/xdr.hpp>

namespace flat::rpc {

inline constexpr u32 rpc_version = 2;

/// Whether a message calls or answers.
enum class MessageKind : u32 { call, reply };

/// Whether the server executed what the call asks for, or did not look at it.
enum class ReplyStatus : u32 { accepted, denied };

/// What became of a call that was looked at.
enum class AcceptStatus : u32 {
    success,
    program_unavailable,
    program_mismatch,
    procedure_unavailable,
    garbage_arguments,
    system_error,
};

/// Why a call was not looked at.
enum class RejectStatus : u32 { rpc_mismatch, authentication_error };

/// How a body is to be understood; servers may know other flavours.
enum class AuthFlavour : u32 { none, sys, short_form };

/// A credential or a verifier.
struct OpaqueAuth {
    static constexpr u32 body_bytes_max = 400;

    u32 flavour = 0; // any number: an AuthFlavour, if it is one that we know
    u32 size = 0;
    u8 body[body_bytes_max];
};

/// The versions that a server has.
struct VersionRange {
    u32 lowest = 0;
    u32 highest = 0;
};

/// What stands before the arguments of a call.
struct CallHeader {
    u32 transaction = 0;
    u32 rpc_version = rpc::rpc_version;
    u32 program = 0;
    u32 version = 0;
    u32 procedure = 0;
    OpaqueAuth credential;
    OpaqueAuth verifier;
};

XdrResult xdr_opaque_auth(XdrStream& stream, OpaqueAuth& auth);

/// What is the same in all calls of a client but the transaction: as far as the program's version.
XdrResult xdr_call_prefix(XdrStream& stream, CallHeader& header);

/// The whole header. Of a call in another version of the protocol only the transaction and that
/// version are decoded.
XdrResult xdr_call_header(XdrStream& stream, CallHeader& header);

/// A reply with its results, which are decoded only if there are some.
class ReplyMessage : public XdrValue {
public:
    /// A reply to decode, or one that says that all went well.
    explicit ReplyMessage(XdrValue& results) : results(&results) {}

    Result<void, XdrError> transfer(XdrStream& stream) override;

    u32 transaction = 0;
    ReplyStatus status = ReplyStatus::accepted;
    AcceptStatus accept = AcceptStatus::success;
    RejectStatus reject = RejectStatus::rpc_mismatch;
    AuthStatus auth = AuthStatus::ok;
    VersionRange versions;
    OpaqueAuth verifier;
    XdrValue* results;

private:
    XdrResult transfer_accepted(XdrStream& stream);
    XdrResult transfer_denied(XdrStream& stream);
};

/// No value, as of procedures without arguments.
class XdrNothing : public XdrValue {
public:
    Result<void, XdrError> transfer(XdrStream&) override { return {}; }
};

} // namespace flat::rpc
