// SPDX-License-Identifier: BSD-2-Clause
// Tests of the packed table of functions.
#include <core/image/symbols.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat {
namespace {

class StringSink final : public TextSink {
public:
    void put(Text text) override { string.append(text.data(), text.size()); }
    std::string string;
};

/// "ab" at 5, "abab!" at 5 + 300, and 100 characters at once behind that.
class CoreSymbols : public testing::Test {
protected:
    CoreSymbols() {
        bytes_ = {5, 128, 0, 0xac, 0x02, 129, '!', 0, 1};
        bytes_ += std::basic_string<u8>(25, 129);
        bytes_ += u8{0};
    }

    std::string name_at(u64 offset) {
        SymbolTable const table(bytes_.data(), 3, phrases_);
        Maybe<SymbolTable::Place> const place = table.find(offset);
        if (!place) return "none";
        StringSink sink;
        table.put_name(sink, place->name);
        return sink.string + " +" + std::to_string(place->offset_bytes);
    }

    std::basic_string<u8> bytes_;
    u8 phrases_[4] = {'a', 'b', 128, 128};
};

TEST_F(CoreSymbols, a_place_is_in_the_last_function_that_begins_before_it) {
    EXPECT_EQ(name_at(4), "none");
    EXPECT_EQ(name_at(5), "ab +0");
    EXPECT_EQ(name_at(304), "ab +299");
    EXPECT_EQ(name_at(305), "abab! +0");
}

TEST_F(CoreSymbols, names_are_as_long_as_they_are) {
    std::string whole;
    for (int i = 0; i < 50; ++i)
        whole += "ab";
    EXPECT_EQ(name_at(306), whole + " +0");
    EXPECT_EQ(name_at(1'000'000), whole + " +999694");
}

TEST_F(CoreSymbols, an_empty_table_has_none) {
    EXPECT_FALSE(SymbolTable(nullptr, 0, nullptr).find(7));
}

TEST_F(CoreSymbols, addresses_below_the_image_have_none) {
    StringSink sink;
    put_symbol(sink, 0, 0);
    EXPECT_EQ(sink.string, "");
}

} // namespace
} // namespace flat
