// SPDX-License-Identifier: BSD-2-Clause
// Tests of a trade server: who holds what it gives away, and when offers and targets go.
#include <service/offer_server.hpp>

#include <core/calls/handle.hpp>
#include <naming/testing.hpp>
#include <service/local_trader.hpp>

#include <gtest/gtest.h>

namespace flat::service {
namespace {

using core::AbstractResource;
using Code = TradeError::Code;

constexpr u64 stage = demo::Stage::interface_id.value;

/// A stage that somebody gives away.
class Given : public AbstractResource, public demo::Stage, NonCopyable {
public:
    u64 pass(u64 value) override { return value + 1; }
    void release() override { ++released; }
    void* narrow(InterfaceId id) override {
        if (id == demo::Stage::interface_id) return static_cast<demo::Stage*>(this);
        if (id == AbstractResource::interface_id) return static_cast<AbstractResource*>(this);
        return nullptr;
    }

    u32 released = 0;
};

class ServiceOfferServer : public ::testing::Test {
protected:
    AbstractResource& offered(Given& given, Text properties = "") {
        return *server.export_(given, stage, properties.bytes()).value();
    }
    u64 found(Text constraint = "", u64 after = 0) {
        return server.find(stage, constraint.bytes(), after).value();
    }
    AbstractResource& target(u64 number) { return *server.target(stage, number).value(); }

    naming::testing::FakeObjects objects;
    LocalTrader trader{{.objects = objects}, {.offers_max = 20}};
    OfferServer server{{.trader = trader, .objects = objects}, {}};
    Given one, two;
};

TEST_F(ServiceOfferServer, what_is_found_narrows_to_the_type_of_its_offer_and_to_no_other) {
    AbstractResource& offer = offered(one, "speed=10");
    AbstractResource& held = target(found("speed>5"));
    EXPECT_EQ(narrow_to<demo::Stage>(held)->pass(41), 42u);
    EXPECT_EQ(narrow_to<AbstractResource>(held), &held);
    EXPECT_EQ(held.narrow(Offer::interface_id), nullptr);
    EXPECT_EQ(found("speed>10"), 0u);
    held.release();
    offer.release();
    EXPECT_EQ(one.released, 1u);
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(ServiceOfferServer, the_offer_goes_with_its_maker_and_the_target_with_its_last_holder) {
    AbstractResource& offer = offered(one);
    u64 const number = found();
    AbstractResource& held = target(number);
    offer.release();
    EXPECT_EQ(found(), 0u);
    EXPECT_EQ(server.target(stage, number).error().code, Code::withdrawn);
    EXPECT_EQ(one.released, 0u);
    EXPECT_EQ(narrow_to<demo::Stage>(held)->pass(1), 2u);
    held.release();
    EXPECT_EQ(one.released, 1u);
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(ServiceOfferServer, whoever_holds_an_offer_of_the_trader_may_use_its_target) {
    AbstractResource& made = offered(one);
    Offer& offer = *trader.next(stage, {}, 0).value();
    Top& used = *offer.target().value();
    made.release();
    EXPECT_EQ(one.released, 0u);
    EXPECT_EQ(narrow_to<demo::Stage>(used)->pass(1), 2u);
    EXPECT_EQ(found(), 0u);
    offer.release();
    EXPECT_EQ(one.released, 1u); // at once, whether or not anybody calls the server again
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(ServiceOfferServer, an_offer_of_the_kernels_is_held_as_long_as_its_target) {
    naming::testing::Target kernels;
    Offer& offer = *trader.export_(kernels, stage, Text("kind=kernels").bytes()).value();
    AbstractResource& held = target(found("kind=kernels"));
    EXPECT_EQ(offer.holders(), 2u);
    offer.withdraw();
    EXPECT_EQ(narrow_to<demo::Stage>(held)->pass(1), 2u);
    held.release();
    EXPECT_EQ(offer.holders(), 1u);
    offer.release();
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(ServiceOfferServer, offers_follow_each_other_by_their_numbers) {
    offered(one, "speed=10");
    offered(two, "speed=1000");
    u64 const first = found();
    u64 const second = found("", first);
    EXPECT_GT(second, first);
    EXPECT_EQ(found("", second), 0u);
    u8 text[16];
    EXPECT_EQ(server.properties(stage, second, text).value(), 10u);
    EXPECT_EQ(Text::from_bytes(Span<u8 const>(text).first(10)), "speed=1000");
    EXPECT_EQ(&target(second), &target(second));
}

TEST_F(ServiceOfferServer, numbers_of_no_offers_are_of_those_that_are_withdrawn) {
    offered(one);
    u64 const number = found();
    for (u64 const none : {u64{0}, number + 1, ~u64{0}}) {
        EXPECT_EQ(server.target(stage, none).error().code, Code::withdrawn);
        EXPECT_EQ(server.properties(stage, none, {}).error().code, Code::withdrawn);
    }
    EXPECT_EQ(server.target(stage + 1, number).error().code, Code::withdrawn);
}

TEST_F(ServiceOfferServer, what_it_refuses_to_offer_it_releases) {
    auto const refused = [&](u64 type, Text properties) {
        return server.export_(one, type, properties.bytes()).error().code;
    };
    EXPECT_EQ(refused(Offer::interface_id.value, ""), Code::wrong_type);
    EXPECT_EQ(refused(handle_id.value, ""), Code::wrong_type);
    EXPECT_EQ(refused(stage, "a=1;a=2"), Code::duplicate);
    for (objects.left = 0; objects.left < 3; ++objects.left)
        EXPECT_EQ(refused(stage, ""), Code::full);
    EXPECT_EQ(one.released, 6u);
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(ServiceOfferServer, without_memory_a_target_of_the_kernels_is_not_held) {
    naming::testing::Target kernels;
    Offer& offer = *trader.export_(kernels, stage, {}).value();
    objects.left = objects.count();
    EXPECT_EQ(server.target(stage, offer.number()).error().code, Code::full);
    EXPECT_EQ(offer.holders(), 1u);
    offer.release();
}

} // namespace
} // namespace flat::service
