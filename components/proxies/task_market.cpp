// SPDX-License-Identifier: BSD-2-Clause
// Has L4 tasks trade with each other, and sees that nothing is left of them.
#include <proxies/task_market.hpp>

#include <core/measure/lose_no_pages.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <flat/demo/stage.hpp>
#include <flat/demo/tally.hpp>

namespace flat::proxies {

using demo::LedgerError;
using demo::Tally;

void TaskMarket::run() {
    lose_no_pages(*tasks, rounds, [this] { trade_once(); });
    say(*log, "in {} rounds tasks have traded, and no page was lost", rounds);
}

/// Two tasks offer, a third one finds; so does this one, when one of the two has ended.
void TaskMarket::trade_once() {
    domain::Domain& coarse = start("coarse");
    domain::Domain& fine = start("fine");
    start("buyer").release();
    use_what_ends(found(), fine);
    coarse.release();
}

core::AbstractResource& TaskMarket::found() {
    u64 const type = Tally::interface_id.value;
    u64 const number = trade->find(type, Text("precision>=2").bytes(), 0).value_or(0);
    auto const held = trade->target(type, number);
    if (held.is_error()) panic("nothing suits");
    return *held.value();
}

/// What was found stays held, and says that its domain is gone.
void TaskMarket::use_what_ends(core::AbstractResource& held, domain::Domain& seller) {
    auto* const tally = narrow_to<Tally>(held);
    if (!tally || narrow_to<demo::Stage>(held)) panic("a tally is a tally, and no stage");
    if (tally->add(0).value_or(0) != 12) panic("another sum");
    seller.release();
    auto const gone = tally->add(1);
    if (gone.is_ok() || gone.error().code != LedgerError::Code::unreachable)
        panic("who has ended still answers");
    held.release();
}

/// One that has done what it does by itself, and done it well.
domain::Domain& TaskMarket::start(Text name) {
    auto const made = tasks->create(name.bytes());
    if (made.is_error()) panic("{} cannot be made", name);
    auto& task = *narrow_to<domain::Domain>(*made.value());
    task.start();
    if (task.join() != 0) panic("{} has failed", name);
    return task;
}

} // namespace flat::proxies
