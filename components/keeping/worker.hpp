// SPDX-License-Identifier: BSD-2-Clause
// Enrolls with what others call of it, and adds for whoever calls.
#pragma once

#include <core/utility.hpp>
#include <flat/demo/tally.hpp>
#include <keeping/worker.flat.hpp>

namespace flat::keeping {

/// There are several of it, each in a domain of its own: what one returns says which one that is.
/// It has a tally, which can be held by one at a time, and faults when that is to hide. Its number
/// is 0 if it could not enroll.
class Worker : public WorkerComponent, NonCopyable {
public:
    using WorkerComponent::WorkerComponent;

    void run() override;

    Result<u64, demo::LedgerError> add(u64 amount) override;
    Result<u64, demo::LedgerError> write(Span<u8 const> text) override { return text.size(); }
    Result<demo::Tally*, demo::LedgerError> borrow() override { return &tally_; }
    Result<void, demo::LedgerError> close() override;

private:
    class Own final : public demo::Tally {
    public:
        explicit Own(Worker& worker) : worker_(worker) {}

        Result<u64, demo::LedgerError> add(u64 amount) override { return worker_.add(amount); }
        Result<void, demo::LedgerError> hide() override { return worker_.close(); }
        void release() override {}
        void* narrow(InterfaceId id) override;

    private:
        Worker& worker_;
    };

    Own tally_{*this};
    u64 number_ = 0;
    u64 sum_ = 0;
};

} // namespace flat::keeping
