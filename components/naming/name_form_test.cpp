// SPDX-License-Identifier: BSD-2-Clause
// Tests of serialized names: what is written is read, and whatever else is read does no harm.
#include <naming/name_form.hpp>

#include <naming/name_hint.hpp>
#include <naming/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::naming {
namespace {

constexpr InterfaceId type{0x8123'4567'89ab'cdef};

std::string written(NameForm const& form) {
    std::string bytes(form.write_to({}), ' ');
    form.write_to(Span<u8>(reinterpret_cast<u8*>(bytes.data()), bytes.size()));
    return bytes;
}

Maybe<NameForm> parsed(std::string const& bytes) {
    return parse_name_form(testing::bytes_of(bytes));
}

TEST(NamingForm, says_type_context_and_text) {
    auto const bytes = written({type, "devices/pci", "disk0"});
    EXPECT_EQ(bytes, "\x01\xef\xcd\xab\x89\x67\x45\x23\x81\x0b\x05"
                     "devices/pcidisk0");
    auto const form = parsed(bytes);
    ASSERT_TRUE(form);
    EXPECT_EQ(form->type, type);
    EXPECT_EQ(form->context, "devices/pci");
    EXPECT_EQ(form->text, "disk0");
}

TEST(NamingForm, is_nothing_when_a_byte_is_missing_or_too_many) {
    auto const bytes = written({type, "devices", "disk0"});
    for (usize size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(parsed(bytes.substr(0, size))) << size;
    EXPECT_FALSE(parsed(bytes + "x"));
}

TEST(NamingForm, is_nothing_of_another_version_or_with_texts_that_are_no_names) {
    auto bytes = written({type, "", "x"});
    bytes[0] = 2;
    EXPECT_FALSE(parsed(bytes));
    for (auto const text : {"", ".", "..", "a/b", "a:b", "\n"})
        EXPECT_FALSE(parsed(written({type, "", text}))) << text;
    for (auto const context : {"/", "/a", "a/", "a//b", "a/../b", "a:b"})
        EXPECT_FALSE(parsed(written({type, context, "x"}))) << context;
}

TEST(NamingForm, is_the_only_one_of_its_name_whatever_bytes_come) {
    std::mt19937 random(1);
    u32 accepted = 0;
    for (int i = 0; i < 200'000; ++i) {
        auto bytes = written({type, "a/b", "#1"});
        for (u32 changes = random() % 4; changes > 0; --changes)
            bytes[random() % bytes.size()] = static_cast<char>(random() % 4 ? random() : '/');
        if (random() % 8 == 0) bytes.resize(random() % 400, static_cast<char>(random()));
        auto const form = parsed(bytes);
        if (!form) continue;
        ++accepted;
        ASSERT_EQ(written(*form), bytes);
    }
    EXPECT_GT(accepted, 1000u);
}

TEST(NamingHint, is_a_text_a_type_or_both) {
    auto const both = parse_name_hint("console:flat.demo.Stage@1");
    ASSERT_TRUE(both);
    EXPECT_EQ(both->text, "console");
    EXPECT_EQ(both->type, demo::Stage::interface_id);
    EXPECT_EQ(parse_name_hint("console")->type, Top::interface_id);
    EXPECT_TRUE(parse_name_hint(":flat.demo.Stage@1")->text.is_empty());
    EXPECT_TRUE(parse_name_hint("")->text.is_empty());
}

TEST(NamingHint, is_nothing_when_malformed) {
    for (auto const hint : {"#1", "a/b", ":", "a:", "..", "a\tb"})
        EXPECT_FALSE(parse_name_hint(hint)) << hint;
    EXPECT_TRUE(parse_name_hint((":" + std::string(type_name_max, 'x')).c_str()));
    EXPECT_FALSE(parse_name_hint((":" + std::string(type_name_max + 1, 'x')).c_str()));
}

} // namespace
} // namespace flat::naming
