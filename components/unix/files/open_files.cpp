// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of their open files, by descriptor.
#include <unix/files/open_files.hpp>

#include <unix/file_limit.hpp>
#include <unix/files/node_file.hpp>
#include <unix/fs_errno.hpp>
#include <unix/open_description.hpp>
#include <unix/user_data.hpp>

#include <flat/fs/file.hpp>
#include <flat/fs/file_system.hpp>

namespace flat::unix::files {

namespace {

/// struct iovec.
struct Piece {
    vaddr base;
    u64 bytes;
};

constexpr u32 pieces_max = 1024;
constexpr u64 own_position = ~u64{0};  // preadv2(2): that of the open file
constexpr u64 bytes_max = 0x7fff'f000; // read(2): more is never transferred at once

/// A file says it without its other attributes.
u64 size_of(fs::Node& node) {
    auto* const file = narrow_to<fs::File>(node);
    return file ? file->current_size_bytes() : node.attributes().size_bytes;
}

bool is_device(fs::Node& node) {
    return !narrow_to<fs::File>(node) && node.attributes().kind == fs::Node::Kind::character_device;
}

/// Whether something written by it has not reached the disk, which it is told now.
bool has_late_failure(OpenDescription& file) {
    auto* const opened = narrow_to<NodeFile>(file.file());
    return opened && opened->tell_late_failure();
}

/// What a descriptor leads to, to be used from a position on. EBADF, ESPIPE, EINVAL.
Result<OpenFile*, Errno> positioned(OpenDescription* file, u64 position) {
    if (!file) return Errno::ebadf;
    if (!file->file().has_position()) return Errno::espipe;
    if (static_cast<i64>(position) < 0) return Errno::einval;
    return &file->file();
}

} // namespace

i64 OpenFiles::read(Task& task, u32 descriptor, vaddr buffer, u64 bytes) {
    OpenDescription* const file = find_readable(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    i64 const done =
        file->file().read(task, buffer, min(bytes, bytes_max), file->position, may_wait(*file));
    if (done > 0) file->position += static_cast<u64>(done);
    return done;
}

i64 OpenFiles::write(Task& task, u32 descriptor, vaddr buffer, u64 bytes) {
    OpenDescription* const file = find_writable(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    i64 const done =
        file->file().write(task, buffer, min(bytes, bytes_max), file->position, may_wait(*file));
    if (done > 0) file->position += static_cast<u64>(done);
    return done;
}

/// Transfers piece by piece, up to the first that is not transferred as a whole.
template<class Transfer>
i64 OpenFiles::for_each_piece(vaddr pieces, u32 count, Transfer const& transfer) {
    if (count > pieces_max) return failed(Errno::einval);
    i64 done = 0;
    for (u32 i = 0; i < count; ++i) {
        Piece piece = {};
        vaddr const place = pieces + i * sizeof piece;
        if (!get(*user_mode, piece, place)) return done != 0 ? done : failed(Errno::efault);
        if (piece.bytes == 0) continue;
        i64 const part = transfer(piece, static_cast<u64>(done));
        if (part < 0) return done != 0 ? done : part;
        done += part;
        if (static_cast<u64>(part) != piece.bytes) break;
    }
    return done;
}

i64 OpenFiles::readv(Task& task, u32 descriptor, vaddr pieces, u32 count) {
    return for_each_piece(pieces, count, [&](Piece const& piece, u64) {
        return OpenFiles::read(task, descriptor, piece.base, piece.bytes);
    });
}

i64 OpenFiles::writev(Task& task, u32 descriptor, vaddr pieces, u32 count) {
    return for_each_piece(pieces, count, [&](Piece const& piece, u64) {
        return OpenFiles::write(task, descriptor, piece.base, piece.bytes);
    });
}

i64 OpenFiles::pread(Task& task, u32 descriptor, vaddr buffer, u64 bytes, u64 position) {
    auto const file = positioned(find_readable(task, descriptor), position);
    if (file.is_error()) return failed(file.error());
    return file.value()->read(task, buffer, min(bytes, bytes_max), position, true);
}

i64 OpenFiles::pwrite(Task& task, u32 descriptor, vaddr buffer, u64 bytes, u64 position) {
    auto const file = positioned(find_writable(task, descriptor), position);
    if (file.is_error()) return failed(file.error());
    return file.value()->write(task, buffer, min(bytes, bytes_max), position, true);
}

i64 OpenFiles::preadv(Task& task, u32 descriptor, vaddr pieces, u32 count, u64 position) {
    if (position == own_position) return OpenFiles::readv(task, descriptor, pieces, count);
    auto const file = positioned(find_readable(task, descriptor), position);
    if (file.is_error()) return failed(file.error());
    return for_each_piece(pieces, count, [&](Piece const& piece, u64 done) {
        u64 const bytes = min(piece.bytes, bytes_max);
        return file.value()->read(task, piece.base, bytes, position + done, true);
    });
}

i64 OpenFiles::pwritev(Task& task, u32 descriptor, vaddr pieces, u32 count, u64 position) {
    if (position == own_position) return OpenFiles::writev(task, descriptor, pieces, count);
    auto const file = positioned(find_writable(task, descriptor), position);
    if (file.is_error()) return failed(file.error());
    return for_each_piece(pieces, count, [&](Piece const& piece, u64 done) {
        u64 const bytes = min(piece.bytes, bytes_max);
        return file.value()->write(task, piece.base, bytes, position + done, true);
    });
}

i64 OpenFiles::fadvise(Task& task, u32 descriptor, i64, i64 bytes, u32 advice) {
    constexpr u32 advices_end = 6; // after POSIX_FADV_NOREUSE
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    if (!file->file().has_position()) return failed(Errno::espipe);
    return bytes < 0 || advice >= advices_end ? failed(Errno::einval) : 0;
}

i64 OpenFiles::readahead(Task& task, u32 descriptor) {
    OpenDescription* const file = find_readable(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    return file->file().has_position() ? 0 : failed(Errno::einval);
}

i64 OpenFiles::lseek(Task& task, u32 descriptor, i64 offset, u32 from) {
    enum From : u32 { beginning, here, end };
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    if (!file->file().has_position()) return failed(Errno::espipe);
    if (from > end) return failed(Errno::einval);
    fs::Node* const node = file->file().node();
    if (node && is_device(*node)) return 0; // it is the same everywhere
    u64 base = from == here ? file->position : 0;
    if (from == end && node) base = size_of(*node);
    i64 place = 0;
    if (__builtin_add_overflow(static_cast<i64>(base), offset, &place) || place < 0)
        return failed(Errno::einval);
    file->position = static_cast<u64>(place);
    return place;
}

i64 OpenFiles::ftruncate(Task& task, u32 descriptor, u64 bytes) {
    if (!find_file(task, descriptor)) return failed(Errno::ebadf);
    OpenDescription* const file = find_writable(task, descriptor);
    fs::Node* const node = file ? file->file().node() : nullptr;
    auto* const contents = node ? narrow_to<fs::File>(*node) : nullptr;
    if (!contents || static_cast<i64>(bytes) < 0) return failed(Errno::einval);
    bool const is_longer = bytes > contents->current_size_bytes();
    if (is_longer && bytes > file_bytes_max(task)) return refuse_longer_file(task);
    auto const outcome = contents->truncate(bytes);
    return outcome.is_ok() ? 0 : failed(errno_of(outcome.error()));
}

i64 OpenFiles::fsync(Task& task, u32 descriptor) {
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    fs::Node* const node = file->file().node();
    if (!node) return failed(Errno::einval);
    auto* const contents = narrow_to<fs::File>(*node);
    auto const outcome = contents ? contents->sync() : node->file_system().sync();
    if (outcome.is_ok()) return 0;
    (void)has_late_failure(*file); // this call tells it
    return failed(errno_of(outcome.error()));
}

i64 OpenFiles::sync_file_range(Task& task, u32 descriptor, i64 from, i64 bytes, u32 flags) {
    enum Flag : u32 { all = 7 }; // waits before, begins, waits after
    if (!find_file(task, descriptor)) return failed(Errno::ebadf);
    i64 end = 0;
    bool const is_range =
        from >= 0 && bytes >= 0 && !__builtin_add_overflow(from, bytes, &end) && flags <= all;
    if (!is_range) return failed(Errno::einval);
    if (!open_node_of(task, descriptor)) return failed(Errno::espipe);
    return flags != 0 ? fsync(task, descriptor) : 0;
}

i64 OpenFiles::syncfs(Task& task, u32 descriptor) {
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    fs::Node* const node = file->file().node();
    if (!node) return 0;
    auto const outcome = node->file_system().sync();
    return outcome.is_ok() ? 0 : failed(errno_of(outcome.error()));
}

i64 OpenFiles::close(Task& task, u32 descriptor) {
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    bool const has_failed = has_late_failure(*file);
    if (!ProgramThread::of(task).process.descriptors.close(descriptor)) return failed(Errno::ebadf);
    return has_failed ? failed(Errno::eio) : 0;
}

i64 OpenFiles::ioctl(Task& task, u32 descriptor, u32 request, vaddr argument) {
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    return file->file().control(task, request, argument);
}

} // namespace flat::unix::files
