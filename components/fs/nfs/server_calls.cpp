// SPDX-License-Identifier: BSD-2-Clause
// Calls of a server's procedures: what is tried again, and when that is given up.
#include <fs/nfs/server_calls.hpp>

#include <core/timed_wait.hpp>
#include <fs/nfs/conversion.hpp>

namespace flat::fs::nfs {

using rpc::RpcError;

namespace {

/// Whether the same call may be answered later. A connection that breaks is made anew, and a
/// server that comes back is found by the port mapper.
bool may_mend(RpcError error) {
    switch (error.code) {
    case RpcError::cant_connect:
    case RpcError::cant_send:
    case RpcError::cant_receive:
    case RpcError::timed_out:
    case RpcError::port_mapper:
    case RpcError::program_not_registered:
    case RpcError::program_unavailable:
        return true;
    default:
        return false;
    }
}

FsError meaning_of(RpcError error) {
    switch (error.code) {
    case RpcError::authentication:
        return FsError{FsError::forbidden};
    case RpcError::program_mismatch:
    case RpcError::procedure_unavailable:
    case RpcError::rpc_mismatch:
        return FsError{FsError::not_supported};
    default:
        return FsError{FsError::io};
    }
}

} // namespace

Outcome<void> ServerCalls::perform(Attempt& attempt) {
    u64 const begin_ns = alarms_.now_ns();
    if (begin_ns < silent_until_ns_.load()) return FsError{FsError::no_answer};
    for (;;) {
        auto const made = attempt.make(client_, patience_.reply_ns);
        if (made.is_error() && !may_mend(made.error())) return meaning_of(made.error());
        if (made.is_ok() && attempt.status() != nfs3::Nfsstat3::nfs3err_jukebox)
            return outcome_of(attempt.status());
        u64 const now_ns = alarms_.now_ns();
        if (now_ns - begin_ns >= patience_.all_ns) {
            if (made.is_error()) silent_until_ns_.store(now_ns + patience_.reply_ns);
            return FsError{FsError::no_answer};
        }
        attempt.was_repeated |= made.is_error();
        pause();
    }
}

void ServerCalls::pause() {
    u64 const condition = address_of(this);
    TimedWait const time(alarms_, threads_, condition, patience_.pause_ns);
    for (;;) {
        u64 const ticket = threads_.ticket();
        if (time.left_ns() == 0 || !threads_.wait(condition, ticket)) return;
    }
}

} // namespace flat::fs::nfs
