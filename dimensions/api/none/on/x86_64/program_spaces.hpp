// SPDX-License-Identifier: BSD-2-Clause
// Address spaces with a program in each, made of memory objects.
#pragma once

#include <abi/program_spaces.flat.hpp>
#include <core/utility.hpp>

namespace flat::abi {

/// Makes each space from lower resources: memory objects with what the file says, and stacks
/// (THINK, section 4.2).
class ProgramSpaces : public ProgramSpacesComponent, NonCopyable {
public:
    using ProgramSpacesComponent::ProgramSpacesComponent;

    Result<domain::ProgramSpace*, core::BindingError> make(Span<u8 const> file,
                                                           vaddr program) override;

private:
    friend class ProgramSpace;
};

} // namespace flat::abi
