// SPDX-License-Identifier: BSD-2-Clause
// For whom a process acts (credentials(7)), and what that allows. The superuser may all: his rights
// are not divided into capabilities.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>
#include <flat/fs/node.hpp>

namespace flat::unix {

/// The users, or the groups, of a process. What sets them is as Linux has it (setresuid(2)); all
/// return false if that is not allowed, and change nothing then.
struct Identities {
    static constexpr u32 unchanged = ~u32{0};

    u32 real = 0;
    u32 effective = 0;
    u32 saved = 0; ///< can become the effective one
    u32 file = 0;  ///< for whom files are accessed; follows the effective one

    /// The effective one, of a superuser all.
    bool set(u32 id, bool is_superuser) {
        if (is_superuser) real = saved = id;
        if (id != real && id != saved) return false;
        effective = file = id;
        return true;
    }

    /// The real and the effective one, the old effective one being lost with a new real one.
    bool set_both(u32 wanted_real, u32 wanted_effective, bool is_superuser) {
        bool const is_real_set = wanted_real != unchanged;
        bool const is_effective_set = wanted_effective != unchanged;
        bool const is_real_known = wanted_real == real || wanted_real == effective;
        if (is_real_set && !is_superuser && !is_real_known) return false;
        if (is_effective_set && !is_superuser && !has(wanted_effective)) return false;
        bool const is_saved_set = is_real_set || (is_effective_set && wanted_effective != real);
        if (is_real_set) real = wanted_real;
        if (is_effective_set) effective = wanted_effective;
        if (is_saved_set) saved = effective;
        file = effective;
        return true;
    }

    /// Three of them.
    bool set_all(u32 wanted_real, u32 wanted_effective, u32 wanted_saved, bool is_superuser) {
        u32 const wanted[] = {wanted_real, wanted_effective, wanted_saved};
        for (u32 const each : wanted)
            if (each != unchanged && !is_superuser && !has(each)) return false;
        if (wanted_real != unchanged) real = wanted_real;
        if (wanted_effective != unchanged) effective = wanted_effective;
        if (wanted_saved != unchanged) saved = wanted_saved;
        file = effective;
        return true;
    }

    /// For whom files are accessed.
    bool set_file(u32 id, bool is_superuser) {
        if (id == unchanged || (!is_superuser && !has(id) && id != file)) return false;
        file = id;
        return true;
    }

    /// Whether it is one and the same, and can become no other.
    bool is_only(u32 id) const { return id == real && id == effective && id == saved; }

    bool has(u32 id) const { return id == real || id == effective || id == saved; }
};

/// What is wanted of a file, by the numbers of access(2) and of each class of a mode.
enum Right : u32 { executes = 1, writes = 2, reads = 4 };

/// Bits of a mode beside those of the three classes.
enum SpecialMode : u32 {
    mode_sticky = 01000,    ///< in a directory, names are removed by owners alone
    mode_set_group = 02000, ///< a program acts for its group; a directory's files have its group
    mode_set_user = 04000,  ///< a program acts for its owner
};

/// Users and groups of a process.
class Credentials {
public:
    using Attributes = fs::Node::Attributes;

    static constexpr u32 groups_max = 32; ///< Linux: 65536

    Identities user;
    Identities group;

    /// It has acted for others since its program began, and may know what those may alone
    /// (PR_SET_DUMPABLE).
    bool has_changed = false;

    bool is_superuser() const { return user.effective == 0; }

    /// The groups that it belongs to besides.
    Span<u32 const> groups() const { return Span<u32 const>(groups_).first(group_count_); }
    void set_groups(Span<u32 const> groups) {
        group_count_ = static_cast<u32>(groups.size());
        for (u32 i = 0; i < group_count_; ++i)
            groups_[i] = groups[i];
    }

    /// As who has started the process: what access(2) answers for.
    Credentials as_real() const {
        Credentials real = *this;
        real.user.file = user.real;
        real.group.file = group.real;
        return real;
    }

    /// Whether files of a group are files of one of its own.
    bool belongs_to(u32 other) const {
        if (other == group.file) return true;
        for (u32 const each : groups())
            if (each == other) return true;
        return false;
    }

    /// Whether it owns a file, or is the superuser.
    bool owns(Attributes const& file) const { return user.file == 0 || user.file == file.owner; }

    /// Whether a file may be accessed so: by the bits of the first class that it belongs to. The
    /// superuser may all, but execute what nobody may.
    bool may(Attributes const& file, u32 rights) const {
        bool const is_program = file.kind == fs::Node::Kind::directory || (file.mode & 0111) != 0;
        if (user.file == 0) return (rights & executes) == 0 || is_program;
        u32 const others = belongs_to(file.group) ? 3 : 0;
        u32 const shift = user.file == file.owner ? 6 : others;
        return (file.mode >> shift & rights) == rights;
    }

    /// Whether it may remove a name from a directory that it can write to (chmod(2), S_ISVTX).
    bool may_remove(Attributes const& directory, Attributes const& file) const {
        bool const is_sticky = (directory.mode & mode_sticky) != 0;
        return !is_sticky || owns(directory) || owns(file);
    }

    /// Whether it may send signals to another process (kill(2)).
    bool may_signal(Credentials const& other) const {
        Identities const& to = other.user;
        return is_superuser() || user.effective == to.real || user.effective == to.saved ||
               user.real == to.real || user.real == to.saved;
    }

    /// Whether it may have what another process has: its files, its directories, its program
    /// (ptrace(2), "Ptrace access mode checking").
    bool may_look_into(Credentials const& other) const {
        bool const is_same = other.user.is_only(user.file) && other.group.is_only(group.file);
        return is_superuser() || (is_same && !other.has_changed);
    }

    /// It runs a program from now on, and acts for the program's owner and group if that says so.
    void begin_program(Attributes const& program) {
        constexpr u32 group_bits = mode_set_group | 0010;
        if ((program.mode & mode_set_user) != 0) user.effective = program.owner;
        if ((program.mode & group_bits) == group_bits) group.effective = program.group;
        user.saved = user.file = user.effective;
        group.saved = group.file = group.effective;
        has_changed = is_secure();
    }

    /// Whether it acts for others than who has started it, whom it must not trust (AT_SECURE).
    bool is_secure() const { return user.real != user.effective || group.real != group.effective; }

private:
    u32 groups_[groups_max] = {};
    u32 group_count_ = 0;
};

} // namespace flat::unix
