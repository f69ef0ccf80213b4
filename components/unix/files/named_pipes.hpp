// SPDX-License-Identifier: BSD-2-Clause
// Pipes that have names (fifo(7)).
#pragma once

#include <core/containers/list.hpp>
#include <unix/files/pipe.hpp>
#include <unix/node_hold.hpp>

namespace flat::unix {
class OpenFile;
}

namespace flat::unix::files {

/// Finds the pipe of a node: there is one as long as somebody has it open.
class NamedPipes : NonCopyable {
public:
    explicit NamedPipes(Pipe::Means const& means) : means_(means) {}

    /// Opens the pipe of a node, and takes the node over then. Waits for somebody at the other
    /// side, unless that is not to be: then nobody reads what could be written (ENXIO). 0, or a
    /// negative number of an error.
    i64 open(Task& task, NodeHold& hold, u32 flags, OpenFile*& opened);

    /// A pipe is no more to be found. Interrupts are disabled.
    void remove(Pipe& pipe) { pipes_.remove(pipe); }

private:
    /// A pipe, and who had been there before; no pipe where there is none.
    struct Begun {
        Pipe* pipe = nullptr;
        Pipe::Before before = {};
    };

    Result<Begun, Errno> find_or_make(fs::Node const& node, Pipe::Access access, bool needs_reader);
    Result<Begun, Errno> begin(fs::Node const& node, Pipe::Access access, bool needs_reader,
                               Pipe* made);

    Pipe::Means means_;
    IntrusiveList<Pipe, &Pipe::named_link> pipes_;
};

} // namespace flat::unix::files
