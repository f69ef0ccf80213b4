// SPDX-License-Identifier: BSD-2-Clause
// Where what processes have of files is (proc(5)).
#include <unix/process/processes.hpp>

#include <core/calls/holding.hpp>
#include <core/format.hpp>
#include <machine/interrupts.hpp>
#include <unix/node_hold.hpp>
#include <unix/open_flags.hpp>

namespace flat::unix::process {

using fs::FsError;
using machine::InterruptGuard;

/// A directory, a program, or an open file; it is there as long as this.
class Processes::Seen : NonCopyable {
public:
    ~Seen() {
        if (file) file->let_go();
    }

    fs::Node* node() const {
        if (file) return file->file().node();
        return program.node.get() ? program.node.get() : directory.get();
    }
    /// Where it was found; nowhere, if it is a directory.
    fs::FoundDirectory const& found() const { return file ? file->found : program.found; }

    Holding<fs::Directory> directory;
    ProgramFile program;
    OpenDescription* file = nullptr;
};

namespace {

/// What Linux calls an open file that has no name; NOT_FOUND of a message queue, which has one that
/// is no path here.
Result<u32, FsError> write_identity(OpenFile::Identity const& identity, Span<u8> to) {
    using Sort = OpenFile::Sort;
    TextBuffer<64> text;
    switch (identity.sort) {
    case Sort::of_node:
    case Sort::message_queue:
        return FsError{FsError::not_found};
    case Sort::pipe:
        format(text, "pipe:[{}]", identity.number);
        break;
    case Sort::socket:
        format(text, "socket:[{}]", identity.number);
        break;
    case Sort::event_count:
        text.put("anon_inode:[eventfd]");
        break;
    case Sort::event_set:
        text.put("anon_inode:[eventpoll]");
        break;
    case Sort::timer:
        text.put("anon_inode:[timerfd]");
        break;
    case Sort::signals:
        text.put("anon_inode:[signalfd]");
        break;
    }
    (void)text.text().write_to(to);
    return static_cast<u32>(text.text().size());
}

} // namespace

ProcessList::Descriptor Processes::descriptor_from(u32 id, u32 number) {
    InterruptGuard const guard;
    Process const* const process = all_.find(id);
    for (; process && number < Descriptors::descriptors_max; ++number) {
        OpenDescription const* const file = process->descriptors.find(number);
        if (!file) continue;
        u32 const access = file->flags() & access_mode;
        return {static_cast<i32>(number), access != o_wronly, access != o_rdonly};
    }
    return {-1, false, false};
}

/// What a process has, if the caller may know that.
Result<void, FsError> Processes::look(u32 id, Place which, u32 descriptor, Seen& seen) {
    Task* const task = user_mode->running();
    if (!task) return FsError{FsError::not_found};
    Process const& own = ProgramThread::of(*task).process;
    InterruptGuard const guard;
    Process* const process = all_.find(id);
    if (!process) return FsError{FsError::not_found};
    bool const is_own = process == &own;
    if (!is_own && !own.credentials.may_look_into(process->credentials))
        return FsError{FsError::forbidden};
    if (which == Place::descriptor) {
        seen.file = process->descriptors.find(descriptor);
        if (seen.file) seen.file->keep();
    } else if (which == Place::program) {
        seen.program.copy(process->program);
    } else {
        seen.directory.take(process->place.hold_unless_gone(which == Place::root));
    }
    return {};
}

Result<u32, FsError> Processes::path(u32 id, Place which, u32 descriptor, Span<u8> text) {
    constexpr Text removed = " (deleted)";
    Seen seen;
    TRY(look(id, which, descriptor, seen));
    if (seen.file && !seen.node()) return write_identity(seen.file->file().identity(), text);
    if (!seen.node()) return FsError{FsError::not_found};
    Task* const task = user_mode->running();
    DirectoryHold const root(ProgramThread::of(*task).process.place.hold_root());
    auto const told = TRY(names->path_of(root.directory(), *seen.node(), seen.found().get(),
                                         seen.found().name(), text));
    if (!told.is_removed) return u32{told.bytes};
    (void)removed.write_to(text.after(min<u64>(told.bytes, text.size())));
    return told.bytes + static_cast<u32>(removed.size());
}

Result<fs::Node*, FsError> Processes::node(u32 id, Place which, u32 descriptor,
                                           fs::Finder* finder) {
    Seen seen;
    TRY(look(id, which, descriptor, seen));
    fs::Node* const node = seen.node();
    if (!node) return FsError{FsError::not_found};
    node->hold();
    if (finder && seen.found().get()) {
        seen.found().get()->hold();
        finder->found(*seen.found().get(), seen.found().name());
    }
    return node;
}

} // namespace flat::unix::process
