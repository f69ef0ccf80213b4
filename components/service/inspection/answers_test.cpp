// SPDX-License-Identifier: BSD-2-Clause
// Tests of what an inspector answers.
#include <service/inspection/answers.hpp>

#include <binding/registry.hpp>
#include <bindings/dynamic/counted_slot.hpp>
#include <bindings/dynamic/testing.hpp>
#include <bindings/monitored/meter.hpp>
#include <core/image/instance.hpp>
#include <service/inspection/testing.hpp>

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace {
flat::boot::Binding const bindings[] = {
    {"main.log", "log.log", "static"},
    {"main.stage", "scale.stage", "traced(\"> \"), static"},
};
}
extern "C" {
flat::boot::Binding const* flat_bindings = bindings;
flat::u32 flat_binding_count = 2;
}

namespace flat::service {
namespace {

using testing::FakeDomain;
using testing::FakeInput;
using testing::FakeLog;

class ServiceAnswers : public ::testing::Test {
protected:
    void type(std::string const& text) {
        for (char const character : text)
            answers.take(static_cast<u8>(character));
    }

    binding::Registry registry{{}, {}};
    bindings::dynamic::Adder adder{1};
    bindings::dynamic::CountedSlot<demo::Stage> slot{registry, "main.stage", adder};
    bindings::monitored::Meter<2> meter{registry, "main.log", {"write", "flush"}};
    FakeInput input;
    FakeLog log;
    Answers answers{input, registry, log};
};

TEST_F(ServiceAnswers, tells_the_bindings_as_they_were_made) {
    type("bindings\r\n");
    EXPECT_EQ(log.lines,
              (std::vector<std::string>{
                  R"(@inspect {"binding":"main.log","server":"log.log","kind":"static"})",
                  R"(@inspect {"binding":"main.stage","server":"scale.stage",)"
                  R"("kind":"traced(\"> \"), static"})",
                  R"(@inspect {"end":"bindings"})"}));
}

TEST_F(ServiceAnswers, tells_and_resets_what_is_counted) {
    {
        bindings::monitored::Call measured(meter.count(1));
        measured.fail();
    }
    type("counts\n");
    ASSERT_EQ(log.lines.size(), 4u);
    EXPECT_EQ(log.lines[0].find(
                  R"(@inspect {"binding":"main.log","method":"write","calls":0,"failures":0)"),
              0u);
    EXPECT_EQ(log.lines[1].find(
                  R"(@inspect {"binding":"main.log","method":"flush","calls":1,"failures":1)"),
              0u);
    EXPECT_EQ(log.lines[2], R"(@inspect {"binding":"main.stage","inside":0})");
    EXPECT_EQ(log.lines[3], R"(@inspect {"end":"counts"})");
    type("reset\n");
    EXPECT_EQ(log.lines[4], R"(@inspect {"end":"reset"})");
    EXPECT_EQ(meter.counts(1).calls, 0u);
}

TEST_F(ServiceAnswers, asks_those_that_have_enrolled_after_its_own_and_says_the_end_once) {
    FakeDomain books;
    books.lines = {"of books"};
    EXPECT_TRUE(answers.enroll(books).is_ok());
    type("counts\n");
    ASSERT_EQ(log.lines.size(), 6u);
    EXPECT_EQ(log.lines[0], R"(@inspect {"enrolled":1})");
    EXPECT_EQ(books.asked, Inspected::Question::counts);
    EXPECT_EQ(log.lines[4], "of books");
    EXPECT_EQ(log.lines[5], R"(@inspect {"end":"counts"})");
}

TEST_F(ServiceAnswers, takes_what_has_come_until_there_is_no_more) {
    input.waiting = "reset\nbin";
    EXPECT_TRUE(answers.take_what_has_come()); // 7 bytes
    EXPECT_TRUE(answers.take_what_has_come());
    EXPECT_FALSE(answers.take_what_has_come());
    EXPECT_EQ(log.lines, std::vector<std::string>{R"(@inspect {"end":"reset"})"});
}

TEST_F(ServiceAnswers, answers_anything_else_with_one_error) {
    type("count\n\n" + std::string(1000, 'x') + "\ncounts \n");
    EXPECT_EQ(log.lines, std::vector<std::string>(
                             4, R"(@inspect {"error":"ask for bindings, counts or reset"})"));
    log.lines.clear();
    type("reset\n");
    EXPECT_EQ(log.lines.size(), 1u);
}

TEST_F(ServiceAnswers, answers_one_line_or_more_to_each_line_of_noise) {
    std::mt19937 random(7);
    usize ends = 0;
    for (int i = 0; i < 100'000; ++i) {
        auto const byte = static_cast<u8>(random() % 40 == 0 ? '\n' : random());
        ends += byte == '\n';
        answers.take(byte);
    }
    EXPECT_GE(log.lines.size(), ends);
}

} // namespace
} // namespace flat::service
