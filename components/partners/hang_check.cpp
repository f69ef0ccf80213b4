// SPDX-License-Identifier: BSD-2-Clause
// Asks partners that do not answer, from the kernel and from a domain, and loses nothing by it.
#include <partners/hang_check.hpp>

#include <core/measure/lose_no_frames.hpp>
#include <core/panic.hpp>
#include <partners/ask.hpp>

namespace flat::partners {

void HangCheck::run() {
    lose_no_frames(*frames, rounds, [this] {
        ask_in_each_way();
        ask_who_sleeps();
    });
    say(*log, "servers that never answer are gone, and gave all back");
}

domain::Domain& HangCheck::start(Text name) {
    auto const made = domains->create(name.bytes());
    if (made.is_error()) panic("domain {} cannot be made", name);
    auto& domain = *narrow_to<domain::Domain>(*made.value());
    domain.start();
    return domain;
}

void HangCheck::ask_in_each_way() {
    for (way_ = 0; way_ < ways; ++way_) {
        with_partners(
            [&] { ask(*log, "upcall", *partner, static_cast<demo::Partner::Way>(way_)); });
        with_partners([&] {
            domain::Domain& client = start("client");
            if (client.join() != 0) panic("a client has not survived");
            client.release();
        });
    }
}

template<class Function>
void HangCheck::with_partners(Function const& function) {
    domain::Domain& other = start("other");
    domain::Domain& server = start("server");
    function();
    server.release();
    other.release();
}

/// A domain that waits in the kernel for ever serves nobody, and is released all the same.
void HangCheck::ask_who_sleeps() {
    domain::Domain& client = start("client");
    ask(*log, "unready", *unready, demo::Partner::Way::answers);
    client.release();
    say(*log, "a domain that sleeps for ever is released");
}

} // namespace flat::partners
