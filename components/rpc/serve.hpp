// SPDX-License-Identifier: BSD-2-Clause
// How every procedure of a server is executed: what the interface compiler writes for `.x` files
// stands on it.
#pragma once

#include <core/maybe.hpp>
#include <flat/rpc/call.hpp>
#include <rpc/messages/message.hpp>

namespace flat::rpc {

/// Decodes arguments, executes, replies with results or refuses, and lets the server release them;
/// arguments are given back. `execute` returns why it did not, if so. The program of `server` has a
/// method `release(XdrValue&)`.
template<class Server, class Execute>
void serve(Server& server, Call& call, XdrValue& arguments, XdrValue& results,
           Execute const& execute) {
    if (!call.get_arguments(arguments)) {
        call.refuse(Call::Refusal::garbage_arguments);
    } else if (Maybe<Call::Refusal> const refusal = execute(); refusal.has_value()) {
        call.refuse(*refusal);
    } else {
        if (!call.reply(results)) call.refuse(Call::Refusal::system_error);
        server.release(results);
    }
    call.free_arguments(arguments);
}

/// Replies to procedure 0, which every program has and which does nothing (RFC 5531, 12.1).
inline void serve_null(Call& call) {
    XdrNothing nothing;
    if (!call.get_arguments(nothing)) return call.refuse(Call::Refusal::garbage_arguments);
    if (!call.reply(nothing)) call.refuse(Call::Refusal::system_error);
}

} // namespace flat::rpc
