// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of their open files, by descriptor.
#include <unix/files/open_files.hpp>

#include <unix/open_flags.hpp>
#include <unix/program_thread.hpp>

namespace flat::unix::files {

namespace {

/// struct iovec.
struct Piece {
    vaddr base;
    u64 bytes;
};

constexpr u32 pieces_max = 1024;
constexpr u64 bytes_max = 0x7fff'f000; // read(2): more is never transferred at once

OpenDescription* find(Task& task, u32 descriptor) {
    return ProgramThread::of(task).process.descriptors.find(descriptor);
}

bool may_wait(OpenDescription const& file) {
    return (file.flags() & O_NONBLOCK) == 0;
}

} // namespace

i64 OpenFiles::read(Task& task, u32 descriptor, vaddr buffer, u64 bytes) {
    OpenDescription* const file = find(task, descriptor);
    if (!file || (file->flags() & access_mode) == O_WRONLY) return failed(Errno::EBADF);
    i64 const done =
        file->file().read(task, buffer, min(bytes, bytes_max), file->position, may_wait(*file));
    if (done > 0) file->position += static_cast<u64>(done);
    return done;
}

i64 OpenFiles::write(Task& task, u32 descriptor, vaddr buffer, u64 bytes) {
    OpenDescription* const file = find(task, descriptor);
    if (!file || (file->flags() & access_mode) == O_RDONLY) return failed(Errno::EBADF);
    i64 const done =
        file->file().write(task, buffer, min(bytes, bytes_max), file->position, may_wait(*file));
    if (done > 0) file->position += static_cast<u64>(done);
    return done;
}

/// Transfers piece by piece, up to the first that is not transferred as a whole.
i64 OpenFiles::for_each_piece(Task& task, u32 descriptor, vaddr pieces, u32 count,
                              Transfer transfer) {
    if (count > pieces_max) return failed(Errno::EINVAL);
    i64 done = 0;
    for (u32 i = 0; i < count; ++i) {
        Piece piece = {};
        vaddr const place = pieces + i * sizeof piece;
        if (!user_mode->copy_in(writable_bytes_of(Span<Piece>(&piece, 1)), place))
            return done != 0 ? done : failed(Errno::EFAULT);
        if (piece.bytes == 0) continue;
        i64 const part = (this->*transfer)(task, descriptor, piece.base, piece.bytes);
        if (part < 0) return done != 0 ? done : part;
        done += part;
        if (static_cast<u64>(part) != piece.bytes) break;
    }
    return done;
}

i64 OpenFiles::readv(Task& task, u32 descriptor, vaddr pieces, u32 count) {
    return for_each_piece(task, descriptor, pieces, count, &OpenFiles::read);
}

i64 OpenFiles::writev(Task& task, u32 descriptor, vaddr pieces, u32 count) {
    return for_each_piece(task, descriptor, pieces, count, &OpenFiles::write);
}

i64 OpenFiles::close(Task& task, u32 descriptor) {
    bool const was_open = ProgramThread::of(task).process.descriptors.close(descriptor);
    return was_open ? 0 : failed(Errno::EBADF);
}

i64 OpenFiles::ioctl(Task& task, u32 descriptor, u32 request, vaddr argument) {
    OpenDescription* const file = find(task, descriptor);
    if (!file) return failed(Errno::EBADF);
    return file->file().control(task, request, argument);
}

} // namespace flat::unix::files
