// SPDX-License-Identifier: BSD-2-Clause
// Has domains lend each other pages, again and again, and loses nothing by it.
#include <partners/lending/check.hpp>

#include <core/measure/lose_no_frames.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <flat/demo/borrower.hpp>

namespace flat::partners::lending {

void Check::run() {
    constexpr u64 deeds = static_cast<u64>(demo::Borrower::Deed::loops) + 1;
    lose_no_frames(*frames, rounds, [this] {
        for (deed_ = 0; deed_ < deeds; ++deed_)
            try_deed();
    });
    say(*log, "who lent and who borrowed is gone, and gave all back");
}

domain::Domain& Check::start(Text name) {
    auto const made = domains->create(name.bytes());
    if (made.is_error()) panic("domain {} cannot be made", name);
    auto& domain = *narrow_to<domain::Domain>(*made.value());
    domain.start();
    return domain;
}

void Check::try_deed() {
    domain::Domain& server = start("server");
    domain::Domain& client = start("client");
    if (client.join() != 0) panic("a client has not survived");
    client.release();
    server.release();
}

} // namespace flat::partners::lending
