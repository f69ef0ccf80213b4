// SPDX-License-Identifier: BSD-2-Clause
// Waiting until files can be read or written (poll(2), select(2)).
#include <unix/files/open_files.hpp>

#include <unix/deadline.hpp>
#include <unix/open_description.hpp>
#include <unix/readiness.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::files {

namespace {

/// What poll says of a descriptor that is none; of others, the words are those of `OpenFile`.
constexpr u16 not_open = 0x20;

/// What poll tells whether it is wanted or not.
constexpr u16 always_told = OpenFile::broken | OpenFile::hung_up | not_open;

/// struct pollfd.
struct PollEntry {
    i32 descriptor;
    u16 wanted;
    u16 found;
};

/// In the place of a descriptor that is not looked at.
constexpr u32 nobody = ~u32{0};

constexpr u32 descriptors_max = Descriptors::descriptors_max;

/// Whether a set of descriptors, as select has them, contains one.
bool contains(u64 set, u32 descriptor) {
    return (set >> descriptor & 1) != 0;
}

} // namespace

/// Looks at all files; returns of how many there is something to tell.
i64 OpenFiles::poll_once(Task& task, Span<Polled> files) {
    i64 count = 0;
    for (Polled& each : files) {
        if (each.descriptor == nobody) continue;
        machine::InterruptGuard const guard; // as nobody keeps the file
        OpenDescription* const file =
            ProgramThread::of(task).process.descriptors.find(each.descriptor);
        u32 const can = file ? file->file().poll() : not_open;
        each.found = static_cast<u16>(can & (each.wanted | always_told));
        count += each.found != 0;
    }
    return count;
}

i64 OpenFiles::wait_for_any(Task& task, Span<Polled> files, i64 timeout_ns) {
    Deadline const deadline(*alarms, *threads, any_file_changed, timeout_ns);
    for (;;) {
        u64 const ticket = threads->ticket();
        i64 const count = poll_once(task, files);
        if (count != 0 || deadline.is_over()) return count;
        if (!ProgramThread::of(task).wait(*threads, any_file_changed, ticket))
            return failed(Errno::eintr);
    }
}

i64 OpenFiles::poll(Task& task, vaddr place, u32 count, i64 timeout_ns) {
    Polled files[descriptors_max];
    PollEntry entry = {};
    if (count > descriptors_max) return failed(Errno::einval);
    for (u32 i = 0; i < count; ++i) {
        if (!get(*user_mode, entry, place + i * sizeof entry)) return failed(Errno::efault);
        bool const is_meant = entry.descriptor >= 0;
        files[i] = {is_meant ? static_cast<u32>(entry.descriptor) : nobody, entry.wanted, 0};
    }
    i64 const found = wait_for_any(task, Span<Polled>(files).first(count), timeout_ns);
    for (u32 i = 0; i < count && found >= 0; ++i) {
        vaddr const at = place + i * sizeof entry + __builtin_offsetof(PollEntry, found);
        if (!put(*user_mode, at, files[i].found)) return failed(Errno::efault);
    }
    return found;
}

i64 OpenFiles::select(Task& task, u32 count, vaddr readable, vaddr writable, vaddr others,
                      i64 timeout_ns) {
    constexpr u16 wanted_bits[] = {OpenFile::readable, OpenFile::writable, 0};
    constexpr u16 told_bits[] = {OpenFile::readable | OpenFile::hung_up,
                                 OpenFile::writable | OpenFile::broken, 0};
    vaddr const places[] = {readable, writable, others};
    u64 sets[3] = {};
    for (u32 i = 0; i < 3; ++i)
        if (places[i] != 0 && !get(*user_mode, sets[i], places[i])) return failed(Errno::efault);
    Polled files[descriptors_max];
    u32 used = 0;
    for (u32 each = 0; each < min(count, descriptors_max); ++each) {
        u16 wanted = 0;
        for (u32 i = 0; i < 3; ++i)
            if (contains(sets[i], each)) wanted |= wanted_bits[i];
        if (wanted == 0) continue;
        if (!ProgramThread::of(task).process.descriptors.find(each)) return failed(Errno::ebadf);
        files[used++] = {each, wanted, 0};
    }
    i64 found = wait_for_any(task, Span<Polled>(files).first(used), timeout_ns);
    if (found < 0) return found;
    found = 0;
    for (u32 i = 0; i < 3; ++i) {
        u64 set = 0;
        for (Polled const& each : Span<Polled>(files).first(used)) {
            if (!contains(sets[i], each.descriptor) || (each.found & told_bits[i]) == 0) continue;
            set |= u64{1} << each.descriptor;
            ++found;
        }
        if (places[i] != 0 && !put(*user_mode, places[i], set)) return failed(Errno::efault);
    }
    return found;
}

} // namespace flat::unix::files
