// SPDX-License-Identifier: BSD-2-Clause
// The thread of formats that have one, run when a test says so.
#pragma once

#include <block/testing.hpp>
#include <flat/thread/thread.hpp>

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
        return static_cast<core::AbstractResource*>(&server);
    }
    void run_server() {
        gives_up = true;
        server.body->run();
        gives_up = false;
    }

    TestServer server;
};

} // namespace flat::fs::testing
