// SPDX-License-Identifier: BSD-2-Clause
// A process of the host for each program.
#pragma once

#include <abi/program_spaces.flat.hpp>
#include <core/utility.hpp>

namespace flat::abi {

/// The process waits for nobody: its program runs at once, up to its first call.
class ProgramSpaces : public ProgramSpacesComponent, NonCopyable {
public:
    using ProgramSpacesComponent::ProgramSpacesComponent;

    /// Refuses what comes with arguments: it would be a program of the host, with all its rights.
    Result<domain::ProgramSpace*, domain::ProgramError> make(Span<u8 const> file,
                                                             Span<u8 const> arguments, u64 calls,
                                                             memory::Frames& frames,
                                                             vaddr program) override;

private:
    class Space;
};

} // namespace flat::abi
