// SPDX-License-Identifier: BSD-2-Clause
// Tests of bindings to objects of other domains that are made by name.
#include <naming/far/binder.hpp>

#include <binding/registry.hpp>
#include <bindings/dynamic/counted_slot.hpp>
#include <bindings/dynamic/plain_slot.hpp>
#include <naming/testing.hpp>

#include <gtest/gtest.h>

namespace flat::naming::far {
namespace {

using core::AbstractResource;
using core::NamingError;
using naming::testing::FakeObjects;
using naming::testing::Target;
using Code = core::BindingError::Code;

/// What stands for another domain's object.
class Far final : public AbstractResource, public demo::Stage {
public:
    u64 pass(u64 value) override { return value + 10; }
    void release() override { --holders; }
    void* narrow(InterfaceId id) override {
        return is_stage && id == demo::Stage::interface_id ? static_cast<demo::Stage*>(this)
                                                           : nullptr;
    }

    bool is_stage = true;
    int holders = 0;
};

/// Knows two names.
class Names final : public core::NameServer {
public:
    using Found = Result<AbstractResource*, NamingError>;
    Found export_(AbstractResource&, Span<u8 const>) override { return failure; }
    Result<u32, NamingError> serialize(Span<u8 const>, Span<u8>) override { return failure; }
    Found bind(Span<u8 const> form) override { return resolve(form); }
    Found resolve(Span<u8 const> path) override {
        Text const name = Text::from_bytes(path);
        if (name != "far" && name != "other") return failure;
        Far& found = name == "far" ? far : other;
        ++found.holders;
        return &found;
    }

    NamingError failure{NamingError::Code::unknown};
    Far far, other;
};

class NamingFarBinder : public ::testing::Test {
protected:
    auto bind(Text name, Text hint) { return binder.resolve(name.bytes(), hint.bytes()); }
    u64 pass(u64 value) { return slot.enter()->pass(value); }
    void expect_refused(Text name, Text hint, Code code) {
        auto const bound = bind(name, hint);
        ASSERT_TRUE(bound.is_error());
        EXPECT_EQ(bound.error().code, code);
        EXPECT_EQ(names.far.holders, 0);
        EXPECT_EQ(objects.count(), 0u);
    }

    FakeObjects objects;
    Names names;
    binding::Registry registry{{}, {}};
    Binder binder{{.names = names, .controls = registry, .objects = objects}, {}};
    Target near;
    bindings::dynamic::CountedSlot<demo::Stage> slot{registry, "main.stage", near};
};

TEST_F(NamingFarBinder, holds_what_it_has_bound_until_the_binding_is_released) {
    auto const bound = bind("far", "main.stage;counted");
    ASSERT_TRUE(bound.is_ok());
    EXPECT_EQ(&bound.value()->slot(), &slot);
    EXPECT_EQ(bound.value()->monitor(), nullptr);
    EXPECT_EQ(pass(1), 11u);
    bound.value()->release();
    EXPECT_EQ(pass(1), 2u);
    EXPECT_EQ(names.far.holders, 0);
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(NamingFarBinder, binds_by_the_serialized_form_as_well) {
    auto const bound = binder.bind(Text("far").bytes(), Text("main.stage").bytes());
    ASSERT_TRUE(bound.is_ok());
    EXPECT_EQ(pass(1), 11u);
    bound.value()->release();
}

TEST_F(NamingFarBinder, unbinds_before_it_is_released_and_only_what_it_has_bound) {
    auto& bound = *bind("far", "main.stage").value();
    EXPECT_TRUE(bound.unbind().is_ok());
    EXPECT_EQ(pass(1), 2u);
    EXPECT_EQ(names.far.holders, 1) << "calls may still be inside";
    Target other;
    ASSERT_TRUE(slot.exchange(other).is_ok());
    EXPECT_TRUE(bound.unbind().is_ok());
    EXPECT_EQ(&slot.server(), static_cast<Top*>(&other));
    bound.release();
    EXPECT_EQ(&slot.server(), static_cast<Top*>(&other));
}

TEST_F(NamingFarBinder, several_bindings_of_a_port_go_in_any_order) {
    for (Text const name : {Text("other"), Text("far")}) {
        for (bool const is_first_first : {true, false}) {
            auto& first = *bind("far", "main.stage").value();
            auto& second = *bind(name, "main.stage").value();
            (is_first_first ? first : second).release();
            EXPECT_EQ(pass(1), 11u);
            (is_first_first ? second : first).release();
            EXPECT_EQ(pass(1), 2u);
            EXPECT_EQ(names.far.holders + names.other.holders, 0);
        }
    }
}

TEST_F(NamingFarBinder, an_object_that_was_bound_twice_stays_until_both_are_unbound) {
    auto& first = *bind("far", "main.stage").value();
    auto& second = *bind("far", "main.stage").value();
    EXPECT_TRUE(first.unbind().is_ok());
    EXPECT_EQ(pass(1), 11u);
    EXPECT_TRUE(second.unbind().is_ok());
    EXPECT_EQ(pass(1), 2u);
    first.release();
    second.release();
    EXPECT_EQ(pass(1), 2u);
}

TEST_F(NamingFarBinder, gives_back_what_it_cannot_bind) {
    expect_refused("nobody", "main.stage", Code::unbindable);
    expect_refused("far", "main.nothing", Code::invalid);
    expect_refused("far", "main.stage;fast", Code::invalid);
    expect_refused("far", "main.stage;monitored", Code::unbindable);
    names.failure.code = NamingError::Code::full;
    expect_refused("nobody", "main.stage", Code::exhausted);
    names.far.is_stage = false;
    expect_refused("far", "main.stage", Code::wrong_type);
    objects.left = 0;
    expect_refused("far", "main.stage", Code::exhausted);
    EXPECT_EQ(pass(1), 2u);
}

TEST_F(NamingFarBinder, needs_a_binding_that_counts_its_calls) {
    bindings::dynamic::PlainSlot<demo::Stage> const plain{registry, "main.plain", near};
    expect_refused("far", "main.plain", Code::unbindable);
}

} // namespace
} // namespace flat::naming::far
