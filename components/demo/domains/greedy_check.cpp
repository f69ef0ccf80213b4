// SPDX-License-Identifier: BSD-2-Clause
// Makes domains that take all memory which they may have, and loses nothing by it.
#include <demo/domains/greedy_check.hpp>

#include <core/measure/lose_no_frames.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <demo/start.hpp>

namespace flat::demo::domains {

void GreedyCheck::run() {
    demo::start(*domains, "neighbour");
    ask_neighbour();
    run_glutton();
    lose_no_frames(*frames, rounds, [this] {
        run_greedy();
        ask_neighbour();
    });
    say(*log, "{} domains took all that they may have, {} at a time, and gave all back",
        at_once * rounds, at_once);
}

/// Who accesses more ends.
void GreedyCheck::run_glutton() {
    domain::Domain& glutton = demo::start(*domains, "glutton");
    u32 const status = glutton.join();
    glutton.release();
    if (status != panic_status) panic("a domain has got more than it may have: {}", status);
    ask_neighbour();
    say(*log, "a domain that accesses more than it may have ends with status {}", status);
}

void GreedyCheck::run_greedy() {
    domain::Domain* all[at_once];
    for (domain::Domain*& each : all)
        each = &demo::start(*domains, "greedy");
    for (domain::Domain* const each : all) {
        if (each->join() != 0) panic("a domain has not got what it may have");
        each->release();
    }
}

/// It counts how often it is asked.
void GreedyCheck::ask_neighbour() {
    auto const answer = neighbour->add(1);
    if (answer.is_error() || answer.value() != ++asked_) panic("the neighbour does not answer");
}

} // namespace flat::demo::domains
