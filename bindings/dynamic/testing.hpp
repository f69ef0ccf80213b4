// SPDX-License-Identifier: BSD-2-Clause
// A server for the tests of dynamic bindings.
#pragma once

#include <core/utility.hpp>
#include <flat/demo/stage.hpp>

namespace flat::bindings::dynamic {

/// Adds its number.
class Adder final : public demo::Stage, NonCopyable {
public:
    explicit Adder(u64 number) : number_(number) {}

    u64 pass(u64 value) override { return value + number_; }
    void* narrow(InterfaceId id) override {
        return id == demo::Stage::interface_id ? static_cast<demo::Stage*>(this) : nullptr;
    }

private:
    u64 number_;
};

} // namespace flat::bindings::dynamic
