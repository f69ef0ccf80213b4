// SPDX-License-Identifier: BSD-2-Clause
// A set of files that a program waits for, as an open file.
#pragma once

#include <core/waiting_lock.hpp>
#include <unix/events/epoll_set.hpp>
#include <unix/plain_file.hpp>
#include <unix/program_thread.hpp>

namespace flat::unix::events {

/// Its files are not kept: one whose descriptor is closed leaves the set. Whether it is ready
/// itself is not told: a set cannot be in another one.
class EpollFile final : public PlainFile<EpollFile> {
public:
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.unix.EpollFile");
    static constexpr Sort sort = Sort::event_set;

    EpollFile(memory::Objects& records, thread::ThreadManager& threads)
        : PlainFile(records), lock_(threads) {}
    ~EpollFile() {
        while (EpollSet::Interest* const each = set_.first())
            end(*each);
    }

    u32 poll() override { return 0; }

    /// A file is identified by the stamp of its descriptor. EEXIST, ENOMEM.
    i64 add(u32 file, u32 descriptor, EpollSet::Event const& wanted);
    /// ENOENT.
    i64 change(u32 file, u32 descriptor, EpollSet::Event const& wanted);
    i64 remove(u32 file, u32 descriptor);

    /// What can be done with files of a process now; `now` as for `EpollSet`.
    u32 collect(Process& process, Span<EpollSet::Event> events, u64 now);

private:
    EpollSet::Interest* find(u32 file, u32 descriptor);
    void end(EpollSet::Interest& interest);

    WaitingLock lock_;
    EpollSet set_;
};

} // namespace flat::unix::events
