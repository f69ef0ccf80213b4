// SPDX-License-Identifier: BSD-2-Clause
// Tests of the names in a graph: exporting, removing, binding, serialized forms, iteration.
#include <naming/graph.hpp>

#include <naming/testing.hpp>

#include <gtest/gtest.h>
#include <random>
#include <set>

namespace flat::naming {
namespace {

using core::BindingError;
using core::NamingError;
using testing::bytes_of;
using testing::form_of;
using testing::Target;
using Code = NamingError::Code;

class NamingGraph : public ::testing::Test {
protected:
    core::Name& exported(Top& target, Text hint = {}) {
        return *graph.export_(target, hint.bytes()).value();
    }
    Code refused(Text hint) { return graph.export_(one, hint.bytes()).error().code; }
    auto found(std::string const& form) { return graph.byte_to_name(bytes_of(form)); }

    testing::FakeObjects objects;
    Graph graph{{.objects = objects}, {.objects_max = 5000}};
    Target one, two;
};

TEST_F(NamingGraph, binding_to_a_name_yields_the_interface_that_was_exported) {
    core::Name& first = exported(one, "first");
    core::Name& second = exported(two, "second");
    EXPECT_EQ(graph.bind(first, {}).value(), &one);
    EXPECT_EQ(graph.bind(second, {}).value(), &two);
    EXPECT_EQ(&first.naming_context(), &graph.graph());
}

TEST_F(NamingGraph, a_name_has_the_type_that_it_was_exported_as_and_the_target_must_have_it) {
    core::Name& name = exported(one, "one:flat.demo.Stage@1");
    EXPECT_EQ(graph.bind(name, {}).value(), &one);
    EXPECT_EQ(graph.bind(name, Text("flat.demo.Stage@1").bytes()).value(), &one);
    EXPECT_EQ(graph.bind(name, Text("flat.log.Log@1").bytes()).error().code,
              BindingError::Code::wrong_type);
    EXPECT_EQ(refused("two:flat.log.Log@1"), Code::wrong_type);
}

TEST_F(NamingGraph, malformed_hints_are_invalid_and_texts_are_taken_once) {
    exported(one, "first");
    for (Text const hint : {Text("a/b"), Text(".."), Text("#1"), Text("a:"), Text("a\n")})
        EXPECT_EQ(refused(hint), Code::invalid);
    EXPECT_EQ(refused("first"), Code::taken);
    std::string const long_hint(300, 'x');
    EXPECT_EQ(graph.bind(exported(one), bytes_of(long_hint)).error().code,
              BindingError::Code::invalid);
}

TEST_F(NamingGraph, a_text_is_made_up_when_none_is_asked_for_and_never_the_same_twice) {
    std::set<std::string> forms;
    for (int i = 0; i < 100; ++i) {
        core::Name& name = exported(one);
        forms.insert(form_of(name));
        EXPECT_TRUE(graph.remove(Text("#0").bytes()).is_ok() || i > 0);
        if (i % 2) name.release();
    }
    forms.erase("");
    EXPECT_EQ(forms.size(), 100u);
    EXPECT_NE(graph.resolve(Text("#99").bytes()).value(), nullptr);
}

TEST_F(NamingGraph, a_serialized_form_leads_back_to_the_name_of_that_type) {
    core::Name& name = exported(one, "one:flat.demo.Stage@1");
    std::string const form = form_of(name);
    EXPECT_EQ(found(form).value(), &name);
    graph.remove(Text("one").bytes()).value();
    EXPECT_EQ(found(form).error().code, Code::unknown);
    exported(two, "one");
    EXPECT_EQ(found(form).error().code, Code::wrong_type);
    EXPECT_EQ(found("one").error().code, Code::invalid);
    EXPECT_EQ(found("").error().code, Code::invalid);
}

TEST_F(NamingGraph, as_much_is_serialized_as_fits_and_the_whole_length_told) {
    core::Name& name = exported(one, "console");
    u8 bytes[] = {0, 0, 0, 0, 0xff};
    EXPECT_EQ(name.to_byte(Span<u8>(bytes).first(4)), 11u + 7u);
    EXPECT_EQ(bytes[0], 1);
    EXPECT_EQ(bytes[4], 0xff);
}

TEST_F(NamingGraph, whatever_form_comes_it_is_refused_or_leads_to_its_name) {
    std::string const form = form_of(exported(one, "one"));
    std::mt19937 random(2);
    for (int i = 0; i < 100'000; ++i) {
        std::string bytes = form;
        for (u32 changes = 1 + random() % 3; changes > 0; --changes)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        if (random() % 8 == 0) bytes.resize(random() % 32);
        auto const name = found(bytes);
        ASSERT_EQ(name.is_ok(), bytes == form);
        if (name.is_ok()) name.value()->release();
    }
}

TEST_F(NamingGraph, a_removed_name_is_kept_by_who_holds_it_and_binds_nothing) {
    core::Name& name = exported(one, "one");
    graph.remove(Text("one").bytes()).value();
    EXPECT_EQ(graph.bind(name, {}).error().code, BindingError::Code::unbindable);
    EXPECT_EQ(name.to_byte({}), 0u);
    EXPECT_EQ(graph.resolve(Text("one").bytes()).error().code, Code::unknown);
    EXPECT_EQ(graph.remove(Text("one").bytes()).error().code, Code::unknown);
    EXPECT_EQ(objects.count(), 1u);
    name.release();
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(NamingGraph, names_count_who_holds_them) {
    core::Name& name = exported(one, "one");
    EXPECT_EQ(graph.resolve(Text("one").bytes()).value(), &name);
    name.release();
    name.release();
    EXPECT_EQ(graph.resolve(Text("one").bytes()).value(), &name);
    graph.remove(Text("one").bytes()).value();
    EXPECT_EQ(objects.count(), 1u);
    name.release();
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(NamingGraph, iterates_in_the_order_of_texts_even_while_names_are_removed) {
    for (auto const text : {"b", "a", "c", "aa"})
        exported(one, text).release();
    std::string order, text;
    while (core::Name* const name = graph.next(bytes_of(text))) {
        text = form_of(*name).substr(11);
        order += text + " ";
        graph.remove(bytes_of(text)).value();
        name->release();
    }
    EXPECT_EQ(order, "a aa b c ");
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(NamingGraph, thousands_of_names_come_and_go_and_leave_nothing) {
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 5000; ++i)
            exported(one, std::to_string(i).c_str()).release();
        EXPECT_EQ(refused("one more"), Code::full);
        for (int i = 0; i < 5000; ++i)
            graph.remove(bytes_of(std::to_string(i))).value();
        EXPECT_EQ(objects.count(), 0u);
    }
}

TEST_F(NamingGraph, is_full_when_memory_is_used_up_and_loses_nothing_by_it) {
    objects.left = 1;
    exported(one, "one").release();
    EXPECT_EQ(refused("two"), Code::full);
    EXPECT_EQ(graph.create(Text("two").bytes()).error().code, Code::full);
    graph.remove(Text("one").bytes()).value();
    EXPECT_EQ(graph.create(Text("two").bytes()).error().code, Code::full);
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(NamingGraph, names_of_other_graphs_cannot_be_bound) {
    Graph other({.objects = objects}, {});
    core::Name& foreign = *other.export_(one, {}).value();
    EXPECT_EQ(graph.bind(foreign, {}).error().code, BindingError::Code::unbindable);
}

TEST_F(NamingGraph, what_is_narrowed_is_the_interface_or_nothing) {
    Top& name = exported(one);
    EXPECT_NE(narrow_to<core::Name>(name), nullptr);
    EXPECT_NE(narrow_to<core::AbstractResource>(name), nullptr);
    EXPECT_EQ(narrow_to<core::NamingContext>(name), nullptr);
    Top& context = graph.graph();
    EXPECT_EQ(narrow_to<core::NamingContext>(context), &graph.graph());
    EXPECT_EQ(narrow_to<core::BindingFactory>(context), &graph.binding());
}

} // namespace
} // namespace flat::naming
