// SPDX-License-Identifier: BSD-2-Clause
// What tests of Linux's devices have in common.
#pragma once

#include <flat/hal/trap.hpp>

namespace flat::platform::testing {

/// Knows one handler, of either kind, and calls it when a test says so.
class FakeTrap : public hal::Trap {
public:
    Result<void, hal::TrapError> register_(u32 vector, Handler& handler) override {
        if (this->vector() != 0) return hal::TrapError{hal::TrapError::Code::taken};
        vector_ = vector;
        handler_ = &handler;
        return {};
    }
    Result<void, hal::TrapError> register_brief(u32 vector, BriefHandler& handler) override {
        if (this->vector() != 0) return hal::TrapError{hal::TrapError::Code::taken};
        vector_ = vector;
        brief_handler_ = &handler;
        return {};
    }
    void unregister(u32 vector) override {
        if (vector != vector_) return;
        handler_ = nullptr;
        brief_handler_ = nullptr;
    }
    void set_context(RegisterFrame&) override {}
    RegisterFrame& get_context() override { __builtin_trap(); }
    void switch_context(RegisterFrame&, RegisterFrame&) override { __builtin_trap(); }
    void complete(RegisterFrame&) override {}
    void resume() override {}

    /// The vector that has a handler, 0 if there is none.
    u32 vector() const { return handler_ || brief_handler_ ? vector_ : 0; }
    Handler& handler() { return *handler_; }
    BriefHandler& brief_handler() { return *brief_handler_; }

private:
    u32 vector_ = 0;
    Handler* handler_ = nullptr;
    BriefHandler* brief_handler_ = nullptr;
};

} // namespace flat::platform::testing
