// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of files by their names: permissions, owners, times and sizes of them.
#include <unix/files/file_names.hpp>

#include <flat/fs/file.hpp>
#include <unix/file_limit.hpp>
#include <unix/fs_errno.hpp>
#include <unix/open_description.hpp>
#include <unix/permissions.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::files {

/// What utimensat wants to be set: two times, of which each may be now, or stay as it is.
class WantedTimes {
public:
    /// A null pointer means that both are now. False if it cannot be read.
    bool get(UserMode& user_mode, vaddr place) {
        return place == 0 || unix::get(user_mode, words_, place);
    }
    /// The same by seconds and microseconds; an invalid one stays invalid.
    bool get_microseconds(UserMode& user_mode, vaddr place) {
        if (place == 0) return true;
        if (!unix::get(user_mode, words_, place)) return false;
        for (auto& [seconds, rest] : words_)
            rest = rest >= 0 && rest < 1'000'000 ? rest * 1000 : -1;
        return true;
    }
    /// The same by seconds.
    bool get_seconds(UserMode& user_mode, vaddr place) {
        i64 seconds[2] = {};
        if (place == 0) return true;
        if (!unix::get(user_mode, seconds, place)) return false;
        for (u32 i = 0; i < 2; ++i) {
            words_[i][0] = seconds[i];
            words_[i][1] = 0;
        }
        return true;
    }
    bool are_valid() const { return is_valid(words_[0][1]) && is_valid(words_[1][1]); }

    /// Whether each of them is now, which who can write to a file may say too; or stays.
    bool are_now() const { return words_[0][1] == now && words_[1][1] == now; }
    bool are_left() const { return words_[0][1] == left && words_[1][1] == left; }

    Result<void, fs::FsError> set(fs::Node& node) const {
        auto before = node.attributes();
        bool const needs_now = words_[0][1] == now || words_[1][1] == now;
        if (needs_now) TRY(node.set_times(before.accessed_ns, before.modified_ns));
        before = node.attributes(); // the third is now
        i64 set_to[2] = {before.accessed_ns, before.modified_ns};
        for (u32 i = 0; i < 2; ++i) {
            if (words_[i][1] == left) continue;
            bool const is_now = words_[i][1] == now;
            set_to[i] = is_now ? before.changed_ns : words_[i][0] * second_in_ns + words_[i][1];
        }
        return node.set_times(set_to[0], set_to[1]);
    }

private:
    static constexpr i64 second_in_ns = 1'000'000'000;
    static constexpr i64 left = (1 << 30) - 2; ///< UTIME_OMIT
    static constexpr i64 now = (1 << 30) - 1;  ///< UTIME_NOW

    static bool is_valid(i64 ns) {
        return ns == left || ns == now || (ns >= 0 && ns < second_in_ns);
    }

    i64 words_[2][2] = {{0, now}, {0, now}};
};

namespace {

constexpr u32 leaves_link = 0x100; ///< AT_SYMLINK_NOFOLLOW
constexpr u32 unchanged = Identities::unchanged;

Credentials const& credentials_of(Task& task) {
    return ProgramThread::of(task).process.credentials;
}

/// Sets permissions: by the owner, for whose files of other groups no program acts for the group.
i64 change_mode(Task& task, fs::Node& node, u32 mode) {
    Credentials const& as = credentials_of(task);
    auto const file = node.attributes();
    if (!as.owns(file)) return failed(Errno::eperm);
    if (as.user.file != 0 && !as.belongs_to(file.group)) mode &= ~u32{mode_set_group};
    return outcome_of(node.set_mode(mode));
}

/// Sets the owner and the group that are wanted: the owner gives files to groups of his own, the
/// superuser to all. Programs act for nobody else any more.
i64 change_owner(Task& task, fs::Node& node, u32 owner, u32 group) {
    Credentials const& as = credentials_of(task);
    auto const file = node.attributes();
    bool const keeps_owner = owner == unchanged || owner == file.owner;
    bool const keeps_group = group == unchanged || group == file.group;
    bool const is_allowed = as.owns(file) && keeps_owner && (keeps_group || as.belongs_to(group));
    if (as.user.file != 0 && !is_allowed) return failed(Errno::eperm);
    auto const set = node.set_owner(owner == unchanged ? file.owner : owner,
                                    group == unchanged ? file.group : group);
    u32 const cleared = bits_that_act_for_others(file);
    if (set.is_error() || cleared == 0) return outcome_of(set);
    return outcome_of(node.set_mode(file.mode & ~cleared));
}

i64 change_times(Task& task, fs::Node& node, WantedTimes const& wanted) {
    if (wanted.are_left()) return 0;
    if (!credentials_of(task).owns(node.attributes())) {
        if (!wanted.are_now()) return failed(Errno::eperm);
        if (!may(task, node, writes)) return failed(Errno::eacces);
    }
    return outcome_of(wanted.set(node));
}

} // namespace

