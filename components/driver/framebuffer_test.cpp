// SPDX-License-Identifier: BSD-2-Clause
// Tests of the frame buffer of a standard VGA, over one that does right and wrong.
#include <driver/framebuffer.hpp>

#include <driver/framebuffer/testing.hpp>

#include <gtest/gtest.h>
#include <optional>

namespace flat::driver {
namespace {

using testing::FakeVga;
using video::ScreenError;

class Card final : public Framebuffer {
public:
    using Framebuffer::Framebuffer;
};

class DriverFramebuffer : public ::testing::Test {
protected:
    Card& start() {
        card.emplace(Framebuffer::Ports{.device = device, .log = log}, Framebuffer::Attributes{});
        return *card;
    }
    void expect_broken() {
        start();
        EXPECT_EQ(card->set_mode(320, 200).error().code, ScreenError::broken);
        EXPECT_EQ(card->frame().width, 0u);
        EXPECT_NE(log.text.find("framebuffer:"), std::string::npos);
        EXPECT_FALSE(device.is_claimed);
    }

    FakeVga device;
    log::testing::FakeLog log;
    std::optional<Card> card;
};

TEST_F(DriverFramebuffer, shows_a_black_picture_of_the_size_that_is_wanted) {
    auto const frame = start().set_mode(640, 480).value();
    EXPECT_EQ(frame.width, 640u);
    EXPECT_EQ(frame.height, 480u);
    EXPECT_EQ(frame.pitch_bytes, 2560u);
    EXPECT_EQ(frame.pixels, address_of(device.memory.data()));
    EXPECT_EQ(card->frame(), frame);
    EXPECT_TRUE(device.is_shown);
    EXPECT_EQ(device.memory[640 * 480 - 1], 0u);
    EXPECT_NE(device.memory[640 * 480], 0u); // what is not shown is left alone
    EXPECT_EQ(device.at(DispiRegister::ENABLE), 0x41);
}

TEST_F(DriverFramebuffer, another_size_takes_the_place_of_the_first) {
    start();
    ASSERT_TRUE(card->set_mode(320, 200).is_ok());
    EXPECT_EQ(card->set_mode(1024, 768).value().pitch_bytes, 4096u);
    EXPECT_EQ(device.at(DispiRegister::XRES), 1024);
}

TEST_F(DriverFramebuffer, what_does_not_fit_into_the_memory_is_no_mode) {
    start();
    auto const before = card->set_mode(320, 200).value();
    for (auto const& [width, height] :
         {std::pair{1024u, 769u}, {0u, 5u}, {5u, 0u}, {65536u, 1u}, {1u, 65536u}, {~0u, ~0u}})
        EXPECT_EQ(card->set_mode(width, height).error().code, ScreenError::no_such_mode);
    EXPECT_EQ(card->frame(), before);
}

TEST_F(DriverFramebuffer, a_card_that_makes_something_else_of_a_size_shows_nothing) {
    device.width_step = 8;
    start();
    EXPECT_EQ(card->set_mode(331, 200).error().code, ScreenError::no_such_mode);
    EXPECT_EQ(card->frame().width, 0u);
    EXPECT_EQ(device.at(DispiRegister::ENABLE), 0);
    EXPECT_TRUE(card->set_mode(336, 200).is_ok());
}

TEST_F(DriverFramebuffer, a_card_that_is_missing_or_has_less_than_it_needs_is_broken) {
    device.id = 0xffff;
    expect_broken();
    device.id = 0xb0c0;
    expect_broken();
    device.id = 0xb0c5;
    device.shown_bytes = 0x100;
    expect_broken();
    device.shown_bytes = vga_registers_bytes;
    device.has_memory = false;
    expect_broken();
}

TEST_F(DriverFramebuffer, its_end_switches_the_picture_off_and_gives_the_card_back) {
    start();
    ASSERT_TRUE(card->set_mode(320, 200).is_ok());
    card.reset();
    EXPECT_EQ(device.at(DispiRegister::ENABLE), 0);
    EXPECT_FALSE(device.is_claimed);
}

} // namespace
} // namespace flat::driver
