// SPDX-License-Identifier: BSD-2-Clause
// Pipes that have names.
#include <unix/files/named_pipes.hpp>

#include <machine/interrupts.hpp>
#include <unix/files/pipe_file.hpp>
#include <unix/open_flags.hpp>
#include <unix/program_thread.hpp>

namespace flat::unix::files {

using machine::InterruptGuard;

namespace {

Pipe::Access access_of(u32 flags) {
    u32 const access = flags & access_mode;
    return {access != o_wronly, access != o_rdonly};
}

} // namespace

i64 NamedPipes::open(Task& task, NodeHold& hold, u32 flags, OpenFile*& opened) {
    Pipe::Access const access = access_of(flags);
    bool const may_wait = (flags & o_nonblock) == 0;
    auto const found = find_or_make(hold.node(), access, !access.reads && !may_wait);
    if (found.is_error()) return failed(found.error());
    Pipe& pipe = *found.value().pipe;
    Pipe::Before const& before = found.value().before;
    PipeFile* const file = PipeFile::make(pipe, access, before, &hold.node());
    if (!file) return failed(Errno::enomem);
    (void)hold.take();
    bool is_there = true;
    if (may_wait && !pipe.has_writer()) is_there = pipe.await_writer(task, before.writers);
    if (may_wait && !pipe.has_reader()) is_there = pipe.await_reader(task, before.readers);
    if (!is_there) {
        file->release();
        return call_interrupted;
    }
    opened = file;
    return 0;
}

/// The pipe of a node, begun for one more.
Result<NamedPipes::Begun, Errno> NamedPipes::find_or_make(fs::Node const& node, Pipe::Access access,
                                                          bool needs_reader) {
    Begun const known = TRY(begin(node, access, needs_reader, nullptr));
    if (known.pipe) return known;
    Pipe* const made = TRY(Pipe::make(means_, &node, this));
    auto const begun = begin(node, access, needs_reader, made);
    if (begun.is_error() || begun.value().pipe != made) made->dispose(); // somebody else was faster
    return begun;
}

/// The pipe that there is, or else the one that was made, if any. ENXIO without a reader.
Result<NamedPipes::Begun, Errno> NamedPipes::begin(fs::Node const& node, Pipe::Access access,
                                                   bool needs_reader, Pipe* made) {
    InterruptGuard const guard;
    Pipe* pipe = pipes_.first();
    while (pipe && pipe->node() != &node)
        pipe = pipes_.after(*pipe);
    if (needs_reader && (!pipe || !pipe->has_reader())) return Errno::enxio;
    if (!pipe && made) pipes_.push_back(*made);
    if (!pipe) pipe = made;
    if (!pipe) return Begun{};
    return Begun{pipe, pipe->begin(access)};
}

} // namespace flat::unix::files
