// SPDX-License-Identifier: BSD-2-Clause
// Space for what will be written to a file, and zeros in place of what was (fallocate(2)).
#include <unix/files/open_files.hpp>

#include <domain/page.hpp>
#include <unix/file_limit.hpp>
#include <unix/files/node_file.hpp>
#include <unix/fs_errno.hpp>
#include <unix/open_description.hpp>

namespace flat::unix::files {

namespace {

/// What a call may ask for, by Linux' bits (linux/falloc.h).
enum Mode : u32 { keeps_size = 1, punches_hole = 2, zeroes = 0x10 };

constexpr u8 zeros[512] = {};

/// Writes zeros from one place to before another.
Result<void, Errno> write_zeros(Task& task, fs::File& file, u64 from, u64 end) {
    while (from < end) {
        if (ProgramThread::of(task).is_about_to_end()) return Errno::eintr;
        u64 const bytes = min<u64>(end - from, sizeof zeros);
        auto const written = file.write(from, Span<u8 const>(zeros).first(bytes));
        if (written.is_error()) return errno_of(written.error());
        if (written.value() == 0) return Errno::enospc;
        from += written.value();
    }
    return {};
}

/// Has the pages of a range take space.
Result<void, Errno> keep_space(Task& task, NodeFile& file, u64 from, u64 end) {
    for (u64 page = from / domain::page_size; page * domain::page_size < end; ++page) {
        if (ProgramThread::of(task).is_about_to_end()) return Errno::eintr;
        TRY(file.keep_space(page));
    }
    return {};
}

} // namespace

/// A hole keeps its space; space after the end of a file cannot be had.
i64 OpenFiles::fallocate(Task& task, u32 descriptor, u32 mode, u64 from, u64 bytes) {
    OpenDescription* const file = find_writable(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    fs::Node* const node = file->file().node();
    if (!node) return failed(Errno::espipe);
    auto* const opened = narrow_to<NodeFile>(file->file());
    auto* const contents = narrow_to<fs::File>(*node);
    if (!opened || !contents) return failed(Errno::enodev);
    u64 const end = from + bytes;
    if (static_cast<i64>(from) < 0 || static_cast<i64>(bytes) <= 0) return failed(Errno::einval);
    if (static_cast<i64>(end) < 0) return failed(Errno::efbig);
    u64 const size = contents->current_size_bytes();
    bool const is_zeroed =
        mode == zeroes || mode == (zeroes | keeps_size) || mode == (punches_hole | keeps_size);
    if (mode != 0 && !is_zeroed) return failed(Errno::eopnotsupp);
    bool const is_longer = end > size && (mode & keeps_size) == 0;
    if (is_longer && end > file_bytes_max(task)) return refuse_longer_file(task);
    opened->begin_writing(task);
    u64 const here = min(end, size);
    auto const outcome = is_zeroed ? write_zeros(task, *contents, from, here)
                                   : keep_space(task, *opened, from, here);
    auto const done =
        outcome.is_ok() && is_longer ? write_zeros(task, *contents, max(from, size), end) : outcome;
    return done.is_ok() ? 0 : failed(done.error());
}

} // namespace flat::unix::files
