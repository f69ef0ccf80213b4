// SPDX-License-Identifier: BSD-2-Clause
// Exceptions and interrupts, reified without changing their semantics (THINK, section 4.1).
#pragma once

#include <arch/traps.flat.hpp>

namespace flat::arch {

/// Registers handlers and names the context to resume; entry.S does the rest. The vectors that
/// can come anywhere (NMI, double fault, machine check) cannot be had.
class Traps : public TrapsComponent {
public:
    using TrapsComponent::TrapsComponent;

    Result<void, hal::TrapError> register_(u32 vector, Handler& handler) override;
    Result<void, hal::TrapError> register_brief(u32 vector, BriefHandler& handler) override;
    void unregister(u32 vector) override;
    void set_context(RegisterFrame& context) override;
    RegisterFrame& get_context() override;
    void switch_context(RegisterFrame& from, RegisterFrame& to) override;
    void complete(RegisterFrame& context) override;
    void resume() override;
};

} // namespace flat::arch
