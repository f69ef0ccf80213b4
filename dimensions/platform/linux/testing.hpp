// SPDX-License-Identifier: BSD-2-Clause
// What tests of Linux's devices have in common.
#pragma once

#include <flat/hal/trap.hpp>

namespace flat::platform::testing {

/// Knows one handler and calls it when a test says so.
class FakeTrap : public hal::Trap {
public:
    Result<void, hal::TrapError> register_(u32 vector, Handler& handler) override {
        if (handler_) return hal::TrapError{hal::TrapError::Code::taken};
        vector_ = vector;
        handler_ = &handler;
        return {};
    }
    void unregister(u32 vector) override {
        if (vector == vector_) handler_ = nullptr;
    }
    void set_context(RegisterFrame&) override {}
    RegisterFrame& get_context() override { __builtin_trap(); }
    void switch_context(RegisterFrame&, RegisterFrame&) override { __builtin_trap(); }
    void complete(RegisterFrame&) override {}
    void resume() override {}

    /// The vector that has a handler, 0 if there is none.
    u32 vector() const { return handler_ ? vector_ : 0; }
    Handler& handler() { return *handler_; }

private:
    u32 vector_ = 0;
    Handler* handler_ = nullptr;
};

} // namespace flat::platform::testing
