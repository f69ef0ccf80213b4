// SPDX-License-Identifier: BSD-2-Clause
// Tests of binding by name, and of dynamic bindings that are led elsewhere by it.
#include <naming/binder.hpp>
#include <naming/local.hpp>

#include <binding/registry.hpp>
#include <bindings/dynamic/counted_slot.hpp>
#include <bindings/dynamic/plain_slot.hpp>
#include <flat/binding/monitor.hpp>
#include <flat/binding/slot.hpp>
#include <naming/testing.hpp>

#include <gtest/gtest.h>

namespace flat::naming {
namespace {

using core::BindingError;
using testing::Target;
using Code = BindingError::Code;

class Other : public Top {};

/// A slot whose servers are all still called.
class BusySlot final : public ControlBase<binding::Slot> {
public:
    explicit BusySlot(binding::Controls& controls)
        : ControlBase(controls, "main.busy", "dynamic") {}
    Top& server() override { return *this; }
    Result<Top*, binding::SlotError> exchange(Top&) override {
        return binding::SlotError{binding::SlotError::Code::busy};
    }
    Result<u64, binding::SlotError> inside() override { return u64{1}; }
};

/// Of `main.both`.
class FakeMonitor final : public ControlBase<binding::Monitor> {
public:
    explicit FakeMonitor(binding::Controls& controls)
        : ControlBase(controls, "main.both", "monitored") {}
    u32 methods() override { return 0; }
    u32 method_name(u32, Span<u8>) override { return 0; }
    Counts counts(u32) override { return {}; }
    void reset() override { ++resets; }

    int resets = 0;
};

/// A context that binds nothing, and its only name.
class Unbound : public core::NamingContext, public core::Name {
public:
    Result<core::Name*, core::NamingError> export_(Top&, Span<u8 const>) override { return this; }
    Result<core::Name*, core::NamingError> byte_to_name(Span<u8 const>) override { return this; }
    core::NamingContext& naming_context() override { return *this; }
    u32 to_byte(Span<u8>) override { return 0; }
    void release() override {}
    void* narrow(InterfaceId) override { return nullptr; }
};

class NamingBinder : public ::testing::Test {
protected:
    auto bind(Top& target, Text hint) {
        return binder.bind(*names.export_(target, {}).value(), hint.bytes());
    }

    testing::FakeObjects objects;
    Local names{{.objects = objects}, {}};
    binding::Registry registry{{}, {}};
    Binder binder{{.controls = registry}, {}};
    Target first, second;
    bindings::dynamic::PlainSlot<demo::Stage> slot{registry, "main.stage", first};
};

TEST_F(NamingBinder, without_a_hint_yields_the_interface_itself) {
    EXPECT_EQ(bind(second, "").value(), &second);
    EXPECT_EQ(slot.enter(), &first);
}

TEST_F(NamingBinder, leads_a_dynamic_binding_to_what_is_named_and_returns_its_control) {
    auto const bound = bind(second, "main.stage");
    ASSERT_TRUE(bound.is_ok());
    EXPECT_EQ(narrow_to<binding::Slot>(*bound.value()), &slot);
    EXPECT_EQ(slot.enter(), &second);
}

TEST_F(NamingBinder, changes_nothing_when_the_interface_is_another_one) {
    Other other;
    EXPECT_EQ(bind(other, "main.stage").error().code, Code::wrong_type);
    EXPECT_EQ(slot.enter(), &first);
}

TEST_F(NamingBinder, knows_dynamic_bindings_only) {
    EXPECT_EQ(bind(second, "main.other").error().code, Code::invalid);
    EXPECT_EQ(slot.enter(), &first);
}

TEST_F(NamingBinder, tells_when_the_slot_takes_no_server_now) {
    BusySlot const busy(registry);
    EXPECT_EQ(bind(second, "main.busy").error().code, Code::exhausted);
}

TEST_F(NamingBinder, refuses_a_binding_without_the_quality_that_is_needed) {
    for (Text const hint : {"main.stage;counted", "main.stage;monitored"}) {
        EXPECT_EQ(bind(second, hint).error().code, Code::unbindable);
        EXPECT_EQ(slot.enter(), &first);
    }
}

TEST_F(NamingBinder, refuses_qualities_that_nobody_knows) {
    for (Text const hint : {"main.stage;fast", "main.stage;;counted", "main.stage; counted"})
        EXPECT_EQ(bind(second, hint).error().code, Code::invalid);
    EXPECT_EQ(slot.enter(), &first);
}

TEST_F(NamingBinder, has_the_counts_of_a_monitored_binding_begin_with_the_new_server) {
    FakeMonitor monitor(registry);
    bindings::dynamic::CountedSlot<demo::Stage> counted{registry, "main.both", first};
    auto const bound = bind(second, "main.both;counted;monitored");
    ASSERT_TRUE(bound.is_ok());
    EXPECT_EQ(narrow_to<binding::Slot>(*bound.value()), &counted);
    EXPECT_EQ(&counted.server(), static_cast<Top*>(&second));
    EXPECT_EQ(monitor.resets, 1);
    Other other;
    EXPECT_EQ(bind(other, "main.both;monitored").error().code, Code::wrong_type);
    EXPECT_EQ(monitor.resets, 1);
}

TEST_F(NamingBinder, binds_no_names_whose_context_does_not) {
    Unbound unbound;
    EXPECT_EQ(binder.bind(unbound, {}).error().code, Code::unbindable);
    EXPECT_EQ(binder.bind(unbound, Text("main.stage").bytes()).error().code, Code::unbindable);
}

} // namespace
} // namespace flat::naming
