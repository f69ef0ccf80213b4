// SPDX-License-Identifier: BSD-2-Clause
// Exchanges a server while threads call it, and says whether a call was lost.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <demo/chain/exchange_check.flat.hpp>
#include <flat/binding/slot.hpp>
#include <flat/thread/thread.hpp>

namespace flat::demo::chain {

/// `stage` is bound by `Dynamic(true)`, to `first` at the beginning; `first` and `second` add up
/// what passes.
class ExchangeCheck : public ExchangeCheckComponent, NonCopyable {
public:
    using ExchangeCheckComponent::ExchangeCheckComponent;

    void run() override;

private:
    static constexpr u32 callers = 3;

    /// A thread that calls.
    class Caller : public thread::Thread::Body {
    public:
        void join_check(ExchangeCheck& check) { check_ = &check; }
        void run() override;

    private:
        ExchangeCheck* check_ = nullptr;
    };

    void exchange_often(binding::Slot& slot);

    Caller callers_[callers];
    Atomic<u32> finished_ = 0;
};

} // namespace flat::demo::chain
