// SPDX-License-Identifier: BSD-2-Clause
// Message queues: how they are made, found by name, opened and forgotten.
#include <unix/queues/message_queues.hpp>

#include <unix/open_description.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::queues {

using machine::InterruptGuard;

namespace {

/// struct mq_attr.
struct QueueAttributes {
    i64 flags;
    i64 messages_max;
    i64 message_bytes;
    i64 messages;
    i64 reserved[4];
};

/// What queues have for which nothing else is asked, and the most that users may ask for.
constexpr MessageQueue::Size usual_size = {10, 8192};
/// The most that the superuser may.
constexpr MessageQueue::Size largest_size = {65536, 16 << 20};

/// What the access of `open` is for the permissions of a queue.
u32 rights_of(u32 flags) {
    u32 const access = flags & access_mode;
    return (access != o_wronly ? u32{reads} : 0) | (access != o_rdonly ? u32{writes} : 0);
}

/// A name as the kernel takes it: nothing that leads elsewhere.
Result<void, Errno> check_name(Span<u8 const> name) {
    if (name.is_empty()) return Errno::enoent;
    bool leads_elsewhere =
        name[0] == '.' && (name.size() == 1 || (name.size() == 2 && name[1] == '.'));
    for (u8 const each : name)
        leads_elsewhere = leads_elsewhere || each == '/';
    return leads_elsewhere ? Result<void, Errno>(Errno::eacces) : Result<void, Errno>();
}

} // namespace

i64 MessageQueues::mq_open(Task& task, vaddr place, u32 flags, u32 mode, vaddr attributes) {
    u8 room[MessageQueue::name_max + 1];
    Process& process = ProgramThread::of(task).process;
    if ((flags & access_mode) == access_mode) return failed(Errno::einval);
    auto const bytes = get_text(*user_mode, Span<u8>(room), place);
    if (bytes.is_error()) return failed(bytes.error());
    Span<u8 const> const name = Span<u8 const>(room).first(bytes.value());
    auto const is_name = check_name(name);
    if (is_name.is_error()) return failed(is_name.error());
    bool is_new = false;
    auto const queue = open_or_make(process, name, flags, mode, attributes, is_new);
    if (queue.is_error()) return failed(queue.error());
    auto const number = describe(process, *queue.value(), flags);
    if (is_new && number.is_error()) {
        InterruptGuard const guard;
        queue.value()->has_name = false; // as if it had not been made
    }
    closed(*queue.value()); // by this call
    return result_of(number);
}

/// A queue that is open once more for the caller.
Result<MessageQueue*, Errno> MessageQueues::open_or_make(Process const& process,
                                                         Span<u8 const> name, u32 flags, u32 mode,
                                                         vaddr attributes, bool& is_new) {
    auto const known = open_known(process, name, flags);
    if (known.is_ok() || known.error() != Errno::enoent || (flags & o_creat) == 0) return known;
    MessageQueue* const made = TRY(make(process, name, mode, attributes));
    auto const begun = begin(process, *made, name, flags);
    is_new = begun.is_ok() && begun.value() == made;
    if (!is_new) destroy(*made);
    return begun;
}

/// The queue that was made, or the one that somebody has made meanwhile.
Result<MessageQueue*, Errno> MessageQueues::begin(Process const& process, MessageQueue& made,
                                                  Span<u8 const> name, u32 flags) {
    InterruptGuard const guard;
    auto const other = open_known(process, name, flags);
    if (other.is_ok() || other.error() != Errno::enoent) return other;
    TRY(has_room(made.size, made.attributes.owner));
    all_.push_back(made);
    made.opens = 1;
    return &made;
}

/// The queue of a name, open once more. ENOENT, EEXIST, EACCES.
Result<MessageQueue*, Errno> MessageQueues::open_known(Process const& process, Span<u8 const> name,
                                                       u32 flags) {
    constexpr u32 makes_alone = o_creat | o_excl;
    InterruptGuard const guard;
    MessageQueue* const queue = find(name);
    if (!queue) return Errno::enoent;
    if ((flags & makes_alone) == makes_alone) return Errno::eexist;
    if (!process.credentials.may(queue->attributes, rights_of(flags))) return Errno::eacces;
    ++queue->opens;
    return queue;
}

/// A queue that nobody can find yet.
Result<MessageQueue*, Errno> MessageQueues::make(Process const& process, Span<u8 const> name,
                                                 u32 mode, vaddr attributes) {
    MessageQueue::Size const size = TRY(size_of(process, attributes));
    fs::Node::Attributes rights = {};
    rights.kind = fs::Node::Kind::file;
    rights.mode = mode & ~process.umask & 0777;
    rights.owner = process.credentials.user.file;
    rights.group = process.credentials.group.file;
    auto const place = records->allocate(sizeof(MessageQueue));
    if (place.is_error()) return Errno::enomem;
    return new (pointer_to<void>(place.value())) MessageQueue(name, size, rights);
}

