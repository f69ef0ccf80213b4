// SPDX-License-Identifier: BSD-2-Clause
// Tests of references to requirements, and of narrowing.
#include <core/required.hpp>
#include <core/top.hpp>

#include <gtest/gtest.h>

namespace flat {
namespace {

class Number : public virtual Top {
public:
    static constexpr InterfaceId interface_id = InterfaceId::of("test.Number@1");
    virtual int number() = 0;

protected:
    ~Number() = default;
};

class NewerNumber : public virtual Top {
public:
    static constexpr InterfaceId interface_id = InterfaceId::of("test.Number@2");
};

class Seven : public Number {
public:
    explicit Seven(int number = 7) : number_(number) {}
    int number() override { return number_; }
    void* narrow(InterfaceId id) override {
        return id == Number::interface_id ? static_cast<Number*>(this) : nullptr;
    }

private:
    int number_;
};

TEST(CoreRequired, calls_reach_the_provider) {
    Seven seven;
    Required<Number> const required = seven;
    EXPECT_EQ(required->number(), 7);
    EXPECT_EQ(&*required, &seven);
}

TEST(CoreOptional, is_false_and_cannot_be_used_without_a_provider) {
    Seven seven;
    Optional<Number> const unbound;
    Optional<Number> const bound = seven;
    EXPECT_FALSE(unbound);
    EXPECT_EXIT(unbound->number(), testing::ExitedWithCode(101), "assertion failed");
    ASSERT_TRUE(bound);
    EXPECT_EQ(bound->number(), 7);
}

TEST(CoreAbsent, is_false_as_a_constant_and_cannot_be_used) {
    constexpr Absent<Number> absent;
    static_assert(!absent);
    EXPECT_EXIT((void)absent->number(), testing::ExitedWithCode(101), "never bound");
}

TEST(CoreLate, is_bound_once_and_cannot_be_used_before) {
    Seven seven;
    Late<Number> late;
    EXPECT_EXIT(late->number(), testing::ExitedWithCode(101), "assertion failed");
    late.bind(seven);
    EXPECT_EQ(late->number(), 7);
    EXPECT_EXIT(late.bind(seven), testing::ExitedWithCode(101), "assertion failed");
}

TEST(CoreRequiredList, keeps_the_order_of_the_providers) {
    Seven one(1), two(2), three(3);
    Number* const all[] = {&one, &two, &three};
    RequiredList<Number> const list = Span<Number* const>(all);
    int sum = 0;
    for (Number& each : list)
        sum = sum * 10 + each.number();
    EXPECT_EQ(sum, 123);
    EXPECT_EQ(list.size(), 3u);
    EXPECT_EQ(list[1].number(), 2);
    EXPECT_EQ(RequiredList<Number>().size(), 0u);
}

TEST(CoreTop, narrows_to_what_a_component_is_and_to_nothing_else) {
    Seven seven;
    Top& top = seven;
    ASSERT_NE(narrow_to<Number>(top), nullptr);
    EXPECT_EQ(narrow_to<Number>(top)->number(), 7);
    EXPECT_EQ(narrow_to<NewerNumber>(top), nullptr);
}

TEST(CoreTop, an_interface_id_is_the_fnv_1a_hash_of_its_name) {
    EXPECT_EQ(InterfaceId::of("").value, 0xcbf29ce484222325u);
    EXPECT_EQ(InterfaceId::of("a").value, 0xaf63dc4c8601ec8cu);
    EXPECT_EQ(InterfaceId::of("foobar").value, 0x85944171f73967e8u);
}

} // namespace
} // namespace flat
