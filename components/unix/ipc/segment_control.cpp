// SPDX-License-Identifier: BSD-2-Clause
// What programs learn of shared segments, and set of them (shmctl(2)).
#include <unix/ipc/shared_segments.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>
#include <machine/interrupts.hpp>
#include <unix/ipc/ipc_text.hpp>
#include <unix/program_thread.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::ipc {

using domain::page_size;
using machine::InterruptGuard;

namespace {

/// Commands beside those of all objects.
enum SegmentCommand : u32 {
    locks = 11,
    unlocks = 12,
    tells_segment_at = 13,  // SHM_STAT: by the place, and for whoever may read
    tells_segments = 14,    // SHM_INFO
    tells_any_segment = 15, // SHM_STAT_ANY
};

/// struct shmid64_ds of x86_64.
struct SegmentStatus {
    IpcPermissions permissions;
    u64 bytes;
    i64 attached_s;
    i64 detached_s;
    i64 changed_s;
    u32 creator;
    u32 last;
    u64 attached;
    u64 reserved[2];
};
static_assert(sizeof(SegmentStatus) == 112);

/// struct shminfo64.
struct SegmentLimits {
    u64 bytes_max, bytes_min, segments, of_process, pages, reserved[4];
};

/// struct shm_info.
struct SegmentUse {
    u32 segments, padding;
    u64 pages, resident, swapped, tries, successes;
};

} // namespace

i64 SharedSegments::shmctl(Task& task, u32 id, u32 command, vaddr argument) {
    Process const& process = ProgramThread::of(task).process;
    switch (command) {
    case removes:
        return remove(process, id);
    case sets:
        return set_permissions(process, id, argument);
    case tells:
    case tells_segment_at:
    case tells_any_segment:
        return tell_found(process, id, command, argument);
    case tells_limits:
        return tell_limits(argument);
    case tells_segments:
        return tell_use(argument);
    case locks:
    case unlocks:
        return lock(process, id, command == locks);
    default:
        return failed(Errno::einval);
    }
}

i64 SharedSegments::tell_limits(vaddr place) {
    constexpr u64 segments = IpcTable<Segment>::places_max;
    SegmentLimits const limits = {
        bytes_max, 1, segments, segments, segments * (bytes_max / page_size), {}};
    u32 last = 0;
    {
        InterruptGuard const guard;
        last = all_.last();
    }
    return put(*user_mode, place, limits) ? i64{last} : failed(Errno::efault);
}

/// How many pages are in memory is not counted, and told as none.
i64 SharedSegments::tell_use(vaddr place) {
    SegmentUse use = {};
    u32 last = 0;
    {
        InterruptGuard const guard;
        last = all_.last();
        use.segments = all_.count();
        for (u32 i = 0; i <= last; ++i)
            if (Segment const* const each = all_.at(i))
                use.pages += divide_up<u64>(each->bytes, page_size);
    }
    return put(*user_mode, place, use) ? i64{last} : failed(Errno::efault);
}

i64 SharedSegments::tell_found(Process const& process, u32 id, u32 command, vaddr place) {
    SegmentStatus status = {};
    i64 result = 0;
    {
        InterruptGuard const guard;
        auto const found = all_.told(id, named(command, tells_any_segment), process.credentials);
        if (found.is_error()) return failed(found.error());
        Segment const& segment = *found.value();
        result = command == tells ? 0 : i64{segment.id};
        status = {segment.permissions, segment.bytes,      segment.attached_s,
                  segment.detached_s,  segment.changed_s,  segment.creator,
                  segment.last,        segment.attached(), {}};
    }
    return put(*user_mode, place, status) ? result : failed(Errno::efault);
}

i64 SharedSegments::set_permissions(Process const& process, u32 id, vaddr place) {
    SegmentStatus wanted = {};
    if (!get(*user_mode, wanted, place)) return failed(Errno::efault);
    InterruptGuard const guard;
    auto const segment = all_.governed(id, process.credentials);
    if (segment.is_error()) return failed(segment.error());
    segment.value()->set(wanted.permissions);
    segment.value()->changed_s = now_s();
    return 0;
}

/// Nothing is paged out here: the lock is only told.
i64 SharedSegments::lock(Process const& process, u32 id, bool is_locked) {
    InterruptGuard const guard;
    auto const segment = all_.governed(id, process.credentials);
    if (segment.is_error()) return failed(segment.error());
    u32& mode = segment.value()->permissions.mode;
    mode = is_locked ? mode | Segment::is_locked : mode & ~Segment::is_locked;
    return 0;
}

/// It ends when nobody shows it any more; its key leads to it no longer.
i64 SharedSegments::remove(Process const& process, u32 id) {
    SharedZeros* zeros = nullptr;
    {
        InterruptGuard const guard;
        auto const found = all_.governed(id, process.credentials);
        if (found.is_error()) return failed(found.error());
        Segment& segment = *found.value();
        if ((segment.permissions.mode & Segment::is_removed) != 0) return 0;
        segment.permissions.mode |= Segment::is_removed;
        segment.permissions.key = private_key;
        zeros = &segment.zeros;
    }
    zeros->let_go();
    return 0;
}

/// How many pages are in memory is not counted, and told as none.
u32 SharedSegments::show(u32, Span<u8> destination) {
    struct Facts {
        IpcPermissions permissions;
        u32 id, creator, last, attached;
        u64 bytes;
        i64 attached_s, detached_s, changed_s;
    };
    return write_objects(
        all_, destination,
        "       key      shmid perms                  size  cpid  lpid nattch   uid   gid  cuid"
        "  cgid      atime      dtime      ctime                   rss                  swap\n",
        [](Segment const& segment) {
            return Facts{segment.permissions, segment.id,         segment.creator,
                         segment.last,        segment.attached(), segment.bytes,
                         segment.attached_s,  segment.detached_s, segment.changed_s};
        },
        [](TextSink& to, Facts const& segment) {
            write_beginning(to, segment.permissions, segment.id);
            write_column(to, 21, segment.bytes);
            write_column(to, 5, segment.creator);
            write_column(to, 5, segment.last);
            write_column(to, 6, segment.attached);
            write_users(to, segment.permissions);
            write_time(to, segment.attached_s);
            write_time(to, segment.detached_s);
            write_time(to, segment.changed_s);
            write_column(to, 21, 0);
            write_column(to, 21, 0);
            to.put("\n");
        });
}

} // namespace flat::unix::ipc
