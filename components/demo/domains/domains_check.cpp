// SPDX-License-Identifier: BSD-2-Clause
// Makes domains that end as they should not, again and again, and loses nothing by it.
#include <demo/domains/domains_check.hpp>

#include <core/measure/lose_no_frames.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <demo/start.hpp>

namespace flat::demo::domains {

namespace {

/// What the assembly calls them.
constexpr Text strays = "stray";

constexpr Text names[] = {"null",    "deep",      "level", "nowhere", "kernels",
                          "endless", "undefined", "data",  "panics"};

} // namespace

void DomainsCheck::run() {
    end_each();
    if (at_once != 0) make_too_many();
    lose_no_frames(*frames, rounds, [this] { release_running(); });
    say(*log, "{} domains were made, run and released, and gave all back", 2 * rounds);
}

/// Whatever a domain does, it ends alone.
void DomainsCheck::end_each() {
    for (u32 i = 0; i < sizeof names / sizeof *names; ++i) {
        say(*log, "-- {}", names[i]);
        domain::Domain& domain = start(static_cast<Way>(i));
        u32 const status = domain.join();
        if (status != panic_status) panic("a domain ended with status {}", status);
        domain.release();
    }
}

/// One ends by itself, the other in the middle of what it does.
void DomainsCheck::release_running() {
    domain::Domain& ending = start(Way::quiet);
    (void)ending.join();
    domain::Domain& running = start(Way::spins);
    threads->yield();
    running.release();
    ending.release();
}

/// Those that there are stay as they are.
void DomainsCheck::make_too_many() {
    domain::Domain* made[16];
    for (u32 i = 0; i < at_once; ++i)
        made[i] = &start(Way::spins);
    auto const more = domains->create(strays.bytes());
    if (more.is_ok() || more.error().code != core::BindingError::Code::exhausted)
        panic("more domains than there can be threads for them");
    threads->yield();
    for (u32 i = 0; i < at_once; ++i)
        made[i]->release();
    say(*log, "{} domains run at once, and one more finds no thread", at_once);
}

domain::Domain& DomainsCheck::start(Way way) {
    way_ = way;
    return demo::start(*domains, strays);
}

} // namespace flat::demo::domains
