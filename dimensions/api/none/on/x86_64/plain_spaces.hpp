// SPDX-License-Identifier: BSD-2-Clause
// Address spaces of page tables and frames alone, with a program in each that has no arguments.
#pragma once

#include <abi/plain_spaces.flat.hpp>
#include <core/utility.hpp>

namespace flat::abi {

/// What a kernel needs that has no memory objects: nothing is shared between spaces, and nothing is
/// mapped or unmapped while a program runs (THINK, section 5.1). Programs with arguments are
/// refused; the reason is not logged.
class PlainSpaces : public PlainSpacesComponent, NonCopyable {
public:
    using PlainSpacesComponent::PlainSpacesComponent;

    Result<domain::ProgramSpace*, domain::ProgramError> make(Span<u8 const> file,
                                                             Span<u8 const> arguments, u64 calls,
                                                             memory::Frames& frames,
                                                             vaddr program) override;

private:
    friend class PlainSpace;
};

} // namespace flat::abi
