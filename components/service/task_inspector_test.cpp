// SPDX-License-Identifier: BSD-2-Clause
// Tests of where the inspector of a task answers.
#include <service/task_inspector.hpp>

#include <binding/registry.hpp>
#include <core/image/instance.hpp>
#include <service/inspection/testing.hpp>

#include <gtest/gtest.h>

extern "C" {
flat::boot::Binding const* flat_bindings = nullptr;
flat::u32 flat_binding_count = 0;
}

namespace flat::service {
namespace {

TEST(ServiceTaskInspector, answers_where_input_arrives) {
    binding::Registry registry{{}, {}};
    testing::FakeInput serial;
    testing::FakeLog log;
    TaskInspector inspector{{.input = serial, .controls = registry, .log = log}, {}};
    serial.waiting = "reset\nbin";
    serial.listener->arrived();
    EXPECT_EQ(log.lines, std::vector<std::string>{R"(@inspect {"end":"reset"})"});
    serial.waiting = "dings\n";
    serial.listener->arrived();
    EXPECT_EQ(log.lines.back(), R"(@inspect {"end":"bindings"})");
    EXPECT_EQ(serial.waiting, "");
}

} // namespace
} // namespace flat::service
