// SPDX-License-Identifier: BSD-2-Clause
// Tests of exchanging the server of a dynamic binding.
#include <binding/registry.hpp>
#include <bindings/dynamic/counted_slot.hpp>
#include <bindings/dynamic/plain_slot.hpp>
#include <bindings/dynamic/testing.hpp>

#include <gtest/gtest.h>

namespace flat::bindings::dynamic {
namespace {

using Code = binding::SlotError::Code;

template<class Slot>
class DynamicSlot : public ::testing::Test {
protected:
    binding::Registry registry{{}, {}};
    Adder ten{10};
    Adder twenty{20};
    Slot slot{registry, "main.stage", ten};
};

using Slots = ::testing::Types<PlainSlot<demo::Stage>, CountedSlot<demo::Stage>>;
TYPED_TEST_SUITE(DynamicSlot, Slots);

TYPED_TEST(DynamicSlot, calls_the_server_that_is_there) {
    EXPECT_EQ(this->slot.enter()->pass(1), 11u);
    auto const before = this->slot.exchange(this->twenty);
    ASSERT_TRUE(before.is_ok());
    EXPECT_EQ(narrow_to<demo::Stage>(*before.value()), &this->ten);
    EXPECT_EQ(this->slot.enter()->pass(1), 21u);
    EXPECT_EQ(narrow_to<demo::Stage>(this->slot.server()), &this->twenty);
}

TYPED_TEST(DynamicSlot, refuses_what_has_another_interface) {
    auto const refused = this->slot.exchange(this->registry);
    ASSERT_TRUE(refused.is_error());
    EXPECT_EQ(refused.error().code, Code::wrong_type);
    EXPECT_EQ(this->slot.enter()->pass(1), 11u);
}

class CountedCalls : public ::testing::Test {
protected:
    binding::Registry registry{{}, {}};
    Adder ten{10};
    PlainSlot<demo::Stage> plain{registry, "main.stage", ten};
    CountedSlot<demo::Stage> counted{registry, "main.stages[1]", ten};
};

TEST_F(CountedCalls, tells_how_many_calls_are_inside_where_they_are_counted) {
    EXPECT_EQ(plain.inside().error().code, Code::uncounted);
    Adder other{20};
    {
        auto const call = counted.enter();
        ASSERT_TRUE(counted.exchange(other).is_ok());
        EXPECT_EQ(counted.inside().value(), 1u);
        EXPECT_EQ(call->pass(1), 11u);
    }
    EXPECT_EQ(counted.inside().value(), 0u);
}

TEST_F(CountedCalls, exchanges_again_when_a_call_has_left) {
    Adder other{20};
    using Call = CountedSlot<demo::Stage>::Call;
    auto const enter_and_exchange = [&](auto const& next, u32 depth) -> void {
        Call const call = counted.enter();
        auto const exchanged = counted.exchange(other);
        EXPECT_EQ(exchanged.is_ok(), depth + 1 < CountedSlot<demo::Stage>::places_count);
        if (exchanged.is_ok()) return next(next, depth + 1);
        EXPECT_EQ(exchanged.error().code, Code::busy);
    };
    enter_and_exchange(enter_and_exchange, 0);
    EXPECT_EQ(counted.inside().value(), 0u);
    EXPECT_TRUE(counted.exchange(ten).is_ok());
    EXPECT_EQ(counted.enter()->pass(1), 11u);
}

} // namespace
} // namespace flat::bindings::dynamic
