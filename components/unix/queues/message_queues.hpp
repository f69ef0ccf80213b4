// SPDX-License-Identifier: BSD-2-Clause
// Message queues: how they are made, found by name, sent to and received from.
#pragma once

#include <unix/descriptors.hpp>
#include <unix/queues/message_queues.flat.hpp>
#include <unix/queues/queue_file.hpp>

namespace flat::unix {
class Process;
}

namespace flat::unix::queues {

/// All of them (mq_overview(7)).
class MessageQueues : public MessageQueuesComponent, private QueueKeeper, private ClosingWatcher {
public:
    using MessageQueuesComponent::MessageQueuesComponent;

    static constexpr u32 queues_max = 256;        ///< the default of Linux, for the superuser too
    static constexpr u64 user_bytes_max = 819200; ///< of all queues of a user: RLIMIT_MSGQUEUE
    static constexpr u32 priorities_end = 32768;  ///< MQ_PRIO_MAX

    i64 mq_open(Task& task, vaddr name, u32 flags, u32 mode, vaddr attributes) override;
    i64 mq_unlink(Task& task, vaddr name) override;
    i64 mq_timedsend(Task& task, u32 descriptor, vaddr message, u64 bytes, u32 priority,
                     vaddr until) override;
    i64 mq_timedreceive(Task& task, u32 descriptor, vaddr message, u64 bytes, vaddr priority,
                        vaddr until) override;
    i64 mq_notify(Task& task, u32 descriptor, vaddr event) override;
    i64 mq_getsetattr(Task& task, u32 descriptor, vaddr wanted, vaddr before) override;

private:
    /// What a call refers to by a descriptor.
    struct Opened {
        OpenDescription& file;
        MessageQueue& queue;
    };

    void closed(MessageQueue& queue) override;
    void closing(Descriptors& of, OpenDescription& file) override;
    void executing(Descriptors& of) override;

    MessageQueue* find(Span<u8 const> name);
    Result<MessageQueue*, Errno> open_or_make(Process const& process, Span<u8 const> name,
                                              u32 flags, u32 mode, vaddr attributes, bool& is_new);
    Result<MessageQueue*, Errno> begin(Process const& process, MessageQueue& made,
                                       Span<u8 const> name, u32 flags);
    Result<MessageQueue*, Errno> open_known(Process const& process, Span<u8 const> name, u32 flags);
    Result<MessageQueue*, Errno> make(Process const& process, Span<u8 const> name, u32 mode,
                                      vaddr attributes);
    Result<void, Errno> has_room(MessageQueue::Size const& size, u32 user);
    Result<MessageQueue::Size, Errno> size_of(Process const& process, vaddr attributes);
    Result<u32, Errno> describe(Process& process, MessageQueue& queue, u32 flags);
    Result<Opened, Errno> opened(OpenDescription* file);
    bool forget_if_unused(MessageQueue& queue);
    void destroy(MessageQueue& queue);

    i64 now_ns();
    u64 condition(MessageQueue const& queue) const { return address_of(&queue); }
    bool add(Task& task, MessageQueue& queue, Message& message);
    i64 send(Task& task, Opened const& to, Message& message, i64 delay_ns);
    i64 receive(Task& task, Opened const& from, i64 delay_ns, Message*& message);
    i64 deliver(Message& message, vaddr place, vaddr priority);

    IntrusiveList<MessageQueue, &MessageQueue::in_all> all_;
};

} // namespace flat::unix::queues
