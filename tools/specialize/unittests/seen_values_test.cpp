// SPDX-License-Identifier: BSD-2-Clause
// Recorded values as constants, and the places within objects that they lead to.
#include <specialize/capture/seen_values.hpp>
#include <specialize/facts/shape_places.hpp>

#include <gtest/gtest.h>

namespace specialize {
namespace {

ShapePointer scalar(ShapeKind kind, std::string const& type, uint64_t size_bytes,
                    bool is_signed = false) {
    auto shape = std::make_shared<Shape>();
    shape->kind = kind;
    shape->type = type;
    shape->canonical = type;
    shape->size_bytes = size_bytes;
    shape->is_signed = is_signed;
    return shape;
}

ShapePointer pointer_to(std::string const& pointee, bool leads_to_constant = false) {
    auto shape = std::make_shared<Shape>(*scalar(ShapeKind::pointer, pointee + " *", 8));
    shape->pointee = pointee;
    shape->leads_to_constant = leads_to_constant;
    return shape;
}

ShapePointer const a_char = scalar(ShapeKind::integer, "char", 1, true);
ShapePointer const an_int = scalar(ShapeKind::integer, "int", 4, true);
ShapePointer const a_long = scalar(ShapeKind::integer, "unsigned long", 8);

ShapePointer array_of(ShapePointer const& element, uint64_t count) {
    auto shape = std::make_shared<Shape>();
    shape->kind = ShapeKind::array;
    shape->canonical = element->canonical + "[]";
    shape->size_bytes = element->size_bytes * count;
    shape->element = element;
    shape->element_count = count;
    return shape;
}

/// struct point { int x; char name[4]; unsigned bits : 3; unsigned long far; };
ShapePointer point() {
    auto shape = std::make_shared<Shape>();
    shape->kind = ShapeKind::structure;
    shape->canonical = "struct point";
    shape->size_bytes = 24;
    shape->members = {{"x", 0, an_int},
                      {"name", 4, array_of(a_char, 4)},
                      {"bits", 8, an_int, true},
                      {"far", 16, a_long}};
    return shape;
}

std::string spelled_number(std::string const& bytes, Shape const& shape,
                           rewrite::Language language = rewrite::Language::c) {
    return spelled({SeenKind::number, bytes, {}, {}, 0, 1, 1}, shape, {}, language).text;
}

std::string bytes_of(uint64_t number, size_t count) {
    std::string bytes;
    for (size_t i = 0; i < count; ++i)
        bytes += char(uint8_t(number >> (8 * i)));
    return bytes;
}

TEST(SeenValues, are_numbers_of_their_type) {
    EXPECT_EQ(spelled_number(bytes_of(0xfffffffd, 4), *an_int), "-3");
    EXPECT_EQ(spelled_number(bytes_of(200, 1), *a_char), "-56");
    EXPECT_EQ(spelled_number(bytes_of(~0ULL, 8), *a_long), "18446744073709551615U");
    EXPECT_EQ(
        spelled_number(bytes_of(1ULL << 63U, 8), *scalar(ShapeKind::integer, "long", 8, true)),
        "-9223372036854775807 - 1");
    EXPECT_EQ(spelled_number(bytes_of(1, 1), *scalar(ShapeKind::boolean, "_Bool", 1)), "1");
    EXPECT_EQ(spelled_number(bytes_of(0, 1), *scalar(ShapeKind::boolean, "bool", 1),
                             rewrite::Language::cxx),
              "false");
    EXPECT_EQ(spelled_number(bytes_of(2, 1), *scalar(ShapeKind::boolean, "bool", 1)), "");
}

TEST(SeenValues, are_exact_floating_point_numbers) {
    ShapePointer const a_float = scalar(ShapeKind::floating, "float", 4);
    ShapePointer const a_double = scalar(ShapeKind::floating, "double", 8);
    EXPECT_EQ(spelled_number(bytes_of(0x40200000, 4), *a_float), "0x1.4p1f");
    EXPECT_EQ(spelled_number(bytes_of(0x80000000, 4), *a_float), "-0x0p0f");
    EXPECT_EQ(spelled_number(bytes_of(0x3fb999999999999a, 8), *a_double), "0x1.999999999999ap-4");
    EXPECT_EQ(spelled_number(bytes_of(1, 8), *a_double), "0x0.0000000000001p-1022");
    EXPECT_EQ(spelled_number(bytes_of(0x7ff0000000000000, 8), *a_double), "");
    EXPECT_EQ(spelled_number(bytes_of(0x7fc00000, 4), *a_float), "");
}

TEST(SeenValues, are_enumerators_by_name) {
    auto shape = std::make_shared<Shape>(*an_int);
    shape->enumeration = "net::Mode";
    shape->enumerators = {{-1, "net::Mode::none"}, {1, "net::Mode::safe"}};
    EXPECT_EQ(spelled_number(bytes_of(0xffffffff, 4), *shape), "net::Mode::none");
    EXPECT_EQ(spelled_number(bytes_of(7, 4), *shape), "7");
    EXPECT_EQ(spelled_number(bytes_of(7, 4), *shape, rewrite::Language::cxx), "(net::Mode)(7)");
    shape->enumeration.clear();
    EXPECT_EQ(spelled_number(bytes_of(7, 4), *shape, rewrite::Language::cxx), "");
}

TEST(SeenValues, are_addresses_by_name) {
    std::vector<NamedSymbol> const symbols = {
        {"table", array_of(point(), 3), false, false},
        {"fixed", an_int, false, true},
        {"work", scalar(ShapeKind::other, "int (int)", 0), true, false}};
    auto const address = [&](std::string const& symbol, uint64_t offset, ShapePointer const& leaf) {
        Spelled const result = spelled({SeenKind::symbol, {}, symbol, {}, offset, 1, 1}, *leaf,
                                       symbols, rewrite::Language::c);
        EXPECT_NE(result.text.empty(), result.reason.empty());
        return result.text;
    };
    EXPECT_EQ(address("table", 24, pointer_to("struct point")), "&table[1]");
    EXPECT_EQ(address("table", 24, pointer_to("int")), "&table[1].x");
    EXPECT_EQ(address("table", 48 + 6, pointer_to("char")), "&table[2].name[2]");
    EXPECT_EQ(address("table", 48 + 6, pointer_to("void")), "&table[2].name[2]");
    EXPECT_EQ(address("table", 0, pointer_to("void")), "&table");
    EXPECT_EQ(address("table", 0, pointer_to("long")), "(long *)&table");
    EXPECT_EQ(address("table", 24, pointer_to("long")), "");
    EXPECT_EQ(address("table", 72, pointer_to("struct point")), "");
    EXPECT_EQ(address("table", 8, pointer_to("int")), "");
    EXPECT_EQ(address("fixed", 0, pointer_to("int", true)), "&fixed");
    EXPECT_EQ(address("fixed", 0, pointer_to("int")), "(int *)&fixed");
    EXPECT_EQ(address("work", 0, pointer_to("int (int)")), "&work");
    EXPECT_EQ(address("work", 0, pointer_to("void (void)")), "(void (void) *)&work");
    EXPECT_EQ(address("work", 4, pointer_to("int (int)")), "");
    EXPECT_EQ(address("gone", 0, pointer_to("int")), "");
    Spelled const foreign = spelled({SeenKind::symbol, {}, "fixed", "other.c", 0, 1, 1},
                                    *pointer_to("int"), symbols, rewrite::Language::c);
    EXPECT_EQ(foreign.text, "");
    EXPECT_NE(foreign.reason.find("`fixed` of other.c"), std::string::npos);
}

TEST(SeenValues, of_another_kind_than_the_leaf_are_none) {
    EXPECT_EQ(spelled_number(bytes_of(0, 8), *pointer_to("int")), "");
    EXPECT_EQ(
        spelled({SeenKind::null, {}, {}, {}, 0, 1, 1}, *an_int, {}, rewrite::Language::c).text, "");
}

TEST(Places, are_all_scalars_within) {
    auto const leaves = leaves_within(array_of(point(), 2));
    ASSERT_TRUE(leaves);
    std::string all;
    for (ShapeLeaf const& each : *leaves)
        all += each.suffix + (each.is_bit_field ? ":" : "") + " ";
    EXPECT_EQ(all, "[0].x [0].name[0] [0].name[1] [0].name[2] [0].name[3] [0].bits: [0].far "
                   "[1].x [1].name[0] [1].name[1] [1].name[2] [1].name[3] [1].bits: [1].far ");
}

TEST(Places, of_large_arrays_are_too_many_or_none) {
    EXPECT_TRUE(leaves_within(array_of(a_char, most_leaves)));
    EXPECT_FALSE(leaves_within(array_of(a_char, most_leaves + 1)));
    EXPECT_FALSE(leaves_within(array_of(a_char, ~0ULL)));
    auto const none = leaves_within(array_of(scalar(ShapeKind::other, "union u", 4), ~0ULL));
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->empty());
}

} // namespace
} // namespace specialize
