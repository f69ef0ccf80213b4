// SPDX-License-Identifier: BSD-2-Clause
// Address spaces of page tables and frames alone, with a program in each that has no arguments.
#include <abi/plain_spaces.hpp>

#include <abi/plain_space.hpp>
#include <core/machine/program_image.hpp>
#include <domain/object_code.hpp>
#include <machine/physical.hpp>

#include <new>

namespace flat::abi {

using domain::ProgramError;

Result<domain::ProgramSpace*, ProgramError> PlainSpaces::make(Span<u8 const> file,
                                                              Span<u8 const> arguments, u64 calls,
                                                              memory::Frames& frames,
                                                              vaddr program) {
    if (!arguments.is_empty()) return ProgramError{ProgramError::Code::invalid};
    auto const read = ProgramImage::read(file, domain::elf_machine, machine::user_end);
    if (read.is_error()) return ProgramError{read.error().reason};
    ProgramImage const& image = read.value();
    if (image.calls_digest().value_or(calls) != calls)
        return ProgramError{ProgramError::Code::wrong_calls};
    auto const root = mmu->create_root();
    if (root.is_error()) return ProgramError{ProgramError::Code::exhausted};
    auto const place = objects->allocate(sizeof(PlainSpace));
    if (place.is_error()) {
        mmu->destroy_root(root.value());
        return ProgramError{ProgramError::Code::exhausted};
    }
    return new (pointer_to<void>(place.value())) PlainSpace(
        *this, file, image, frames, root.value(), *pointer_to<machine::Program>(program));
}

} // namespace flat::abi
