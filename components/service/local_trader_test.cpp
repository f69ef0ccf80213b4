// SPDX-License-Identifier: BSD-2-Clause
// Tests of offers: made, found, held, withdrawn.
#include <service/local_trader.hpp>

#include <naming/testing.hpp>

#include <gtest/gtest.h>

namespace flat::service {
namespace {

using naming::testing::Target;
using Code = TradeError::Code;

constexpr u64 stage = demo::Stage::interface_id.value;
constexpr u64 top = Top::interface_id.value;

class ServiceTrader : public ::testing::Test {
protected:
    Offer& offered(Top& target, Text properties = "", u64 type = stage) {
        return *trader.export_(target, type, properties.bytes()).value();
    }
    Offer* found(Text constraint, u64 after = 0) {
        return trader.next(stage, constraint.bytes(), after).value();
    }

    naming::testing::FakeObjects objects;
    LocalTrader trader{{.objects = objects}, {.offers_max = 3000}};
    Target slow, fast;
};

TEST_F(ServiceTrader, finds_what_meets_the_constraint_in_the_order_of_offers) {
    Offer& first = offered(slow, "speed=10;kind=disk");
    Offer& second = offered(fast, "kind=disk;speed=1000");
    EXPECT_EQ(found("speed>=100"), &second);
    EXPECT_EQ(found("kind=disk"), &first);
    EXPECT_EQ(found("kind=disk", first.number()), &second);
    EXPECT_EQ(found("kind=disk", second.number()), nullptr);
    EXPECT_EQ(found("kind=tape"), nullptr);
    EXPECT_EQ(second.target().value(), &fast);
}

TEST_F(ServiceTrader, finds_offers_of_the_type_that_is_asked_for) {
    Offer& other = offered(slow, "", top);
    EXPECT_EQ(found(""), nullptr);
    EXPECT_EQ(trader.next(top, {}, 0).value(), &other);
    EXPECT_EQ(other.type(), top);
    Offer& same = offered(slow);
    EXPECT_EQ(found(""), &same);
    EXPECT_GT(same.number(), other.number());
}

TEST_F(ServiceTrader, refuses_targets_without_the_type_and_malformed_texts) {
    EXPECT_EQ(trader.export_(slow, 1, {}).error().code, Code::wrong_type);
    EXPECT_EQ(trader.export_(slow, stage, Text("a").bytes()).error().code, Code::bad_operator);
    EXPECT_EQ(trader.export_(slow, stage, Text("a=1;a=2").bytes()).error().code, Code::duplicate);
    EXPECT_EQ(trader.next(stage, Text("a=?").bytes(), 0).error().code, Code::bad_value);
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(ServiceTrader, keeps_the_properties_as_they_were_stated) {
    std::string text = "kind=disk";
    Offer& offer = offered(slow, text.c_str());
    text = "overwritten";
    u8 bytes[16];
    ASSERT_EQ(offer.properties(bytes), 9u);
    EXPECT_EQ(Text::from_bytes(Span<u8 const>(bytes).first(9)), "kind=disk");
    EXPECT_EQ(found("kind=disk"), &offer);
}

TEST_F(ServiceTrader, a_withdrawn_offer_is_not_found_and_has_no_target) {
    Offer& offer = offered(slow);
    ASSERT_EQ(found(""), &offer);
    offer.withdraw();
    offer.withdraw();
    EXPECT_EQ(found(""), nullptr);
    EXPECT_EQ(offer.target().error().code, Code::withdrawn);
}

TEST_F(ServiceTrader, counts_who_holds_an_offer_and_frees_it_after_the_last) {
    Offer& offer = offered(slow);
    EXPECT_EQ(offer.holders(), 1u);
    ASSERT_EQ(found(""), &offer);
    EXPECT_EQ(offer.holders(), 2u);
    offer.withdraw();
    EXPECT_EQ(offer.holders(), 2u);
    offer.release();
    EXPECT_EQ(offer.holders(), 1u);
    offer.release();
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(ServiceTrader, an_offer_that_nobody_holds_is_still_found) {
    offered(slow).release();
    Offer* const offer = found("");
    ASSERT_NE(offer, nullptr);
    EXPECT_EQ(offer->target().value(), &slow);
}

TEST_F(ServiceTrader, an_iteration_goes_on_when_offers_are_withdrawn) {
    for (int i = 0; i < 10; ++i)
        offered(slow, i % 2 ? "odd=1" : "odd=0").release();
    u64 number = 0;
    int count = 0;
    while (Offer* const offer = found("odd=1", number)) {
        number = offer->number();
        offer->withdraw();
        offer->release();
        ++count;
    }
    EXPECT_EQ(count, 5);
    EXPECT_EQ(objects.count(), 5u);
}

TEST_F(ServiceTrader, thousands_of_offers_come_and_go_and_leave_nothing) {
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 3000; ++i)
            offered(slow).release();
        EXPECT_EQ(trader.export_(slow, stage, {}).error().code, Code::full);
        while (Offer* const offer = found("")) {
            offer->withdraw();
            offer->release();
        }
        EXPECT_EQ(objects.count(), 0u);
    }
}

TEST_F(ServiceTrader, is_full_when_memory_is_used_up) {
    objects.left = 0;
    EXPECT_EQ(trader.export_(slow, stage, {}).error().code, Code::full);
    objects.left = 1;
    EXPECT_TRUE(trader.export_(slow, stage, {}).is_ok());
}

TEST_F(ServiceTrader, offers_can_be_narrowed_to_what_they_are) {
    Top& offer = offered(slow);
    EXPECT_NE(narrow_to<Offer>(offer), nullptr);
    EXPECT_NE(narrow_to<core::AbstractResource>(offer), nullptr);
    EXPECT_EQ(narrow_to<Trader>(offer), nullptr);
}

} // namespace
} // namespace flat::service
