// SPDX-License-Identifier: BSD-2-Clause
// Files in memory that have no name (memfd_create(2)).
#include <unix/files/file_names.hpp>

#include <core/format.hpp>
#include <unix/fs_errno.hpp>
#include <unix/node_hold.hpp>
#include <unix/open_flags.hpp>
#include <unix/permissions.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::files {

namespace {

constexpr u32 closes_on_exec = 1; ///< MFD_CLOEXEC; files cannot be sealed
constexpr u32 all_rights = 0777;

} // namespace

/// A node without a name, held, in the first file system. It has one for a moment, as Linux tells
/// it, or another one if there is such a file or the file system has no such names; and is the
/// superuser's alone then.
Result<fs::Node*, Errno> FileNames::make_unnamed(Text wanted, fs::FoundDirectory& found) {
    auto const root = names->root();
    if (root.is_error()) return errno_of(root.error());
    DirectoryHold const in(*root.value());
    TextBuffer<fs::Directory::name_max> text;
    format(text, "memfd:{}", wanted);
    for (bool is_wanted = true;; is_wanted = false) {
        Span<u8 const> const name = text.text().bytes();
        auto const made = in.directory().create(name, {fs::Node::Kind::file, 0, 0, 0, 0});
        if (made.is_error()) {
            using fs::FsError;
            auto const why = made.error().code;
            bool const is_no_name = why == FsError::invalid || why == FsError::name_too_long;
            bool const is_another = why == FsError::exists || (is_no_name && is_wanted);
            if (!is_another) return errno_of(made.error());
            text.clear();
            format(text, ".unnamed-{}", unnamed_files_.fetch_add(1));
            continue;
        }
        NodeHold hold(*made.value());
        auto const removed = in.directory().unlink(name);
        if (removed.is_error()) return errno_of(removed.error());
        in.directory().hold();
        found.found(in.directory(), names->number_of(name));
        return &hold.take();
    }
}

/// The name says only what it was made for.
i64 FileNames::memfd_create(Task& task, vaddr name, u32 flags) {
    u8 text[250];
    auto const size = get_text(*user_mode, text, name);
    if ((flags & ~closes_on_exec) != 0) return failed(Errno::einval);
    if (size.is_error())
        return failed(size.error() == Errno::enametoolong ? Errno::einval : size.error());
    fs::FoundDirectory found;
    auto const node =
        make_unnamed(Text::from_bytes(Span<u8 const>(text).first(size.value())), found);
    if (node.is_error()) return failed(node.error());
    NodeHold hold(*node.value());
    Credentials const& as = ProgramThread::of(task).process.credentials;
    auto set = hold.node().set_owner(as.user.file, as.group.file);
    if (set.is_ok()) set = hold.node().set_mode(all_rights);
    if (set.is_error()) return failed(errno_of(set.error()));
    return open_node(task, hold.take(), o_rdwr | (flags != 0 ? u32{o_cloexec} : 0), 0, found);
}

} // namespace flat::unix::files
