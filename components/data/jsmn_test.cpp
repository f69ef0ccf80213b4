// SPDX-License-Identifier: BSD-2-Clause
// Tests of a parser that we did not write, as a component.
#include <data/jsmn.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat::data {
namespace {

class DataJsmn : public ::testing::Test {
protected:
    Result<u32, JsonError> parse(std::string const& text) {
        return json.parse(Span<u8 const>(reinterpret_cast<u8 const*>(text.data()), text.size()));
    }

    Jsmn component{{}, {}};
    Json& json = component;
};

TEST_F(DataJsmn, has_the_tokens_of_the_last_text) {
    EXPECT_EQ(parse("[1, \"two\"]").value(), 3u);
    EXPECT_EQ(json.token(0), (Json::Token{Json::Kind::array, 0, 10, 2}));
    EXPECT_EQ(json.token(1), (Json::Token{Json::Kind::primitive, 1, 2, 0}));
    EXPECT_EQ(json.token(2), (Json::Token{Json::Kind::string, 5, 8, 0}));
    EXPECT_EQ(json.token(3).kind, Json::Kind::undefined);
    EXPECT_EQ(parse("{}").value(), 1u);
    EXPECT_EQ(json.token(0), (Json::Token{Json::Kind::object, 0, 2, 0}));
    EXPECT_EQ(json.token(1).kind, Json::Kind::undefined);
}

TEST_F(DataJsmn, says_why_a_text_cannot_be_taken_apart) {
    EXPECT_EQ(parse("]").error(), JsonError{JsonError::invalid});
    EXPECT_EQ(parse("[1, 2").error(), JsonError{JsonError::unfinished});
    EXPECT_EQ(json.token(0).kind, Json::Kind::undefined);
    std::string many = "[";
    for (int i = 0; i < 64; ++i)
        many += "1,";
    EXPECT_EQ(parse(many + "1]").error(), JsonError{JsonError::no_room});
}

} // namespace
} // namespace flat::data
