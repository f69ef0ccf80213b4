// SPDX-License-Identifier: BSD-2-Clause
// An open end of a pipe, or both.
#pragma once

#include <flat/fs/node.hpp>
#include <flat/unix/open_file.hpp>
#include <unix/file_identity.hpp>
#include <unix/files/pipe.hpp>

namespace flat::unix::files {

/// Reads a pipe or writes to it, as it was opened. Holds the node of a pipe that has a name.
class PipeFile final : public OpenFile, NonCopyable {
public:
    /// Takes over a pipe that was begun so, and the node; null without memory, and the pipe is
    /// ended.
    static PipeFile* make(Pipe& pipe, Pipe::Access access, Pipe::Before const& before,
                          fs::Node* node);

    i64 read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    i64 write(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    u32 poll() override;
    bool has_position() override { return false; }
    bool is_terminal() override { return false; }
    fs::Node* node() override { return node_; }
    Identity identity() override { return identity_of(Sort::pipe, pipe_); }
    i64 control(Task& task, u32 request, vaddr argument) override;
    void release() override;
    void* narrow(InterfaceId id) override;

private:
    PipeFile(Pipe& pipe, Pipe::Access access, Pipe::Before const& before, fs::Node* node);
    ~PipeFile() = default;

    Pipe& pipe_;
    Pipe::Access access_;
    fs::Node* node_;
    u64 writers_before_; // as long as there was no other one since, nobody has hung up
};

} // namespace flat::unix::files
