// SPDX-License-Identifier: BSD-2-Clause
// What a reply means to whoever called.
#include <rpc/messages/outcome.hpp>

namespace flat::rpc {

namespace {

Result<void, RpcError> outcome_of_accepted(ReplyMessage const& reply, Auth& auth,
                                           Client::Details& details) {
    switch (reply.accept) {
    case AcceptStatus::success:
        if (auth.validate(reply.verifier.flavour, {reply.verifier.body, reply.verifier.size}))
            return {};
        details.auth = AuthStatus::invalid_response;
        return RpcError{RpcError::authentication};
    case AcceptStatus::program_unavailable:
        return RpcError{RpcError::program_unavailable};
    case AcceptStatus::program_mismatch:
        details.lowest_version = reply.versions.lowest;
        details.highest_version = reply.versions.highest;
        return RpcError{RpcError::program_mismatch};
    case AcceptStatus::procedure_unavailable:
        return RpcError{RpcError::procedure_unavailable};
    case AcceptStatus::garbage_arguments:
        return RpcError{RpcError::garbage_arguments};
    case AcceptStatus::system_error:
        return RpcError{RpcError::system_error};
    }
    return RpcError{RpcError::cant_decode_results};
}

} // namespace

Result<void, RpcError> outcome_of(ReplyMessage const& reply, Auth& auth, Client::Details& details) {
    details = {};
    if (reply.status == ReplyStatus::accepted) return outcome_of_accepted(reply, auth, details);
    if (reply.reject == RejectStatus::authentication_error) {
        details.auth = reply.auth;
        return RpcError{RpcError::authentication};
    }
    details.lowest_version = reply.versions.lowest;
    details.highest_version = reply.versions.highest;
    return RpcError{RpcError::rpc_mismatch};
}

} // namespace flat::rpc
