// SPDX-License-Identifier: BSD-2-Clause
// An open message queue.
#pragma once

#include <machine/interrupts.hpp>
#include <unix/plain_file.hpp>
#include <unix/queues/message_queue.hpp>

namespace flat::unix::queues {

/// Ends queues that nobody can reach any more.
class QueueKeeper {
public:
    /// An open file of it is closed.
    virtual void closed(MessageQueue& queue) = 0;

protected:
    ~QueueKeeper() = default;
};

/// What a descriptor of a queue leads to.
class QueueFile final : public PlainFile<QueueFile> {
public:
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.unix.QueueFile");
    static constexpr Sort sort = Sort::message_queue;

    /// Takes over one of the queue's `opens`.
    QueueFile(memory::Objects& records, QueueKeeper& keeper, MessageQueue& of)
        : PlainFile(records), queue(of), keeper_(keeper) {}
    ~QueueFile() { keeper_.closed(queue); }

    u32 poll() override {
        machine::InterruptGuard const guard;
        return (queue.is_empty() ? 0 : OpenFile::readable) |
               (queue.is_full() ? 0 : OpenFile::writable);
    }

    MessageQueue& queue;

private:
    QueueKeeper& keeper_;
};

} // namespace flat::unix::queues
