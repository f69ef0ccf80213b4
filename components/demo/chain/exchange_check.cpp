// SPDX-License-Identifier: BSD-2-Clause
// Exchanges a server while threads call it, and says whether a call was lost.
#include <demo/chain/exchange_check.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <demo/start.hpp>
#include <flat/binding/control.hpp>

namespace flat::demo::chain {

void ExchangeCheck::run() {
    binding::Control* const control =
        controls->find(Text("check.stage").bytes(), Text("dynamic").bytes());
    if (!control) panic("check.stage is no dynamic binding");
    auto& slot = *narrow_to<binding::Slot>(*control);
    thread::Thread* started[callers];
    for (u32 i = 0; i < callers; ++i) {
        callers_[i].join_check(*this);
        started[i] = &start(*threads, callers_[i]);
    }
    exchange_often(slot);
    for (thread::Thread* const each : started) {
        each->join();
        each->release();
    }
    u64 const by_first = first->pass(0);
    u64 const by_second = second->pass(0);
    say(*log, "both servers were called: {}", by_first && by_second ? "yes" : "no");
    say(*log, "{} calls were made, {} arrived", callers * calls, by_first + by_second);
    say(*log, "calls inside servers that were exchanged: {}", slot.inside().value());
}

/// Calls, and lets the others run now and then.
void ExchangeCheck::Caller::run() {
    for (u32 i = 1; i <= check_->calls; ++i) {
        (void)check_->stage->pass(1);
        if (i % 8 == 0) check_->threads->yield();
    }
    check_->finished_.fetch_add(1);
}

/// As often as it should, and for as long as somebody calls.
void ExchangeCheck::exchange_often(binding::Slot& slot) {
    for (u32 i = 0; i < exchanges || finished_.load() < callers; ++i) {
        Stage& next = i % 2 ? *first : *second;
        if (slot.exchange(next).is_error()) panic("a server cannot be exchanged");
        threads->yield();
    }
}

} // namespace flat::demo::chain
