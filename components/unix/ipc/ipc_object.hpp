// SPDX-License-Identifier: BSD-2-Clause
// What semaphores, segments and queues of System V have in common: numbers, keys, permissions.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>
#include <unix/credentials.hpp>
#include <unix/errno.hpp>

namespace flat::unix::ipc {

/// Flags of the calls that find an object, and of those that wait (IPC_…).
enum IpcFlag : u32 {
    makes = 01000,
    makes_alone = 02000,
    does_not_wait = 04000,
};

/// Commands that all objects have (IPC_…).
enum IpcCommand : u32 {
    removes = 0,
    sets = 1,
    tells = 2,
    tells_limits = 3,
};

/// How an object is named whose state is told: by its number, or by its place in the table, for
/// those who may read it, or for everybody.
enum class Named { by_number, by_place, by_place_for_all };

/// What a command that tells the state of an object names; `for_all` is that of its kind (…_ANY).
constexpr Named named(u32 command, u32 for_all) {
    if (command == tells) return Named::by_number;
    return command == for_all ? Named::by_place_for_all : Named::by_place;
}

/// What an attempt returns that is to be repeated; no result of a call.
inline constexpr i64 must_wait = 1;

constexpr i32 private_key = 0; ///< IPC_PRIVATE: of no other object

/// struct ipc64_perm of x86_64.
struct IpcPermissions {
    i32 key;
    u32 owner;
    u32 group;
    u32 creator;
    u32 creator_group;
    u32 mode;
    u16 sequence;
    u16 padding;
    u32 padding_after;
    u64 reserved[2];
};
static_assert(sizeof(IpcPermissions) == 48);

/// What has a number until it is removed.
struct IpcObject : NonCopyable {
    /// Of whoever makes it, with the permissions in the flags.
    void begin(i32 key, u32 flags, Credentials const& by) {
        permissions.key = key;
        permissions.owner = permissions.creator = by.user.effective;
        permissions.group = permissions.creator_group = by.group.effective;
        permissions.mode = flags & 0777;
    }

    /// Whether somebody may read or write it, by the bits of `Right`.
    bool may(Credentials const& as, u32 rights) const {
        if (as.is_superuser()) return true;
        bool const is_of_group =
            as.belongs_to(permissions.group) || as.belongs_to(permissions.creator_group);
        u32 const shift = is_owned_by(as) ? 6 : (is_of_group ? 3 : 0);
        return (permissions.mode >> shift & rights) == rights;
    }

    /// Whether somebody may change its permissions and remove it.
    bool is_governed_by(Credentials const& as) const {
        return as.is_superuser() || is_owned_by(as);
    }

    /// Takes over what IPC_SET can change.
    void set(IpcPermissions const& wanted) {
        permissions.owner = wanted.owner;
        permissions.group = wanted.group;
        permissions.mode = (permissions.mode & ~0777u) | (wanted.mode & 0777);
    }

    IpcPermissions permissions = {};
    u32 id = 0;
    i64 changed_s = 0; ///< when it was made or set

private:
    bool is_owned_by(Credentials const& as) const {
        u32 const user = as.user.effective;
        return user == permissions.owner || user == permissions.creator;
    }
};

/// The rights that a call which finds an object asks for in its flags, whichever class they name.
constexpr u32 rights_in(u32 flags) {
    return (flags | flags >> 3 | flags >> 6) & (reads | writes);
}

} // namespace flat::unix::ipc
