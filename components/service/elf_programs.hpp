// SPDX-License-Identifier: BSD-2-Clause
// Starts static ELF programs in domains of their own.
#pragma once

#include <core/utility.hpp>
#include <service/elf_programs.flat.hpp>
#include <service/started_program.hpp>

namespace flat::service {

/// Copies each program, and gives it a quota of frames; what is in the file is for
/// `domain.ProgramDomains` to judge.
class ElfPrograms : public ElfProgramsComponent, NonCopyable {
public:
    using ElfProgramsComponent::ElfProgramsComponent;

    Result<domain::Domain*, domain::ProgramError> load(Span<u8 const> file, Span<u8 const> calls,
                                                       Span<u8 const> arguments) override;

    /// Gives back all that a program had; its domain has been released.
    void forget(StartedProgram& program);

private:
    StartedProgram* make_room(u64 bytes);
};

} // namespace flat::service
