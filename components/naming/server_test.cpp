// SPDX-License-Identifier: BSD-2-Clause
// Tests of a name server: who holds what it gives away, and when names and targets go.
#include <naming/server.hpp>

#include <naming/graph.hpp>
#include <naming/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::naming {
namespace {

using core::AbstractResource;
using core::NamingError;
using testing::bytes_of;
using Code = NamingError::Code;

/// A stage that somebody gives away.
class Given : public AbstractResource, public demo::Stage, NonCopyable {
public:
    u64 pass(u64 value) override { return value + 1; }
    void release() override { ++released; }
    void* narrow(InterfaceId id) override {
        if (id == demo::Stage::interface_id) return static_cast<demo::Stage*>(this);
        if (id == AbstractResource::interface_id) return static_cast<AbstractResource*>(this);
        return nullptr;
    }

    u32 released = 0;
};

class NameServer : public ::testing::Test {
protected:
    AbstractResource& exported(Given& given, Text hint = "one:flat.demo.Stage@1") {
        return *server.export_(given, hint.bytes()).value();
    }
    Code refused(Text hint) { return server.export_(one, hint.bytes()).error().code; }
    auto found(Text path) { return server.resolve(path.bytes()); }
    std::string form(Text path) {
        u8 bytes[400];
        u32 const size = server.serialize(path.bytes(), bytes).value();
        return std::string(reinterpret_cast<char*>(bytes), size);
    }

