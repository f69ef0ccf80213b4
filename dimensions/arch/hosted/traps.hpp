// SPDX-License-Identifier: BSD-2-Clause
// Signals as the traps of a processor.
#pragma once

#include <arch/traps.flat.hpp>
#include <core/utility.hpp>
#include <machine/register_frame.hpp>

namespace flat {
class SignalContext;
}

namespace flat::arch {

/// The trap table of the process (THINK, §4.1). Handlers run on one stack of their own with
/// interrupts disabled; a trap within a handler panics. There is one such table at a time.
class Traps : public TrapsComponent, NonCopyable {
public:
    Traps(Ports const& ports, Attributes const& attributes);
    ~Traps();

    Result<void, hal::TrapError> register_(u32 vector, hal::Trap::Handler& handler) override;
    Result<void, hal::TrapError> register_brief(u32 vector,
                                                hal::Trap::BriefHandler& handler) override;
    void unregister(u32 vector) override;
    void set_context(RegisterFrame& context) override { current_ = &context; }
    RegisterFrame& get_context() override { return *current_; }
    void switch_context(RegisterFrame& from, RegisterFrame& to) override;
    void complete(RegisterFrame&) override {}
    void resume() override;

private:
    static constexpr u32 vectors = 65; // signals are numbered from 1 to 64
    static constexpr usize stack_bytes = 64 * 1024;

    /// What the host calls; finds the table.
    static void on_signal(int signal, void* context);

    Result<void, hal::TrapError> claim(u32 vector);
    void dispatch(u32 vector, SignalContext& interrupted);
    void catch_signal(u32 vector);

    hal::Trap::Handler* handlers_[vectors] = {};
    hal::Trap::BriefHandler* brief_handlers_[vectors] = {};
    bool is_caught_[vectors] = {};
    RegisterFrame* current_ = nullptr;
    SignalContext* interrupted_ = nullptr; // not null while a handler runs
    bool resumes_ = false;                 // the software trap under way is a `resume`
    RegisterFrame* from_ = nullptr;        // or a switch, which leaves this context
    alignas(16) u8 stack_[stack_bytes];
};

} // namespace flat::arch
