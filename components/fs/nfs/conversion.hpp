// SPDX-License-Identifier: BSD-2-Clause
// What a server says, in our words, and the other way round.
#pragma once

#include <core/text.hpp>
#include <fs/nfs/mount3.x.hpp>
#include <fs/nfs/nfs3.x.hpp>
#include <fs/nodes/node_base.hpp>

namespace flat::fs::nfs {

/// How a call has ended that the server has executed.
Outcome<void> outcome_of(nfs3::Nfsstat3 status);
Outcome<void> outcome_of(mount3::Mountstat3 status);

/// What is known of a node by its attributes; its number is that of the server.
Facts facts_of(nfs3::Fattr3 const& attributes);

/// A kind of node as NFS has it.
nfs3::Ftype3 type_of(Node::Kind kind);

/// Times are unsigned seconds: what lies outside is the nearest of them.
nfs3::Nfstime3 time_of(i64 ns);
i64 ns_of(nfs3::Nfstime3 const& time);

inline bool operator==(nfs3::Nfstime3 const& a, nfs3::Nfstime3 const& b) {
    return a.seconds == b.seconds && a.nseconds == b.nseconds;
}

/// Text as an argument of a call, which does not change it.
inline rpc::XdrBytes argument_of(Text text) {
    return {reinterpret_cast<u8*>(const_cast<char*>(text.data())), static_cast<u32>(text.size())};
}

/// A number of a device as two: Linux' way (major 12 bits, minor 20), which UNIX programs here use.
nfs3::Specdata3 numbers_of_device(u64 device);

} // namespace flat::fs::nfs
