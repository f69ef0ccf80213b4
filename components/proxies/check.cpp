// SPDX-License-Identifier: BSD-2-Clause
// Has domains find each other by names, well and badly, and sees that nothing is left of them.
#include <proxies/check.hpp>

#include <core/measure/lose_no_frames.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::proxies {

using demo::LedgerError;

void Check::run() {
    if (!Text(registry).is_empty()) start(Text(registry));
    lose_no_frames(*frames, rounds, [this] {
        find();
        if (forges) forge();
        ++round_;
    });
    say(*log, "in {} rounds domains have found each other{}", rounds,
        Text(forges ? ", and some have forged" : ""));
    if (forges) say(*log, "some were ended for it: {}", ended_ != 0 ? "yes" : "no");
    say(*log, "no name is left, and no frame was lost");
}

/// The kernel and a domain call an object of another domain, which then ends.
void Check::find() {
    domain::Domain& office = start("office");
    auto& held = wait_for_tally();
    auto* const tally = narrow_to<demo::Tally>(held);
    if (!tally || tally->add(30).value_or(0) != 30) panic("no tally in round {}", round_);
    domain::Domain& client = start("client");
    u32 const status = client.join();
    if (status != 0) panic("the client of round {} ends with status {}", round_, status);
    client.release();
    is_unknown("services/tally");
    if (tally->add(0).value_or(0) != 43) panic("another sum in round {}", round_);
    office.release();
    auto const gone = tally->add(1);
    if (gone.is_ok() || gone.error().code != LedgerError::Code::unreachable)
        panic("the office of round {} still answers", round_);
    held.release();
}

core::AbstractResource& Check::wait_for_tally() {
    for (;;) {
        auto const found = names->resolve(Text("services/tally").bytes());
        if (found.is_ok()) return *found.value();
        threads->yield();
    }
}

/// All that it has taken is gone with it.
void Check::forge() {
    domain::Domain& forger = start("forger");
    if (forger.join() != 0) ++ended_;
    is_unknown("services/taken");
    forger.release();
    is_unknown("services/mine");
    is_unknown("services/name0");
    is_unknown("services/broken");
}

void Check::is_unknown(Text path) {
    auto const found = names->resolve(path.bytes());
    if (found.is_ok() || found.error().code != core::NamingError::Code::unknown)
        panic("{} is there in round {}", path, round_);
}

domain::Domain& Check::start(Text name) {
    auto const made = domains->create(name.bytes());
    if (made.is_error()) panic("no memory for domain {}", name);
    auto& domain = *narrow_to<domain::Domain>(*made.value());
    domain.start();
    return domain;
}

} // namespace flat::proxies
