// SPDX-License-Identifier: BSD-2-Clause
// Takes pages away from a client and its server while they call, again and again.
#include <partners/withdraw_check.hpp>

#include <core/bits.hpp>
#include <core/measure/lose_no_frames.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <domain/page.hpp>
#include <flat/memory/user_space.hpp>
#include <partners/withdrawal.hpp>

namespace flat::partners {

void WithdrawCheck::run() {
    lose_no_frames(*frames, rounds, [this] { one_round(); });
    say(*log, "whose pages were withdrawn is gone, and gave all back");
}

domain::Domain& WithdrawCheck::start(Text name) {
    auto const made = domains->create(name.bytes());
    if (made.is_error()) panic("domain {} cannot be made", name);
    auto& domain = *narrow_to<domain::Domain>(*made.value());
    domain.start();
    return domain;
}

/// The server's space is made first.
void WithdrawCheck::one_round() {
    domain::Domain& server = start("server");
    domain::Domain& client = start("client");
    if (client.join() != 0) panic("the client has not survived");
    client.release();
    server.release();
}

/// No page is gone that was not there.
u64 WithdrawCheck::pass(u64 value) {
    auto const side = static_cast<Side>(value % domain::page_size);
    memory::UserSpace& space = side == Side::client ? *client_ : *server_;
    vaddr const page = align_down(value, domain::page_size);
    if (space.unmap(page, 1).is_error()) panic("nothing is mapped at {x}", page);
    return 0;
}

Result<memory::UserSpace*, memory::MappingError> WithdrawCheck::create() {
    server_ = client_;
    client_ = TRY(beyond->create());
    return client_;
}

} // namespace flat::partners
