// SPDX-License-Identifier: BSD-2-Clause
// The threads of formats that have some, run when a test says so.
#pragma once

#include <block/testing.hpp>
#include <flat/thread/thread.hpp>

#include <deque>

namespace flat::fs::testing {

/// A thread that runs when a test says so, until it would have to wait.
class TestServer final : public thread::Thread {
public:
    void start(Body& body) override { this->body = &body; }
    void join() override {}
    void release() override {}
    void schedule(u8, u32) override {}
    void* narrow(InterfaceId id) override {
        return id == Thread::interface_id ? static_cast<Thread*>(this) : nullptr;
    }

    Body* body = nullptr;
};

class ServerThreads final : public block::testing::TestThreads {
public:
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        return static_cast<core::AbstractResource*>(&servers.emplace_back());
    }

    /// Each of them, one after the other.
    void run_server() {
        gives_up = true;
        for (TestServer& each : servers)
            each.body->run();
        gives_up = false;
    }

    std::deque<TestServer> servers;
};

} // namespace flat::fs::testing
