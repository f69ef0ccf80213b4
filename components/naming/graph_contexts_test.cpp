// SPDX-License-Identifier: BSD-2-Clause
// Tests of contexts in contexts: paths, foreign contexts, cycles, their end.
#include <naming/graph.hpp>
#include <naming/local.hpp>

#include <naming/testing.hpp>

#include <gtest/gtest.h>

namespace flat::naming {
namespace {

using core::BindingError;
using core::NamingError;
using testing::bytes_of;
using testing::form_of;
using testing::Target;
using Code = NamingError::Code;

class NamingContexts : public ::testing::Test {
protected:
    static core::NamingGraph& created(core::NamingGraph& in, Text text) {
        return *in.create(text.bytes()).value();
    }
    static core::Name& exported(core::NamingContext& in, Top& target, Text hint) {
        return *in.export_(target, hint.bytes()).value();
    }
    auto resolved(Text path) { return graph.resolve(path.bytes()); }
    Code failed(Text path) { return resolved(path).error().code; }

    testing::FakeObjects objects;
    Graph graph{{.objects = objects}, {.objects_max = 100'000}};
    Target one;
};

TEST_F(NamingContexts, a_path_leads_through_contexts) {
    core::NamingGraph& devices = created(graph, "devices");
    core::NamingGraph& pci = created(devices, "pci");
    core::Name& disk = exported(pci, one, "disk0");
    for (auto const path : {"devices/pci/disk0", "/devices//pci/disk0/"})
        EXPECT_EQ(resolved(path).value(), &disk);
    EXPECT_EQ(devices.resolve(Text("pci/disk0").bytes()).value(), &disk);
    EXPECT_EQ(&disk.naming_context(), &pci);
    EXPECT_EQ(graph.bind(*resolved("devices/pci").value(), {}).value(), static_cast<Top*>(&pci));
}

TEST_F(NamingContexts, a_path_that_leads_nowhere_says_why) {
    exported(created(graph, "devices"), one, "disk0");
    EXPECT_EQ(failed("devices/disk1"), Code::unknown);
    EXPECT_EQ(failed("device/disk0"), Code::unknown);
    EXPECT_EQ(failed("devices/disk0/part1"), Code::wrong_type);
    EXPECT_EQ(failed("devices/../devices"), Code::invalid);
    EXPECT_EQ(failed(""), Code::invalid);
}

TEST_F(NamingContexts, foreign_contexts_resolve_their_steps) {
    Local local({.objects = objects}, {});
    Graph other({.objects = objects}, {});
    exported(graph, local.names(), "local");
    exported(graph, other.graph(), "other");
    core::Name& name = exported(local, one, "one");
    exported(local, graph.graph(), "back");
    core::Name& far = exported(created(other, "deep"), one, "one");
    EXPECT_EQ(resolved("local/one").value(), &name);
    EXPECT_EQ(resolved("other/deep/one").value(), &far);
    EXPECT_EQ(resolved("local/back/other/deep/one").value(), &far);
    EXPECT_EQ(failed("local/none"), Code::unknown);
    EXPECT_EQ(failed("local/one/x"), Code::wrong_type);
}

TEST_F(NamingContexts, a_serialized_form_holds_the_path_and_is_taken_back_above_it) {
    core::NamingGraph& devices = created(graph, "devices");
    core::NamingGraph& pci = created(devices, "pci");
    core::NamingGraph& other = created(graph, "other");
    core::Name& disk = exported(pci, one, "disk0:flat.demo.Stage@1");
    std::string const form = form_of(disk);
    EXPECT_EQ(form.substr(11), "devices/pcidisk0");
    for (core::NamingContext* each : {&graph.graph(), &devices, &pci})
        EXPECT_EQ(each->byte_to_name(bytes_of(form)).value(), &disk);
    EXPECT_EQ(other.byte_to_name(bytes_of(form)).error().code, Code::unknown);
    pci.release();
    EXPECT_EQ(graph.byte_to_name(bytes_of(form)).error().code, Code::unknown);
    EXPECT_EQ(disk.to_byte({}), 0u);
}

TEST_F(NamingContexts, a_context_whose_name_is_removed_is_reached_by_others_and_has_no_path) {
    core::NamingGraph& devices = created(graph, "devices");
    core::Name& disk = exported(devices, one, "disk0");
    exported(graph, devices, "alias");
    graph.remove(Text("devices").bytes()).value();
    EXPECT_EQ(resolved("alias/disk0").value(), &disk);
    EXPECT_EQ(disk.to_byte({}), 0u);
}

TEST_F(NamingContexts, a_released_context_ends_with_all_its_names_wherever_it_is_named) {
    core::NamingGraph& devices = created(graph, "devices");
    core::Name& disk = exported(devices, one, "disk0");
    exported(graph, devices, "alias").release();
    devices.release();
    EXPECT_EQ(failed("devices/disk0"), Code::unknown);
    EXPECT_EQ(failed("alias/disk0"), Code::unknown);
    EXPECT_EQ(graph.bind(disk, {}).error().code, BindingError::Code::unbindable);
    auto& held = *narrow_to<core::NamingGraph>(disk.naming_context());
    EXPECT_EQ(held.export_(one, {}).error().code, Code::unknown);
    EXPECT_EQ(held.create(Text("x").bytes()).error().code, Code::unknown);
    disk.release();
    graph.remove(Text("alias").bytes()).value();
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(NamingContexts, cycles_are_walked_and_end_with_their_contexts) {
    core::NamingGraph& a = created(graph, "a");
    core::NamingGraph& b = created(a, "b");
    exported(b, a, "a").release();
    exported(b, b, "b").release();
    core::Name& name = exported(a, one, "one");
    EXPECT_EQ(resolved("a/b/b/b/a/b/a/one").value(), &name);
    name.release();
    name.release();
    a.release();
    b.release();
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(NamingContexts, paths_of_contexts_have_a_limit_that_lets_each_name_be_resolved) {
    std::string const step(text_max, 'x');
    core::NamingGraph* context = &graph.graph();
    std::string path;
    while (path.size() + step.size() < context_path_max) {
        context = &created(*context, step.c_str());
        path += step + "/";
    }
    EXPECT_EQ(context->create(bytes_of(step)).error().code, Code::invalid);
    core::Name& name = exported(*context, one, step.c_str());
    EXPECT_EQ(graph.resolve(bytes_of(path + step)).value(), &name);
    EXPECT_EQ(graph.byte_to_name(bytes_of(form_of(name))).value(), &name);
}

TEST_F(NamingContexts, contexts_need_texts_that_are_names_and_not_taken) {
    created(graph, "a");
    for (auto const text : {"", "#1", "a/b", "a:b", ".."})
        EXPECT_EQ(graph.create(Text(text).bytes()).error().code, Code::invalid) << text;
    EXPECT_EQ(graph.create(Text("a").bytes()).error().code, Code::taken);
}

TEST_F(NamingContexts, thousands_of_contexts_come_and_go_and_leave_nothing) {
    std::vector<core::NamingGraph*> contexts;
    for (int i = 0; i < 3000; ++i) {
        contexts.push_back(&created(graph, std::to_string(i).c_str()));
        for (auto const text : {"a", "b", "c"})
            exported(*contexts.back(), *contexts[contexts.size() / 2], text).release();
    }
    for (core::NamingGraph* const each : contexts)
        each->release();
    EXPECT_EQ(graph.next({}), nullptr);
    EXPECT_EQ(objects.count(), 0u);
}

TEST_F(NamingContexts, the_root_stays_when_it_is_released) {
    graph.release();
    EXPECT_TRUE(graph.create(Text("a").bytes()).is_ok());
}

} // namespace
} // namespace flat::naming
