// SPDX-License-Identifier: BSD-2-Clause
// Address spaces with a program in each, made of memory objects.
#include <abi/program_spaces.hpp>

#include <abi/program_space.hpp>
#include <core/format.hpp>
#include <core/machine/first_stack.hpp>
#include <domain/object_code.hpp>
#include <machine/physical.hpp>

#include <new>

namespace flat::abi {

using domain::ProgramError;

Result<domain::ProgramSpace*, ProgramError> ProgramSpaces::make(Span<u8 const> file,
                                                                Span<u8 const> arguments, u64 calls,
                                                                memory::Frames& frames,
                                                                vaddr program) {
    auto const read = ProgramImage::read(file, domain::elf_machine, machine::user_end);
    if (read.is_error()) return refuse(arguments, read.error());
    ProgramImage const image = read.value();
    if (image.calls_digest().value_or(calls) != calls)
        return refuse(arguments, {ProgramError::Code::wrong_calls, "it is made for other calls"});
    auto const place = objects->allocate(sizeof(ProgramSpace));
    if (place.is_error()) return ProgramError{ProgramError::Code::exhausted};
    auto* const space = new (pointer_to<void>(place.value()))
        ProgramSpace(*this, image, frames, *pointer_to<machine::Program>(program));
    auto const built = space->build(file, image, arguments);
    if (built.is_ok()) return space;
    space->release();
    return refuse(arguments, built.error());
}

/// Logs the error and returns it.
ProgramError ProgramSpaces::refuse(Span<u8 const> arguments, ProgramFault const& fault) {
    if (log) {
        TextBuffer<160> line;
        format(line, "not started: {}: {}", first_argument(arguments), fault.what);
        log->write(log::Log::Level::warning, line.text().bytes());
    }
    return {fault.reason};
}

} // namespace flat::abi
