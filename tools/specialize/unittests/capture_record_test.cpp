// SPDX-License-Identifier: BSD-2-Clause
// Records of values: strict reading, and what several runs say together.
#include <specialize/capture/capture_record.hpp>

#include <gtest/gtest.h>

namespace specialize {
namespace {

std::string record_of(std::string const& leaf) {
    return R"({"version": 1, "complete": true, "entries": [
        {"version": "v", "calls": 3, "missed": 0, "leaves": [)" +
           leaf + "]}]}";
}

std::string leaf_of(std::string const& values) {
    return R"({"path": "x", "size": 4, "unreached": 0, "first_unreached": 0, "more": false,
        "values": [)" +
           values + "]}";
}

std::string value_of(std::string const& what) {
    return "{" + what + R"(, "calls": 3, "first_call": 1})";
}

std::optional<CaptureRecord> read_record(std::string const& text) {
    rewrite::Diagnostics diagnostics('S');
    auto record = parse_record("v.capture", text, diagnostics);
    EXPECT_EQ(record.has_value(), diagnostics.all().empty());
    for (rewrite::Diagnostic const& each : diagnostics.all())
        EXPECT_EQ(each.code, "S0421") << each.message;
    return record;
}

SeenLeaf leaf_with(std::string const& what) {
    auto const record = read_record(record_of(leaf_of(value_of(what))));
    return record ? *record->entry("v")->leaf("x") : SeenLeaf{};
}

TEST(CaptureRecord, has_numbers_and_pointers) {
    SeenValue const number = leaf_with(R"("bytes": "ff00000a")").values.at(0);
    EXPECT_EQ(number.kind, SeenKind::number);
    EXPECT_EQ(number.bytes, std::string("\xff\0\0\x0a", 4));
    EXPECT_EQ(number.calls, 3U);
    EXPECT_EQ(leaf_with(R"("null": true)").values.at(0).kind, SeenKind::null);
    EXPECT_EQ(leaf_with(R"("elsewhere": true)").values.at(0).kind, SeenKind::elsewhere);
    SeenValue const symbol = leaf_with(R"("symbol": "a\"b", "offset": 8)").values.at(0);
    EXPECT_EQ(symbol.symbol, "a\"b");
    EXPECT_EQ(symbol.offset, 8U);
    EXPECT_EQ(symbol.source, "");
    EXPECT_EQ(leaf_with(R"("symbol": "a", "offset": 0, "source": "x.c")").values.at(0).source,
              "x.c");
}

TEST(CaptureRecord, that_is_damaged_is_refused) {
    for (std::string const& value :
         {value_of(R"("bytes": "")"), value_of(R"("bytes": "0000000")"),
          value_of(R"("bytes": "000000")"), value_of(R"("bytes": "xx")"),
          value_of(R"("bytes": "001122334455667788")"), value_of(R"("symbol": "x")"),
          value_of(R"("symbol": "x", "offset": -1)"), value_of(R"("bytes": 3)"),
          value_of(R"("other": 3)"), std::string(R"({"bytes": "00", "calls": -1})"),
          std::string("[]"), std::string("3")})
        EXPECT_FALSE(read_record(record_of(leaf_of(value)))) << value;
    std::string const one = value_of(R"("null": true)");
    EXPECT_TRUE(read_record(record_of(leaf_of(one + "," + one + "," + one + "," + one))));
    EXPECT_FALSE(
        read_record(record_of(leaf_of(one + "," + one + "," + one + "," + one + "," + one))));
    std::string const whole = record_of(leaf_of(one));
    for (size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(read_record(whole.substr(0, length))) << length;
    for (char const* const text : {"{}", "[]", R"({"version": 2, "complete": true, "entries": []})",
                                   R"({"version": 1, "complete": 1, "entries": []})",
                                   R"({"version": 1, "complete": true, "entries": {}})"})
        EXPECT_FALSE(read_record(text)) << text;
}

TEST(CaptureRecord, of_several_runs_has_all_calls) {
    auto record = read_record(record_of(leaf_of(value_of(R"("bytes": "01000000")"))));
    auto const same = *record;
    merge(*record, same);
    EXPECT_EQ(record->entry("v")->calls, 6U);
    ASSERT_EQ(record->entry("v")->leaf("x")->values.size(), 1U);
    EXPECT_EQ(record->entry("v")->leaf("x")->values[0].calls, 6U);
    for (char const digit : {'2', '3', '4', '5'}) {
        EXPECT_FALSE(record->entry("v")->leaf("x")->has_more);
        merge(*record, *read_record(record_of(leaf_of(
                           value_of(std::string(R"("bytes": "0)") + digit + R"(000000")")))));
    }
    EXPECT_TRUE(record->entry("v")->leaf("x")->has_more);
    EXPECT_EQ(record->entry("v")->leaf("x")->values.size(), most_seen_values);
}

TEST(CaptureRecord, takes_pointers_elsewhere_for_different_ones) {
    auto record = read_record(record_of(leaf_of(value_of(R"("elsewhere": true)"))));
    auto const same = *record;
    merge(*record, same);
    EXPECT_EQ(record->entry("v")->leaf("x")->values.size(), 2U);
}

TEST(CaptureRecord, of_another_entry_stands_beside) {
    auto record = read_record(record_of(""));
    CaptureRecord other = *record;
    other.is_complete = false;
    other.entries.at(0).version = "w";
    merge(*record, other);
    EXPECT_FALSE(record->is_complete);
    EXPECT_EQ(record->entry("w")->calls, 3U);
    EXPECT_EQ(record->entry("u"), nullptr);
    EXPECT_EQ(record->entry("v")->leaf("x"), nullptr);
}

} // namespace
} // namespace specialize
