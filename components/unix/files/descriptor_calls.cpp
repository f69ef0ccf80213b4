// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of descriptors themselves.
#include <unix/files/open_files.hpp>

#include <unix/descriptor_pair.hpp>
#include <unix/files/file_commands.hpp>
#include <unix/files/pipe_file.hpp>
#include <unix/open_description.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::files {

namespace {

/// What F_SETFL can change.
constexpr u32 changing_flags = o_append | o_nonblock;

} // namespace

i64 OpenFiles::dup(Task& task, u32 descriptor) {
    return fcntl(task, descriptor, f_dupfd, 0);
}

i64 OpenFiles::dup3(Task& task, u32 descriptor, u32 wanted, u32 flags) {
    if (descriptor == wanted || (flags & ~u32{o_cloexec}) != 0) return failed(Errno::einval);
    OpenDescription* const file = find_file(task, descriptor);
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    if (!file || wanted >= descriptors.max()) return failed(Errno::ebadf);
    file->keep();
    if (descriptors.set(wanted, *file, (flags & o_cloexec) != 0)) return wanted;
    file->let_go();
    return failed(Errno::enomem);
}

i64 OpenFiles::dup2(Task& task, u32 descriptor, u32 wanted) {
    if (descriptor != wanted) return dup3(task, descriptor, wanted, 0);
    return find_file(task, descriptor) ? wanted : failed(Errno::ebadf);
}

namespace {

/// One end of a pipe that was begun for it; null without memory, and it is ended.
OpenDescription* open_end(Pipe& pipe, Pipe::Access access, Pipe::Before const& before, u32 flags) {
    PipeFile* const file = PipeFile::make(pipe, access, before, nullptr);
    return file ? OpenDescription::make(pipe.means().records, *file, flags) : nullptr;
}

} // namespace

i64 OpenFiles::pipe(Task& task, vaddr place, u32 flags) {
    if ((flags & ~u32{o_cloexec | o_nonblock}) != 0) return failed(Errno::einval);
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    auto const made = Pipe::make({*records, *frames, *threads, *user_mode}, nullptr, nullptr);
    if (made.is_error()) return failed(made.error());
    constexpr Pipe::Access reads{true, false};
    constexpr Pipe::Access writes{false, true};
    Pipe::Before const before_reader = made.value()->begin(reads);
    Pipe::Before const before_writer = made.value()->begin(writes);
    u32 const waits = flags & o_nonblock;
    OpenDescription* const writer =
        open_end(*made.value(), writes, before_writer, o_wronly | waits);
    OpenDescription* const reader = open_end(*made.value(), reads, before_reader, o_rdonly | waits);
    if (!reader || !writer) {
        if (reader) reader->let_go();
        if (writer) writer->let_go();
        return failed(Errno::enomem);
    }
    return describe_pair(descriptors, *user_mode, *reader, *writer, (flags & o_cloexec) != 0,
                         place);
}

i64 OpenFiles::fcntl(Task& task, u32 descriptor, u32 command, u64 argument) {
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    switch (command) {
    case f_dupfd:
    case f_dupfd_cloexec:
        if (argument >= descriptors.max()) return failed(Errno::einval);
        return result_of(
            descriptors.share(*file, static_cast<u32>(argument), command == f_dupfd_cloexec));
    case f_getfd:
        return descriptors.closes_on_exec(descriptor);
    case f_setfd:
        descriptors.set_closes_on_exec(descriptor, (argument & 1) != 0);
        return 0;
    case f_getfl:
        return file->flags();
    case f_setfl:
        file->set_flags((file->flags() & ~changing_flags) |
                        (static_cast<u32>(argument) & changing_flags));
        return 0;
    case f_getlk:
    case f_setlk:
    case f_setlkw:
    case f_ofd_getlk:
    case f_ofd_setlk:
    case f_ofd_setlkw:
        return record_lock(task, descriptor, *file, command, argument);
    default:
        return failed(Errno::einval);
    }
}

i64 OpenFiles::close_range(Task& task, u32 first, u32 last, u32 flags) {
    constexpr u32 only_on_exec = 4; // CLOSE_RANGE_CLOEXEC; all threads of a process share the table
    if (first > last || (flags & ~only_on_exec) != 0) return failed(Errno::einval);
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    u32 const end = min(last, Descriptors::descriptors_max - 1) + 1;
    for (u32 i = first; i < end; ++i) {
        if (flags == 0)
            (void)descriptors.close(i);
        else if (descriptors.find(i))
            descriptors.set_closes_on_exec(i, true);
    }
    return 0;
}

} // namespace flat::unix::files
