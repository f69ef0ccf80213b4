// SPDX-License-Identifier: BSD-2-Clause
// Who is told of a queue's next message.
#include <unix/queues/message_queues.hpp>

#include <unix/open_description.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::queues {

using machine::InterruptGuard;

namespace {

/// How (SIGEV_...): a thread of the program's is woken by a socket of AF_NETLINK, which is lacking.
enum Notification : u32 { by_signal = 0, by_nothing = 1 };

/// struct sigevent.
struct Event {
    u64 value;
    u32 signal;
    u32 notification;
    u32 padding[12];
};
static_assert(sizeof(Event) == 64);

} // namespace

i64 MessageQueues::mq_notify(Task& task, u32 descriptor, vaddr place) {
    Process& process = ProgramThread::of(task).process;
    Event event = {};
    if (place != 0 && !get(*user_mode, event, place)) return failed(Errno::efault);
    bool const is_by_signal = event.notification == by_signal; // 0 is none, and no error
    if (place != 0 &&
        (is_by_signal ? event.signal >= signals_end : event.notification != by_nothing))
        return failed(Errno::einval);
    auto const known = opened(find_file(task, descriptor));
    if (known.is_error()) return failed(known.error());
    MessageQueue& queue = known.value().queue;
    Descriptors const* const mine = &process.descriptors;
    InterruptGuard const guard;
    if (process.descriptors.find(descriptor) != &known.value().file)
        return failed(Errno::ebadf); // another thread has closed it
    if (place == 0) {
        if (queue.notice.owner == mine) queue.notice = {};
        return 0;
    }
    if (queue.notice.owner) return failed(Errno::ebusy);
    process.descriptors.watch(*this);
    queue.notice = {mine, process.id, is_by_signal ? event.signal : 0, event.value};
    return 0;
}

/// A process that closes a queue is told nothing more of it.
void MessageQueues::closing(Descriptors& of, OpenDescription& file) {
    auto const known = opened(&file);
    if (known.is_error()) return;
    InterruptGuard const guard;
    QueueNotice& notice = known.value().queue.notice;
    if (notice.owner == &of) notice = {};
}

/// Nor is another program that it goes on with, which has not asked for anything.
void MessageQueues::executing(Descriptors& of) {
    InterruptGuard const guard;
    for (MessageQueue& each : all_)
        if (each.notice.owner == &of) each.notice = {};
}

} // namespace flat::unix::queues
