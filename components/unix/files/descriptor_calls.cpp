// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of descriptors themselves.
#include <unix/files/open_files.hpp>

#include <unix/files/open_description.hpp>
#include <unix/files/pipe.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::files {

namespace {

/// Commands of fcntl (asm-generic/fcntl.h).
enum FileCommand : u32 {
    F_DUPFD = 0,
    F_GETFD = 1,
    F_SETFD = 2,
    F_GETFL = 3,
    F_SETFL = 4,
    F_DUPFD_CLOEXEC = 1030,
};

/// What F_SETFL can change.
constexpr u32 changing_flags = O_APPEND | O_NONBLOCK;

} // namespace

i64 OpenFiles::dup(Task& task, u32 descriptor) {
    return fcntl(task, descriptor, F_DUPFD, 0);
}

i64 OpenFiles::dup3(Task& task, u32 descriptor, u32 wanted, u32 flags) {
    if (descriptor == wanted || (flags & ~u32{O_CLOEXEC}) != 0) return failed(Errno::EINVAL);
    OpenDescription* const file = find_file(task, descriptor);
    if (!file || wanted >= Descriptors::descriptors_max) return failed(Errno::EBADF);
    file->keep();
    ProgramThread::of(task).process.descriptors.set(wanted, *file, (flags & O_CLOEXEC) != 0);
    return wanted;
}

i64 OpenFiles::dup2(Task& task, u32 descriptor, u32 wanted) {
    if (descriptor != wanted) return dup3(task, descriptor, wanted, 0);
    return find_file(task, descriptor) ? wanted : failed(Errno::EBADF);
}

i64 OpenFiles::pipe(Task& task, vaddr place, u32 flags) {
    if ((flags & ~u32{O_CLOEXEC | O_NONBLOCK}) != 0) return failed(Errno::EINVAL);
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    auto const made = Pipe::make({*records, *frames, *threads, *user_mode});
    if (made.is_error()) return failed(made.error());
    Pipe& pipe = *made.value();
    u32 const waits = flags & O_NONBLOCK;
    OpenDescription* const writer =
        OpenDescription::make(*records, pipe.writer(), O_WRONLY | waits);
    OpenDescription* const reader =
        OpenDescription::make(*records, pipe.reader(), O_RDONLY | waits);
    if (!reader || !writer) {
        if (reader) reader->let_go();
        if (writer) writer->let_go();
        return failed(Errno::ENOMEM);
    }
    bool const closes = (flags & O_CLOEXEC) != 0;
    auto const first = descriptors.add(*reader, 0, closes);
    auto const second = descriptors.add(*writer, 0, closes);
    u32 const numbers[] = {first.value_or(0), second.value_or(0)};
    bool const are_there = first.is_ok() && second.is_ok();
    if (are_there && user_mode->copy_out(place, bytes_of(Span<u32 const>(numbers)))) return 0;
    if (first.is_ok())
        descriptors.close(first.value());
    else
        reader->let_go();
    if (second.is_ok())
        descriptors.close(second.value());
    else
        writer->let_go();
    return failed(are_there ? Errno::EFAULT : Errno::EMFILE);
}

i64 OpenFiles::fcntl(Task& task, u32 descriptor, u32 command, u64 argument) {
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::EBADF);
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: {
        if (argument >= Descriptors::descriptors_max) return failed(Errno::EINVAL);
        auto const added =
            descriptors.add(*file, static_cast<u32>(argument), command == F_DUPFD_CLOEXEC);
        if (added.is_ok()) file->keep();
        return result_of(added);
    }
    case F_GETFD:
        return descriptors.closes_on_exec(descriptor);
    case F_SETFD:
        descriptors.set_closes_on_exec(descriptor, (argument & 1) != 0);
        return 0;
    case F_GETFL:
        return file->flags();
    case F_SETFL:
        file->set_flags((file->flags() & ~changing_flags) |
                        (static_cast<u32>(argument) & changing_flags));
        return 0;
    default:
        return failed(Errno::EINVAL);
    }
}

i64 OpenFiles::sendfile(Task&, u32, u32, vaddr, u64) {
    return failed(Errno::EINVAL); // who gets this reads and writes
}

} // namespace flat::unix::files
