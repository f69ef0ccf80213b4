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

    Result<domain::ProgramSpace*, core::BindingError> make(Span<u8 const> file,
                                                           vaddr program) override;

private:
    class Space;
};

} // namespace flat::abi
