// SPDX-License-Identifier: BSD-2-Clause
// What a reply means to whoever called.
#pragma once

#include <flat/rpc/auth.hpp>
#include <flat/rpc/client.hpp>
#include <rpc/messages/message.hpp>

namespace flat::rpc {

/// How often a client tries another credential, for one call.
inline constexpr u32 refreshes_max = 2;

/// Success, or the failure that a reply tells of, with its details. The verifier of a reply with
/// results is shown to the authentication.
Result<void, RpcError> outcome_of(ReplyMessage const& reply, Auth& auth, Client::Details& details);

} // namespace flat::rpc
