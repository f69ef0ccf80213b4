// SPDX-License-Identifier: BSD-2-Clause
// Starts programs from boot modules, again and again, and loses nothing by it.
#pragma once

#include <core/maybe.hpp>
#include <core/text.hpp>
#include <demo/domains/programs_check.flat.hpp>
#include <flat/domain/domain.hpp>

namespace flat::demo::domains {

/// Panics when a program survives what it must not, or leaves frames behind.
class ProgramsCheck : public ProgramsCheckComponent {
public:
    using ProgramsCheckComponent::ProgramsCheckComponent;

    void run() override;

private:
    u32 start(Text module, Text calls, Text arguments);
    void refuse(Span<u8 const> file, Text calls, Text arguments, domain::ProgramError::Code reason);
    void refuse_all();
    void refuse_damaged();
    void release_running();
};

} // namespace flat::demo::domains
