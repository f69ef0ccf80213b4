// SPDX-License-Identifier: BSD-2-Clause
// Short strings in a row are copied at once.
#include <api/ipc/testing.hpp>

namespace flat::api {
namespace {

TEST_F(ApiStrings, a_short_one_arrives_at_once_with_the_words_of_the_message) {
    write({simple(1000), here});
    accept({simple(4096), there});
    send();
    expect_arrived(1000);
    EXPECT_EQ(machine.simple_cases, 1u);
    EXPECT_EQ(steps, 0u);
    EXPECT_EQ(b.registers[0], (MessageTag{5, 0, 2}.raw()));
    EXPECT_EQ(b.registers[1], simple(1000));
}

TEST_F(ApiStrings, one_at_once_may_lie_across_pages_on_both_sides) {
    u64 const source = domain::page_size - 100;
    u64 const target = domain::page_size - 1500;
    write({simple(4096), here + source});
    accept({simple(4096), there + target});
    send();
    EXPECT_EQ(machine.simple_cases, 1u);
    EXPECT_EQ(outcome(b), 0u);
    EXPECT_TRUE(std::equal(sent() + source, sent() + source + 4096, received() + target));
    EXPECT_EQ(received()[target - 1], 0u);
    EXPECT_EQ(received()[target + 4096], 0u);
    expect_both_go_on();
}

TEST_F(ApiStrings, one_at_once_after_which_the_sender_receives_lets_the_receiver_run) {
    write({simple(1000), here});
    accept({simple(4096), there});
    machine.receive(b, a.id());
    machine.exchange(a, b.id(), b.id());
    EXPECT_EQ(machine.simple_cases, 1u);
    EXPECT_EQ(&machine.dispatch.current(), &b);
    EXPECT_EQ(a.waiting_for(), b.id());
    EXPECT_TRUE(std::equal(sent(), sent() + 1000, received()));
}

TEST_F(ApiStrings, what_is_not_in_a_row_or_too_long_for_once_takes_steps) {
    write({simple(4097), here});
    accept({simple(8192), there});
    send();
    expect_arrived(4097);
    write({simple(100), here});
    accept({StringHeader::of(64, 2).raw(), there, there + 64});
    send();
    EXPECT_EQ(outcome(b), 0u);
    EXPECT_TRUE(std::equal(sent(), sent() + 100, received()));
    EXPECT_EQ(machine.simple_cases, 0u);
}

} // namespace
} // namespace flat::api
