// SPDX-License-Identifier: BSD-2-Clause
// Address spaces with a program in each, made of memory objects.
#include <abi/program_spaces.hpp>

#include <abi/program_space.hpp>
#include <core/elf_image.hpp>
#include <machine/object_code.hpp>
#include <machine/physical.hpp>

#include <new>

namespace flat::abi {

using core::BindingError;

Result<domain::ProgramSpace*, BindingError> ProgramSpaces::make(Span<u8 const> file,
                                                                vaddr program) {
    auto const image = ElfImage::parse(file, machine::elf_machine);
    if (image.is_error() || image.value().entry() >= machine::user_end)
        return BindingError{BindingError::Code::invalid};
    auto const place = objects->allocate(sizeof(ProgramSpace));
    if (place.is_error()) return BindingError{BindingError::Code::exhausted};
    auto* const space = new (pointer_to<void>(place.value()))
        ProgramSpace(*this, image.value(), *pointer_to<machine::Program>(program));
    if (space->build(image.value())) return space;
    space->release();
    return BindingError{BindingError::Code::exhausted};
}

} // namespace flat::abi