/// Has something done with the node of a path.
template<class Change>
i64 FileNames::change(Task& task, i32 at, vaddr path, bool follows_last, Change change) {
    auto const node = find(task, at, path, follows_last);
    if (node.is_error()) return failed(node.error());
    NodeHold const hold(*node.value());
    return change(*node.value());
}

i64 FileNames::fchmodat(Task& task, i32 at, vaddr path, u32 mode) {
    return change(task, at, path, true,
                  [&task, mode](fs::Node& node) { return change_mode(task, node, mode); });
}

i64 FileNames::fchmod(Task& task, u32 descriptor, u32 mode) {
    fs::Node* const node = open_node_of(task, descriptor);
    return node ? change_mode(task, *node, mode) : failed(Errno::ebadf);
}

i64 FileNames::fchownat(Task& task, i32 at, vaddr path, u32 owner, u32 group, u32 flags) {
    return change(
        task, at, path, (flags & leaves_link) == 0,
        [&task, owner, group](fs::Node& node) { return change_owner(task, node, owner, group); });
}

i64 FileNames::fchown(Task& task, u32 descriptor, u32 owner, u32 group) {
    fs::Node* const node = open_node_of(task, descriptor);
    return node ? change_owner(task, *node, owner, group) : failed(Errno::ebadf);
}

/// Sets the times of a file that is named, or else open.
i64 FileNames::set_times(Task& task, i32 at, vaddr path, WantedTimes const& wanted, u32 flags) {
    if (!wanted.are_valid()) return failed(Errno::einval);
    if (path == 0) {
        fs::Node* const open = open_node_of(task, static_cast<u32>(at));
        return open ? change_times(task, *open, wanted) : failed(Errno::ebadf);
    }
    return change(task, at, path, (flags & leaves_link) == 0,
                  [&task, &wanted](fs::Node& node) { return change_times(task, node, wanted); });
}

i64 FileNames::utimensat(Task& task, i32 at, vaddr path, vaddr times, u32 flags) {
    WantedTimes wanted;
    if (!wanted.get(*user_mode, times)) return failed(Errno::efault);
    return set_times(task, at, path, wanted, flags);
}

i64 FileNames::futimesat(Task& task, i32 at, vaddr path, vaddr times) {
    WantedTimes wanted;
    bool const is_named = path != 0 || at != NameCalls::current;
    if (!is_named || !wanted.get_microseconds(*user_mode, times)) return failed(Errno::efault);
    return set_times(task, at, path, wanted, 0);
}

i64 FileNames::utime(Task& task, vaddr path, vaddr times) {
    WantedTimes wanted;
    if (path == 0 || !wanted.get_seconds(*user_mode, times)) return failed(Errno::efault);
    return set_times(task, NameCalls::current, path, wanted, 0);
}

i64 FileNames::truncate(Task& task, vaddr path, u64 bytes) {
    if (static_cast<i64>(bytes) < 0) return failed(Errno::einval);
    return change(task, NameCalls::current, path, true, [&task, bytes](fs::Node& node) {
        auto* const file = narrow_to<fs::File>(node);
        if (!file) return failed(narrow_to<fs::Directory>(node) ? Errno::eisdir : Errno::einval);
        if (!may(task, node, writes)) return failed(Errno::eacces);
        bool const is_longer = bytes > file->current_size_bytes();
        if (is_longer && bytes > file_bytes_max(task)) return refuse_longer_file(task);
        return outcome_of(file->truncate(bytes));
    });
}

} // namespace flat::unix::files
