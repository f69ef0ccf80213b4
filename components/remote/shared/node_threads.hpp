// SPDX-License-Identifier: BSD-2-Clause
// The threads of a kernel that shares memory: one receives, the other works when it is time.
#pragma once

#include <core/alarm.hpp>
#include <core/utility.hpp>
#include <core/waiting_lock.hpp>
#include <flat/thread/thread.hpp>
#include <remote/shared/node_threads.flat.hpp>

namespace flat::remote::shared {

/// One of them is in the node at a time; the other one waits.
class NodeThreads : public NodeThreadsComponent, private Alarm, NonCopyable {
public:
    /// Panics without memory.
    NodeThreads(Ports const& ports, Attributes const& attributes);

private:
    class Receiver final : public thread::Thread::Body {
    public:
        explicit Receiver(NodeThreads& all) : all_(all) {}
        void run() override { all_.receive(); }

    private:
        NodeThreads& all_;
    };
    class Worker final : public thread::Thread::Body {
    public:
        explicit Worker(NodeThreads& all) : all_(all) {}
        void run() override { all_.work(); }

    private:
        NodeThreads& all_;
    };

    void expired() override;
    void start(thread::Thread::Body& body);
    void receive();
    void work();
    u64 work_once();

    WaitingLock lock_;
    Receiver receiver_{*this};
    Worker worker_{*this};
};

} // namespace flat::remote::shared
