// SPDX-License-Identifier: BSD-2-Clause
// From file to file without the program's memory (copy_file_range(2), sendfile(2)).
#include <unix/files/open_files.hpp>

#include <unix/file_limit.hpp>
#include <unix/files/node_file.hpp>
#include <unix/fs_errno.hpp>
#include <unix/open_description.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::files {

namespace {

constexpr u64 transfer_max = 0x7fff'f000; ///< at once, as on Linux

/// One end of a copy: a file, and where in it.
struct End {
    OpenDescription& opened;
    NodeFile& file;
    fs::File& contents;
    u64 position = 0;
};

/// EBADF where the descriptor may not do that, EISDIR, EINVAL where it is no file.
Result<End, Errno> end_of(OpenDescription* opened) {
    if (!opened) return Errno::ebadf;
    auto* const file = narrow_to<NodeFile>(opened->file());
    auto* const contents = file ? narrow_to<fs::File>(*file->node()) : nullptr;
    if (!contents) return file ? Errno::eisdir : Errno::einval;
    return End{*opened, *file, *contents, opened->position};
}

/// Copies until the end of the one file, until the other one takes no more, or the thread is to
/// end.
Result<u64, Errno> copy_contents(Task& task, End const& from, End const& to, u64 bytes) {
    u8 piece[1024];
    u64 done = 0;
    while (done < bytes) {
        Span<u8> const room = Span<u8>(piece).first(min<u64>(bytes - done, sizeof piece));
        auto const read = from.contents.read(from.position + done, room);
        if (read.is_error()) return done != 0 ? done : Result<u64, Errno>(errno_of(read.error()));
        if (read.value() == 0) break;
        auto const written = to.contents.write(to.position + done, room.first(read.value()));
        if (written.is_error())
            return done != 0 ? done : Result<u64, Errno>(errno_of(written.error()));
        done += written.value();
        if (written.value() < read.value()) break;
        if (ProgramThread::of(task).is_about_to_end()) break;
    }
    return done;
}

} // namespace

/// A place that the program has told is told again, after what was copied; else the descriptor's
/// own moves. It fails with `of_appended` if what is written goes to the end anyway.
i64 OpenFiles::copy(Task& task, u32 from, vaddr from_place, u32 to, vaddr to_place, u64 bytes,
                    Errno of_appended) {
    auto const source = end_of(find_readable(task, from));
    if (source.is_error()) return failed(source.error());
    auto const destination = end_of(find_writable(task, to));
    if (destination.is_error()) return failed(destination.error());
    End read = source.value();
    End written = destination.value();
    if (from_place != 0 && !get(*user_mode, read.position, from_place))
        return failed(Errno::efault);
    if (to_place != 0 && !get(*user_mode, written.position, to_place)) return failed(Errno::efault);
    if ((written.opened.flags() & o_append) != 0) return failed(of_appended);
    bool const is_place =
        static_cast<i64>(read.position) >= 0 && static_cast<i64>(written.position) >= 0;
    bytes = min<u64>(bytes, transfer_max);
    bool const overlaps = &read.contents == &written.contents &&
                          read.position < written.position + bytes &&
                          written.position < read.position + bytes;
    if (!is_place || overlaps) return failed(Errno::einval);
    u64 const end_max = file_bytes_max(task);
    if (bytes != 0 && written.position >= end_max) return refuse_longer_file(task);
    written.file.begin_writing(task);
    auto const done = copy_contents(task, read, written, min(bytes, end_max - written.position));
    if (done.is_error()) return failed(done.error());
    return move_on(read.opened, from_place, read.position + done.value()) &&
                   move_on(written.opened, to_place, written.position + done.value())
               ? static_cast<i64>(done.value())
               : failed(Errno::efault);
}

/// Tells where the next copy goes on.
bool OpenFiles::move_on(OpenDescription& opened, vaddr place, u64 position) {
    if (place != 0) return put(*user_mode, place, position);
    opened.position = position;
    return true;
}

i64 OpenFiles::copy_file_range(Task& task, u32 from, vaddr from_place, u32 to, vaddr to_place,
                               u64 bytes, u32 flags) {
    if (flags != 0) return failed(Errno::einval);
    return copy(task, from, from_place, to, to_place, bytes, Errno::ebadf);
}

/// To what is no file, programs then read and write.
i64 OpenFiles::sendfile(Task& task, u32 to, u32 from, vaddr position, u64 bytes) {
    return copy(task, from, position, to, 0, bytes, Errno::einval);
}

} // namespace flat::unix::files
