// SPDX-License-Identifier: BSD-2-Clause
// Open files and directories.
#pragma once

#include <core/utility.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/file.hpp>
#include <flat/memory/objects.hpp>
#include <flat/memory/resident_pages.hpp>
#include <flat/thread/thread_manager.hpp>
#include <flat/unix/open_file.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/errno.hpp>
#include <unix/file_identity.hpp>

namespace flat::unix::files {

/// What open files need.
struct FileMeans {
    memory::Objects& records;
    memory::ResidentPages& pages;
    thread::ThreadManager& threads;
    UserMode& user_mode;
};

/// A file, whose pages are copied from where they are; or a directory, which is read by name. Holds
/// the node.
class NodeFile final : public OpenFile, NonCopyable {
public:
    /// By this identity what closes an open file finds what it is.
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.unix.files.NodeFile");

    /// Takes over a node that is held; null without memory, and it is released.
    static NodeFile* make(FileMeans const& means, fs::Node& node, bool appends);

    i64 read(Task& task, vaddr buffer, u64 bytes, u64 position, bool may_wait) override;
    i64 write(Task& task, vaddr buffer, u64 bytes, u64 position, bool may_wait) override;
    u32 poll() override { return OpenFile::readable | OpenFile::writable; }
    bool has_position() override { return true; }
    bool is_terminal() override { return false; }
    fs::Node* node() override { return &node_; }
    Identity identity() override { return identity_of_node; }

    /// Whether it was written to, and something of the file has not reached the disk of which
    /// nobody was told by it yet. From then on somebody was.
    bool tell_late_failure();
    /// It is written to: a writer to a program must not act for its owner by that, and failures are
    /// told by `tell_late_failure` from now on.
    void begin_writing(Task& task);
    /// Has a page of a file take space, whose contents stay. EIO if it cannot be read, ENOSPC. May
    /// block. After the end of the file there is nothing to keep.
    Result<void, Errno> keep_space(u64 page);
    i64 control(Task& task, u32 request, vaddr argument) override;
    void release() override;
    void* narrow(InterfaceId id) override;

private:
    NodeFile(FileMeans const& means, fs::Node& node, bool appends)
        : means_(means), node_(node), file_(narrow_to<fs::File>(node)), appends_(appends) {}
    ~NodeFile() = default;

    Result<paddr, memory::MappingError> hold_page(u64 page, u32 rights);
    i64 read_page(Task& task, vaddr buffer, u64 bytes, u64 position);

    FileMeans means_;
    fs::Node& node_;
    fs::File* file_; // null for directories
    bool appends_;
    bool has_written_ = false;
    u64 told_failure_ = 0; // as `File` numbers them
};

} // namespace flat::unix::files
