// SPDX-License-Identifier: BSD-2-Clause
// Waiting until files can be read or written (poll(2), select(2)).
#include <unix/files/open_files.hpp>

#include <core/bits.hpp>
#include <unix/deadline.hpp>
#include <unix/open_description.hpp>
#include <unix/readiness.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::files {

namespace {

/// POLLNVAL: what poll reports of a descriptor that is not open; the other bits are `OpenFile`'s.
constexpr u16 not_open = 0x20;

/// What poll reports whether it is asked for or not.
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

/// A set of descriptors, as select has them; so many of its words are used.
struct DescriptorSet {
    u64 words[descriptors_max / 64] = {};

    bool contains(u32 descriptor) const {
        return (words[descriptor / 64] >> descriptor % 64 & 1) != 0;
    }
    void add(u32 descriptor) { words[descriptor / 64] |= u64{1} << descriptor % 64; }
    Span<u64> used(u32 count) { return Span<u64>(words).first(divide_up<u32>(count, 64)); }
};

/// Memory for what is known of some files.
template<class T>
class Files : NonCopyable {
public:
    Files(memory::Objects& records, u32 count) : records_(records), count_(count) {
        auto const place = records.allocate(bytes());
        if (place.is_ok()) files_ = pointer_to<T>(place.value());
    }
    ~Files() {
        if (files_) records_.free(address_of(files_), bytes());
    }

    bool is_there() const { return files_; }
    Span<T> all() const { return Span<T>(files_, count_); }

private:
    u64 bytes() const { return max<u64>(count_, 1) * sizeof(T); }

    memory::Objects& records_;
    u32 count_;
    T* files_ = nullptr;
};

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
    if (count > ProgramThread::of(task).process.descriptors.max()) return failed(Errno::einval);
    Files<Polled> const files(*records, count);
    if (!files.is_there()) return failed(Errno::enomem);
    PollEntry entry = {};
    for (u32 i = 0; i < count; ++i) {
        if (!get(*user_mode, entry, place + i * sizeof entry)) return failed(Errno::efault);
        bool const is_meant = entry.descriptor >= 0;
        files.all()[i] = {is_meant ? static_cast<u32>(entry.descriptor) : nobody, entry.wanted, 0};
    }
    i64 const found = wait_for_any(task, files.all(), timeout_ns);
    for (u32 i = 0; i < count && found >= 0; ++i) {
        vaddr const at = place + i * sizeof entry + __builtin_offsetof(PollEntry, found);
        if (!put(*user_mode, at, files.all()[i].found)) return failed(Errno::efault);
    }
    return found;
}

i64 OpenFiles::select(Task& task, u32 count, vaddr readable, vaddr writable, vaddr others,
                      i64 timeout_ns) {
    constexpr u16 wanted_bits[] = {OpenFile::readable, OpenFile::writable, 0};
    constexpr u16 told_bits[] = {OpenFile::readable | OpenFile::hung_up,
                                 OpenFile::writable | OpenFile::broken, 0};
    vaddr const places[] = {readable, writable, others};
    count = min(count, descriptors_max);
    DescriptorSet sets[3];
    for (u32 i = 0; i < 3; ++i)
        if (places[i] != 0 &&
            !user_mode->copy_in(writable_bytes_of(sets[i].used(count)), places[i]))
            return failed(Errno::efault);
    Files<Polled> const files(*records, count);
    if (!files.is_there()) return failed(Errno::enomem);
    u32 used = 0;
    for (u32 each = 0; each < count; ++each) {
        u16 wanted = 0;
        for (u32 i = 0; i < 3; ++i)
            if (sets[i].contains(each)) wanted |= wanted_bits[i];
        if (wanted == 0) continue;
        if (!ProgramThread::of(task).process.descriptors.find(each)) return failed(Errno::ebadf);
        files.all()[used++] = {each, wanted, 0};
    }
    Span<Polled> const polled = files.all().first(used);
    i64 found = wait_for_any(task, polled, timeout_ns);
    if (found < 0) return found;
    found = 0;
    for (u32 i = 0; i < 3; ++i) {
        DescriptorSet set;
        for (Polled const& each : polled) {
            if (!sets[i].contains(each.descriptor) || (each.found & told_bits[i]) == 0) continue;
            set.add(each.descriptor);
            ++found;
        }
        if (places[i] != 0 && !user_mode->copy_out(places[i], bytes_of(set.used(count))))
            return failed(Errno::efault);
    }
    return found;
}

} // namespace flat::unix::files
