// SPDX-License-Identifier: BSD-2-Clause
// Makes and removes names, contexts and offers while others do the same.
#pragma once

#include <core/utility.hpp>
#include <flat/core/naming_graph.hpp>
#include <flat/demo/stage.hpp>
#include <flat/service/trader.hpp>
#include <flat/thread/thread.hpp>

namespace flat::demo::names {

/// The body of one thread.
class NamingThread : public thread::Thread::Body, NonCopyable {
public:
    /// What it works with, and the number that tells it from others.
    struct World {
        core::NamingGraph& graph;
        service::Trader& trader;
        Stage& target;
        u32 rounds;
        u32 number;
    };

    explicit NamingThread(World const& world) : world_(world) {}

    void run() override;

    /// How many rounds went wrong.
    u32 failures() const { return failures_; }

private:
    bool name_once();
    bool trade_once();

    World world_;
    u32 failures_ = 0;
};

} // namespace flat::demo::names