/// How large a queue is to be. EFAULT, EINVAL.
Result<MessageQueue::Size, Errno> MessageQueues::size_of(Process const& process, vaddr place) {
    if (place == 0) return usual_size;
    QueueAttributes asked = {};
    if (!get(*user_mode, asked, place)) return Errno::efault;
    MessageQueue::Size const& most = process.credentials.is_superuser() ? largest_size : usual_size;
    bool const is_possible = asked.messages_max > 0 && asked.messages_max <= most.messages &&
                             asked.message_bytes > 0 && asked.message_bytes <= most.message_bytes;
    if (!is_possible) return Errno::einval;
    return MessageQueue::Size{static_cast<u32>(asked.messages_max),
                              static_cast<u32>(asked.message_bytes)};
}

/// Whether there may be one more. ENOSPC, EMFILE. Interrupts are disabled.
Result<void, Errno> MessageQueues::has_room(MessageQueue::Size const& size, u32 user) {
    u32 count = 0;
    u64 bytes = size.bytes();
    for (MessageQueue& each : all_) {
        ++count;
        if (each.attributes.owner == user) bytes += each.size.bytes();
    }
    if (count >= queues_max) return Errno::enospc;
    return bytes > user_bytes_max ? Result<void, Errno>(Errno::emfile) : Result<void, Errno>();
}

/// Opens a queue once more, with a descriptor that ends with exec, as Linux has it. ENOMEM, EMFILE.
Result<u32, Errno> MessageQueues::describe(Process& process, MessageQueue& queue, u32 flags) {
    auto const place = records->allocate(sizeof(QueueFile));
    if (place.is_error()) return Errno::enomem;
    {
        InterruptGuard const guard;
        ++queue.opens;
    }
    QueueKeeper& keeper = *this;
    auto* const file = new (pointer_to<void>(place.value())) QueueFile(*records, keeper, queue);
    return process.descriptors.open(*file, flags & (access_mode | o_nonblock), true);
}

i64 MessageQueues::mq_unlink(Task& task, vaddr place) {
    u8 room[MessageQueue::name_max + 1];
    Credentials const& credentials = ProgramThread::of(task).process.credentials;
    auto const bytes = get_text(*user_mode, Span<u8>(room), place);
    if (bytes.is_error()) return failed(bytes.error());
    Span<u8 const> const name = Span<u8 const>(room).first(bytes.value());
    auto const is_name = check_name(name);
    if (is_name.is_error()) return failed(is_name.error());
    MessageQueue* queue = nullptr;
    {
        InterruptGuard const guard;
        queue = find(name);
        if (!queue) return failed(Errno::enoent);
        if (!credentials.owns(queue->attributes)) return failed(Errno::eperm);
        queue->has_name = false;
        if (!forget_if_unused(*queue)) return 0;
    }
    destroy(*queue);
    return 0;
}

i64 MessageQueues::mq_getsetattr(Task& task, u32 descriptor, vaddr wanted, vaddr before) {
    QueueAttributes asked = {};
    if (wanted != 0 && !get(*user_mode, asked, wanted)) return failed(Errno::efault);
    if ((asked.flags & ~i64{o_nonblock}) != 0) return failed(Errno::einval);
    auto const known = opened(find_file(task, descriptor));
    if (known.is_error()) return failed(known.error());
    auto const [file, queue] = known.value();
    QueueAttributes const told = {file.flags() & o_nonblock,
                                  queue.size.messages,
                                  queue.size.message_bytes,
                                  queue.count(),
                                  {}};
    if (wanted != 0)
        file.set_flags((file.flags() & ~u32{o_nonblock}) | static_cast<u32>(asked.flags));
    return put_if_wanted(*user_mode, before, told);
}

/// The queue of a name; null if there is none. Interrupts are disabled.
MessageQueue* MessageQueues::find(Span<u8 const> name) {
    for (MessageQueue& each : all_)
        if (each.is_named(name)) return &each;
    return nullptr;
}

/// The queue of a file. EBADF.
Result<MessageQueues::Opened, Errno> MessageQueues::opened(OpenDescription* file) {
    auto* const found = file ? narrow_to<QueueFile>(file->file()) : nullptr;
    if (!found) return Errno::ebadf;
    return Opened{*file, found->queue};
}

void MessageQueues::closed(MessageQueue& queue) {
    {
        InterruptGuard const guard;
        --queue.opens;
        if (!forget_if_unused(queue)) return;
    }
    destroy(queue);
}

/// Whether it is to be destroyed, as nobody can reach it any more. Interrupts are disabled.
bool MessageQueues::forget_if_unused(MessageQueue& queue) {
    if (queue.has_name || queue.opens != 0) return false;
    all_.remove(queue);
    return true;
}

/// Gives back the memory of a queue that nobody can reach.
void MessageQueues::destroy(MessageQueue& queue) {
    while (Message* const message = queue.take())
        message->free(*records);
    queue.~MessageQueue();
    records->free(address_of(&queue), sizeof(MessageQueue));
}

} // namespace flat::unix::queues
