// SPDX-License-Identifier: BSD-2-Clause
// How a program gets into memory.
#include <unix/process/processes.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>
#include <domain/ticks.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/object_code.hpp>
#include <machine/physical.hpp>
#include <unix/first_stack.hpp>
#include <unix/layout.hpp>

namespace flat::unix::process {

using domain::page_size;

/// The headers of a program, out of the first page of its file.
Result<ElfProgram, Errno> Processes::read_headers(ProgramFile const& file) {
    for (;;) {
        u64 const ticket = threads->ticket();
        auto const held = pages->hold(file.object, 0, hal::Mmu::read);
        if (held.is_error()) return Errno::EIO;
        if (held.value().condition != 0) {
            threads->wait(held.value().condition, ticket);
            continue;
        }
        auto const* const bytes =
            static_cast<u8 const*>(machine::physical_to_virtual(held.value().frame));
        Span<u8 const> const header(bytes, min<u64>(file.bytes, page_size));
        auto const program = ElfProgram::read(header, file.bytes, machine::elf_machine,
                                              layout::program_base, layout::mapping_base);
        pages->let_go(file.object, 0, hal::Mmu::read);
        return program;
    }
}

Result<Processes::Loaded, Errno> Processes::load(ProgramFile const& file,
                                                 ArgumentList const& arguments) {
    ElfProgram const program = TRY(read_headers(file));
    ProgramMemory* const memory = TRY(ProgramMemory::make({*records, *spaces, *privates}));
    random_ = (random_ + domain::ticks()) * 0x9e37'79b9'7f4a'7c15 + 1;
    u64 const random[] = {random_ ^ random_ >> 31, random_ * 0xd1b5'4a32'd192'ed03};
    auto const built = build(*memory, file, program);
    auto const stack = built.is_ok() ? write_first_stack(*memory, arguments, program, random)
                                     : Result<vaddr, Errno>(built.error());
    if (stack.is_error()) {
        memory->let_go();
        return stack.error();
    }
    return Loaded{memory, program.entry(), stack.value()};
}

/// The segments, the heap after them, and the stack.
Result<void, Errno> Processes::build(ProgramMemory& memory, ProgramFile const& file,
                                     ElfProgram const& program) {
    for (ElfProgram::Segment const& each : program.segments())
        TRY(memory.map({each.base, each.pages, each.rights,
                        each.file_bytes != 0 ? &file.object : nullptr, each.file_page,
                        each.file_bytes}));
    memory.set_heap(program.end());
    return memory.map({layout::stack_end - layout::stack_bytes, layout::stack_bytes / page_size,
                       hal::Mmu::read | hal::Mmu::write});
}

/// The last part of a path, as far as there is room.
void Processes::set_name(Process& process, Text path) {
    u32 begin = 0;
    u32 end = 0;
    for (; end < path.size() && path[end] != 0; ++end)
        if (path[end] == '/') begin = end + 1;
    u32 const bytes = min<u32>(end - begin, sizeof process.name - 1);
    for (u32 i = 0; i < bytes; ++i)
        process.name[i] = path[begin + i];
    process.name[bytes] = 0;
}

} // namespace flat::unix::process
