// SPDX-License-Identifier: BSD-2-Clause
// Queues of messages by types: how they are made, sent to and received from.
#include <unix/ipc/typed_messages.hpp>

#include <machine/interrupts.hpp>
#include <unix/program_thread.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::ipc {

using machine::InterruptGuard;

namespace {

/// Flags of msgrcv beside IPC_NOWAIT.
enum ReceiveFlag : u32 {
    cuts_off = 010000,    // MSG_NOERROR
    takes_other = 020000, // MSG_EXCEPT
    copies = 040000,      // MSG_COPY, which is lacking
};

} // namespace

i64 TypedMessages::msgget(Task& task, i32 key, u32 flags) {
    Credentials const& as = ProgramThread::of(task).process.credentials;
    InterruptGuard const guard;
    auto const known = all_.find_key(key, flags, as);
    if (known.is_error()) return failed(known.error());
    if (known.value()) return known.value()->id;
    auto const place = records->allocate(sizeof(TypedQueue));
    if (place.is_error()) return failed(Errno::enomem);
    auto* const queue = new (pointer_to<void>(place.value())) TypedQueue;
    queue->begin(key, flags, as);
    queue->changed_s = now_s();
    if (all_.add(*queue)) return queue->id;
    destroy(*queue);
    return failed(Errno::enospc);
}

/// Gives back the memory of a queue that nobody can find.
void TypedMessages::destroy(TypedQueue& queue) {
    while (TypedMessage* const each = queue.messages.pop_front())
        each->free(*records);
    queue.~TypedQueue();
    records->free(address_of(&queue), sizeof(TypedQueue));
}

/// Tries until it need not wait any more. `why_not` if it may not, EINTR; EIDRM where the queue has
/// ended meanwhile.
template<class Attempt>
i64 TypedMessages::wait_until(Task& task, bool may_wait, Errno why_not, Attempt const& attempt) {
    for (bool has_waited = false;; has_waited = true) {
        u64 const ticket = threads->ticket();
        i64 const outcome = attempt();
        if (outcome == failed(Errno::einval) && has_waited) return failed(Errno::eidrm);
        if (outcome != must_wait) return outcome;
        if (!may_wait) return failed(why_not);
        if (!ProgramThread::of(task).wait(*threads, condition(), ticket))
            return failed(Errno::eintr);
    }
}

i64 TypedMessages::msgsnd(Task& task, u32 id, vaddr place, u64 bytes, u32 flags) {
    i64 type = 0;
    if (bytes > message_bytes_max) return failed(Errno::einval);
    if (!get(*user_mode, type, place)) return failed(Errno::efault);
    if (type < 1) return failed(Errno::einval);
    TypedMessage* const message = TypedMessage::make(*records, type, bytes);
    if (!message) return failed(Errno::enomem);
    i64 const outcome = user_mode->copy_in(message->bytes(), place + sizeof type)
                            ? send(task, id, *message, flags)
                            : failed(Errno::efault);
    if (outcome != 0) message->free(*records);
    return outcome;
}

i64 TypedMessages::send(Task& task, u32 id, TypedMessage& message, u32 flags) {
    Process const& process = ProgramThread::of(task).process;
    bool const may_wait = (flags & does_not_wait) == 0;
    return wait_until(task, may_wait, Errno::eagain, [&] { return add(process, id, message); });
}

i64 TypedMessages::add(Process const& process, u32 id, TypedMessage& message) {
    InterruptGuard const guard;
    auto const found = all_.find(id);
    if (found.is_error()) return failed(found.error());
    TypedQueue& queue = *found.value();
    if (!queue.may(process.credentials, writes)) return failed(Errno::eacces);
    if (!queue.has_room(message.size())) return must_wait;
    queue.add(message);
    queue.sent_s = now_s();
    queue.sender = process.id;
    threads->notify_all(condition());
    return 0;
}

i64 TypedMessages::msgrcv(Task& task, u32 id, vaddr place, u64 bytes, i64 type, u32 flags) {
    if ((flags & copies) != 0) return failed(Errno::enosys);
    if (static_cast<i64>(bytes) < 0) return failed(Errno::einval);
    Process const& process = ProgramThread::of(task).process;
    constexpr i64 least = -i64{0x7fff'ffff'ffff'ffff}; // its amount is a number
    TypeWanted const wanted{max(type, least), (flags & takes_other) != 0};
    u64 const room = (flags & cuts_off) != 0 ? message_bytes_max : bytes;
    TypedMessage* message = nullptr;
    i64 const outcome = wait_until(task, (flags & does_not_wait) == 0, Errno::enomsg,
                                   [&] { return take(process, id, wanted, room, message); });
    if (outcome != 0) return outcome;
    u64 const count = min(bytes, message->size());
    bool const is_put =
        put(*user_mode, place, message->type) &&
        user_mode->copy_out(place + sizeof(i64), Span<u8 const>(message->bytes()).first(count));
    message->free(*records);
    return is_put ? static_cast<i64>(count) : failed(Errno::efault);
}

/// Takes the message that is wanted. E2BIG if there is no room for it.
i64 TypedMessages::take(Process const& process, u32 id, TypeWanted const& wanted, u64 room,
                        TypedMessage*& message) {
    InterruptGuard const guard;
    auto const found = all_.find(id);
    if (found.is_error()) return failed(found.error());
    TypedQueue& queue = *found.value();
    if (!queue.may(process.credentials, reads)) return failed(Errno::eacces);
    message = queue.find(wanted);
    if (!message) return must_wait;
    if (message->size() > room) return failed(Errno::e2big);
    queue.take(*message);
    queue.received_s = now_s();
    queue.receiver = process.id;
    threads->notify_all(condition());
    return 0;
}

} // namespace flat::unix::ipc
