// SPDX-License-Identifier: BSD-2-Clause
// A set of files that a program waits for, as an open file.
#include <unix/events/epoll_file.hpp>

#include <machine/interrupts.hpp>

#include <new>

namespace flat::unix::events {

using Interest = EpollSet::Interest;

/// The interest in a file, known by its stamp; one in another that had the descriptor ends.
Interest* EpollFile::find(u32 file, u32 descriptor) {
    Interest* const found = set_.find(descriptor);
    if (!found || found->file == file) return found;
    end(*found);
    return nullptr;
}

void EpollFile::end(Interest& interest) {
    set_.remove(interest);
    records_.free(address_of(&interest), sizeof(Interest));
}

i64 EpollFile::add(u32 file, u32 descriptor, EpollSet::Event const& wanted) {
    WaitingLock::Guard const guard(lock_);
    if (find(file, descriptor)) return failed(Errno::eexist);
    auto const place = records_.allocate(sizeof(Interest));
    if (place.is_error()) return failed(Errno::enomem);
    Interest& interest = *new (pointer_to<void>(place.value())) Interest();
    interest.descriptor = descriptor;
    interest.file = file;
    EpollSet::change(interest, wanted);
    set_.add(interest);
    return 0;
}

i64 EpollFile::change(u32 file, u32 descriptor, EpollSet::Event const& wanted) {
    WaitingLock::Guard const guard(lock_);
    Interest* const found = find(file, descriptor);
    if (!found) return failed(Errno::enoent);
    EpollSet::change(*found, wanted);
    return 0;
}

i64 EpollFile::remove(u32 file, u32 descriptor) {
    WaitingLock::Guard const guard(lock_);
    Interest* const found = find(file, descriptor);
    if (!found) return failed(Errno::enoent);
    end(*found);
    return 0;
}

u32 EpollFile::collect(Process& process, Span<EpollSet::Event> events, u64 now) {
    WaitingLock::Guard const guard(lock_);
    auto const look = [&process](Interest const& each) {
        machine::InterruptGuard const guard; // as nobody keeps the file
        OpenDescription* const file = process.descriptors.find(each.descriptor);
        if (!file || process.descriptors.stamp(each.descriptor) != each.file)
            return EpollSet::Look{false, 0};
        return EpollSet::Look{true, file->file().poll()};
    };
    auto const gone = [this](Interest& each) {
        records_.free(address_of(&each), sizeof(Interest));
    };
    return set_.collect(events, now, look, gone);
}

} // namespace flat::unix::events
