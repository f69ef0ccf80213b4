// SPDX-License-Identifier: BSD-2-Clause
// Address spaces with a program in each, made of memory objects.
#pragma once

#include <abi/program_spaces.flat.hpp>
#include <core/machine/program_image.hpp>
#include <core/utility.hpp>

namespace flat::abi {

/// Makes each space from lower resources: memory objects with what the file says, and stacks
/// (THINK, section 4.2).
class ProgramSpaces : public ProgramSpacesComponent, NonCopyable {
public:
    using ProgramSpacesComponent::ProgramSpacesComponent;

    Result<domain::ProgramSpace*, domain::ProgramError> make(Span<u8 const> file,
                                                             Span<u8 const> arguments, u64 calls,
                                                             memory::Frames& frames,
                                                             vaddr program) override;

private:
    friend class ProgramSpace;

    domain::ProgramError refuse(Span<u8 const> arguments, ProgramFault const& fault);
};

} // namespace flat::abi
