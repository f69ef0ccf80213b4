// SPDX-License-Identifier: BSD-2-Clause
// What programs learn of queues of messages by types, and set of them (msgctl(2)).
#include <unix/ipc/typed_messages.hpp>

#include <machine/interrupts.hpp>
#include <unix/ipc/ipc_text.hpp>
#include <unix/program_thread.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::ipc {

using machine::InterruptGuard;

namespace {

/// Commands beside those of all objects.
enum QueueCommand : u32 {
    tells_queue_at = 11,  // MSG_STAT: by the place, and for whoever may read
    tells_queues = 12,    // MSG_INFO
    tells_any_queue = 13, // MSG_STAT_ANY
};

/// struct msqid64_ds of x86_64.
struct QueueStatus {
    IpcPermissions permissions;
    i64 sent_s;
    i64 received_s;
    i64 changed_s;
    u64 bytes;
    u64 count;
    u64 bytes_max;
    u32 sender;
    u32 receiver;
    u64 reserved[2];
};
static_assert(sizeof(QueueStatus) == 120);

/// struct msginfo.
struct QueueLimits {
    i32 pool_or_used, map_or_count, message_bytes, queue_bytes, queues, segment_bytes,
        headers_or_bytes;
    u16 segments, padding; // copied to users, too
};

} // namespace

i64 TypedMessages::msgctl(Task& task, u32 id, u32 command, vaddr argument) {
    Process const& process = ProgramThread::of(task).process;
    switch (command) {
    case removes:
        return remove(process, id);
    case sets:
        return set_permissions(process, id, argument);
    case tells:
    case tells_queue_at:
    case tells_any_queue:
        return tell_found(process, id, command, argument);
    case tells_limits:
    case tells_queues:
        return tell_limits(command, argument);
    default:
        return failed(Errno::einval);
    }
}

i64 TypedMessages::tell_limits(u32 command, vaddr place) {
    constexpr i32 queues_max = IpcTable<TypedQueue>::places_max;
    constexpr i32 queue_bytes = TypedQueue::bytes_usual;
    QueueLimits limits = {queues_max * queue_bytes / 1024,
                          queue_bytes,
                          message_bytes_max,
                          queue_bytes,
                          queues_max,
                          16,
                          queue_bytes,
                          0xffff,
                          0};
    u32 last = 0;
    {
        InterruptGuard const guard;
        last = all_.last();
        if (command == tells_queues) {
            limits.pool_or_used = static_cast<i32>(all_.count());
            limits.map_or_count = limits.headers_or_bytes = 0;
            for (u32 i = 0; i <= last; ++i) {
                TypedQueue const* const queue = all_.at(i);
                limits.map_or_count += queue ? static_cast<i32>(queue->count) : 0;
                limits.headers_or_bytes += queue ? static_cast<i32>(queue->bytes) : 0;
            }
        }
    }
    return put(*user_mode, place, limits) ? i64{last} : failed(Errno::efault);
}

i64 TypedMessages::tell_found(Process const& process, u32 id, u32 command, vaddr place) {
    QueueStatus status = {};
    i64 result = 0;
    {
        InterruptGuard const guard;
        auto const found = all_.told(id, named(command, tells_any_queue), process.credentials);
        if (found.is_error()) return failed(found.error());
        TypedQueue const& queue = *found.value();
        result = command == tells ? 0 : i64{queue.id};
        status = {
            queue.permissions, queue.sent_s,    queue.received_s, queue.changed_s, queue.bytes,
            queue.count,       queue.bytes_max, queue.sender,     queue.receiver,  {}};
    }
    return put(*user_mode, place, status) ? result : failed(Errno::efault);
}

/// Only the superuser makes a queue larger than those are that nobody has set.
i64 TypedMessages::set_permissions(Process const& process, u32 id, vaddr place) {
    QueueStatus wanted = {};
    if (!get(*user_mode, wanted, place)) return failed(Errno::efault);
    InterruptGuard const guard;
    auto const queue = all_.governed(id, process.credentials);
    if (queue.is_error()) return failed(queue.error());
    bool const is_large = wanted.bytes_max > TypedQueue::bytes_usual;
    if (is_large && !process.credentials.is_superuser()) return failed(Errno::eperm);
    queue.value()->set(wanted.permissions);
    queue.value()->bytes_max = wanted.bytes_max;
    queue.value()->changed_s = now_s();
    threads->notify_all(condition());
    return 0;
}

i64 TypedMessages::remove(Process const& process, u32 id) {
    TypedQueue* queue = nullptr;
    {
        InterruptGuard const guard;
        auto const found = all_.governed(id, process.credentials);
        if (found.is_error()) return failed(found.error());
        queue = found.value();
        all_.remove(*queue);
        threads->notify_all(condition());
    }
    destroy(*queue);
    return 0;
}

u32 TypedMessages::show(u32, Span<u8> destination) {
    struct Facts {
        IpcPermissions permissions;
        u32 id, sender, receiver;
        u64 bytes, count;
        i64 sent_s, received_s, changed_s;
    };
    return write_objects(
        all_, destination,
        "       key      msqid perms      cbytes       qnum lspid lrpid   uid   gid  cuid  cgid"
        "      stime      rtime      ctime\n",
        [](TypedQueue const& queue) {
            return Facts{queue.permissions, queue.id,         queue.sender,
                         queue.receiver,    queue.bytes,      queue.count,
                         queue.sent_s,      queue.received_s, queue.changed_s};
        },
        [](TextSink& to, Facts const& queue) {
            write_beginning(to, queue.permissions, queue.id);
            write_column(to, 11, queue.bytes);
            write_column(to, 10, queue.count);
            write_column(to, 5, queue.sender);
            write_column(to, 5, queue.receiver);
            write_users(to, queue.permissions);
            write_time(to, queue.sent_s);
            write_time(to, queue.received_s);
            write_time(to, queue.changed_s);
            to.put("\n");
        });
}

} // namespace flat::unix::ipc