    testing::FakeObjects objects;
    Graph graph{{.objects = objects}, {.objects_max = 100}};
    Server server{{.graph = graph, .binding = graph, .objects = objects}, {.place = "services"}};
    usize const empty = objects.count();
    Given one, two;
};

TEST_F(NameServer, what_is_found_narrows_to_the_type_of_its_name_and_to_no_other) {
    AbstractResource& name = exported(one);
    AbstractResource& held = *found("services/one").value();
    ASSERT_NE(narrow_to<demo::Stage>(held), nullptr);
    EXPECT_EQ(narrow_to<demo::Stage>(held)->pass(41), 42u);
    EXPECT_EQ(narrow_to<AbstractResource>(held), &held);
    EXPECT_EQ(held.narrow(InterfaceId::of("flat.log.Log@1")), nullptr);
    held.release();
    name.release();
    EXPECT_EQ(one.released, 1u);
    EXPECT_EQ(objects.count(), empty);
}

TEST_F(NameServer, the_name_goes_with_its_exporter_and_the_target_with_its_last_holder) {
    AbstractResource& name = exported(one);
    AbstractResource& held = *found("services/one").value();
    EXPECT_EQ(found("services/one").value(), &held);
    held.release();
    name.release();
    EXPECT_EQ(found("services/one").error().code, Code::unknown);
    EXPECT_EQ(one.released, 0u);
    EXPECT_EQ(narrow_to<demo::Stage>(held)->pass(1), 2u);
    held.release();
    EXPECT_EQ(one.released, 1u);
    EXPECT_EQ(objects.count(), empty);
}

TEST_F(NameServer, whoever_holds_a_name_of_the_graph_may_use_what_it_has_bound) {
    AbstractResource& exporters = exported(one);
    core::Name& name = *graph.resolve(Text("services/one").bytes()).value();
    Top& used = *graph.bind(name, {}).value();
    exporters.release();
    EXPECT_EQ(one.released, 0u);
    EXPECT_EQ(narrow_to<demo::Stage>(used)->pass(1), 2u);
    EXPECT_TRUE(graph.bind(name, {}).is_error());
    name.release();
    EXPECT_EQ(one.released, 1u);
    EXPECT_EQ(objects.count(), empty);
}

TEST_F(NameServer, a_serialized_form_binds_as_long_as_the_name_has_its_type) {
    AbstractResource& name = exported(one);
    std::string const serialized = form("services/one");
    AbstractResource& held = *server.bind(bytes_of(serialized)).value();
    EXPECT_EQ(found("services/one").value(), &held);
    held.release();
    held.release();
    name.release();
    EXPECT_EQ(server.bind(bytes_of(serialized)).error().code, Code::unknown);
    AbstractResource& other = exported(two, "one:flat.core.AbstractResource@1");
    EXPECT_EQ(server.bind(bytes_of(serialized)).error().code, Code::wrong_type);
    other.release();
    EXPECT_EQ(objects.count(), empty);
}

TEST_F(NameServer, whatever_form_comes_it_is_refused_or_binds_to_its_name) {
    exported(one);
    std::string const serialized = form("services/one");
    std::mt19937 random(7);
    for (int i = 0; i < 50'000; ++i) {
        std::string bytes = serialized;
        for (u32 changes = 1 + random() % 3; changes > 0; --changes)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        if (random() % 8 == 0) bytes.resize(random() % 32);
        auto const held = server.bind(bytes_of(bytes));
        ASSERT_EQ(held.is_ok(), bytes == serialized);
        if (held.is_ok()) held.value()->release();
    }
}

TEST_F(NameServer, what_it_refuses_to_export_it_releases) {
    exported(two);
    EXPECT_EQ(refused("one:flat.demo.Stage@1"), Code::taken);
    EXPECT_EQ(refused("other:flat.log.Log@1"), Code::wrong_type);
    EXPECT_EQ(refused(":flat.demo.Stage@1"), Code::invalid);
    EXPECT_EQ(refused("a/b:flat.demo.Stage@1"), Code::invalid);
    EXPECT_EQ(refused(""), Code::invalid);
    EXPECT_EQ(refused("one:flat.Handle"), Code::invalid);
    EXPECT_EQ(refused("0123456789012345678901234567890123456789012345678"), Code::invalid);
    for (objects.left = objects.count(); objects.left < objects.count() + 3; ++objects.left)
        EXPECT_EQ(refused("other:flat.demo.Stage@1"), Code::full);
    EXPECT_EQ(one.released, 10u);
    EXPECT_EQ(two.released, 0u);
}

TEST_F(NameServer, objects_of_the_kernel_are_there_to_stay) {
    testing::Target target;
    graph.export_(target, Text("sum:flat.demo.Stage@1").bytes()).value()->release();
    usize const before = objects.count();
    AbstractResource& held = *found("sum").value();
    EXPECT_EQ(narrow_to<demo::Stage>(held)->pass(1), 2u);
    EXPECT_EQ(server.bind(bytes_of(form("sum"))).value()->narrow(Top::interface_id) == nullptr,
              false);
    held.release();
    EXPECT_EQ(objects.count(), before + 1);
    objects.left = objects.count();
    EXPECT_EQ(found("sum").error().code, Code::full);
}

TEST_F(NameServer, a_resource_that_its_maker_can_end_is_unknown_unless_the_server_holds_it) {
    graph.export_(one, Text("one:flat.demo.Stage@1").bytes()).value()->release();
    EXPECT_EQ(found("one").error().code, Code::unknown);
    EXPECT_EQ(server.bind(bytes_of(form("one"))).error().code, Code::unknown);
    exported(one);
    EXPECT_TRUE(found("services/one").is_ok());
}

TEST_F(NameServer, a_context_that_can_end_is_unknown) {
    core::NamingGraph& context = *graph.create(Text("devices").bytes()).value();
    usize const before = objects.count();
    EXPECT_EQ(found("devices").error().code, Code::unknown);
    EXPECT_EQ(found("services").error().code, Code::unknown);
    EXPECT_EQ(server.bind(bytes_of(form("devices"))).error().code, Code::unknown);
    EXPECT_EQ(objects.count(), before);
    context.release();
}

TEST_F(NameServer, a_name_whose_target_cannot_be_serialized_is_unknown) {
    u8 bytes[4];
    EXPECT_EQ(server.serialize(Text("services/none").bytes(), bytes).error().code, Code::unknown);
    EXPECT_EQ(found("services/none").error().code, Code::unknown);
    EXPECT_EQ(found("").error().code, Code::invalid);
}

} // namespace
} // namespace flat::naming
