// SPDX-License-Identifier: BSD-2-Clause
// How messages are sent and received.
#include <unix/queues/message_queues.hpp>

#include <unix/deadline.hpp>
#include <unix/open_description.hpp>
#include <unix/readiness.hpp>
#include <unix/time_until.hpp>

namespace flat::unix::queues {

using machine::InterruptGuard;

/// By the clock of the real time.
i64 MessageQueues::now_ns() {
    return facts->began_ns() + static_cast<i64>(alarms->now_ns());
}

/// False if the queue is full. Who has asked for it is told.
bool MessageQueues::add(Task& task, MessageQueue& queue, Message& message) {
    QueueNotice notice;
    {
        InterruptGuard const guard;
        if (!queue.add(message)) return false;
        notice = queue.take_notice();
    }
    notify_changed(*threads, condition(queue));
    if (notice.signal != 0)
        signals->tell_message(task, notice.process, notice.signal, notice.value);
    return true;
}

i64 MessageQueues::mq_timedsend(Task& task, u32 descriptor, vaddr place, u64 bytes, u32 priority,
                                vaddr until) {
    auto const delay = time_until(*user_mode, until, now_ns());
    if (delay.is_error()) return failed(delay.error());
    if (priority >= priorities_end) return failed(Errno::einval);
    auto const known = opened(find_writable(task, descriptor));
    if (known.is_error()) return failed(known.error());
    MessageQueue& queue = known.value().queue;
    if (bytes > queue.size.message_bytes) return failed(Errno::emsgsize);
    Message* const message = Message::make(*records, bytes, priority);
    if (!message) return failed(Errno::enomem);
    bool const is_readable = user_mode->copy_in(message->bytes(), place);
    i64 const outcome =
        is_readable ? send(task, known.value(), *message, delay.value()) : failed(Errno::efault);
    if (outcome != 0) message->free(*records);
    return outcome;
}

/// Waits until there is room: 0. EAGAIN, ETIMEDOUT; interrupted where a signal has come.
i64 MessageQueues::send(Task& task, Opened const& to, Message& message, i64 delay_ns) {
    u64 const changes = condition(to.queue);
    Deadline const deadline(*alarms, *threads, changes, delay_ns);
    for (;;) {
        u64 const ticket = threads->ticket();
        if (add(task, to.queue, message)) return 0;
        if (!may_wait(to.file)) return failed(Errno::eagain);
        if (deadline.is_over()) return failed(Errno::etimedout);
        if (!ProgramThread::of(task).wait(*threads, changes, ticket)) return call_interrupted;
    }
}

i64 MessageQueues::mq_timedreceive(Task& task, u32 descriptor, vaddr place, u64 bytes,
                                   vaddr priority, vaddr until) {
    auto const delay = time_until(*user_mode, until, now_ns());
    if (delay.is_error()) return failed(delay.error());
    auto const known = opened(find_readable(task, descriptor));
    if (known.is_error()) return failed(known.error());
    if (bytes < known.value().queue.size.message_bytes) return failed(Errno::emsgsize);
    Message* message = nullptr;
    i64 const outcome = receive(task, known.value(), delay.value(), message);
    return outcome != 0 ? outcome : deliver(*message, place, priority);
}

/// Waits for a message: 0. EAGAIN, ETIMEDOUT; interrupted where a signal has come, and no message.
i64 MessageQueues::receive(Task& task, Opened const& from, i64 delay_ns, Message*& message) {
    MessageQueue& queue = from.queue;
    u64 const changes = condition(queue);
    Deadline const deadline(*alarms, *threads, changes, delay_ns);
    i64 why_not = may_wait(from.file) ? 0 : failed(Errno::eagain);
    for (bool is_receiver = false;;) {
        u64 const ticket = threads->ticket();
        if (why_not == 0 && deadline.is_over()) why_not = failed(Errno::etimedout);
        {
            InterruptGuard const guard;
            if (is_receiver) --queue.receivers;
            message = queue.take();
            is_receiver = !message && why_not == 0;
            if (is_receiver) ++queue.receivers;
        }
        if (message) {
            notify_changed(*threads, changes);
            return 0;
        }
        if (why_not != 0) return why_not;
        if (!ProgramThread::of(task).wait(*threads, changes, ticket)) why_not = call_interrupted;
    }
}

/// Hands a message to the program that has received it; its size. EFAULT, and then it is lost.
i64 MessageQueues::deliver(Message& message, vaddr place, vaddr priority) {
    i64 const size = static_cast<i64>(message.bytes().size());
    bool const is_put = user_mode->copy_out(place, message.bytes()) &&
                        (priority == 0 || put(*user_mode, priority, message.priority));
    message.free(*records);
    return is_put ? size : failed(Errno::efault);
}

} // namespace flat::unix::queues
