// SPDX-License-Identifier: BSD-2-Clause
// Starts static ELF programs in domains of their own.
#include <service/elf_programs.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

#include <new>

namespace flat::service {

using domain::ProgramError;

namespace {

using domain::page_size;
constexpr u64 most_bytes = u64{1} << 32;

u32 order_for(u64 bytes) {
    u32 order = 0;
    while (page_size << order < bytes)
        ++order;
    return order;
}

} // namespace

Result<domain::Domain*, ProgramError> ElfPrograms::load(Span<u8 const> file, Span<u8 const> calls,
                                                        Span<u8 const> arguments) {
    ProgramError const exhausted{ProgramError::Code::exhausted};
    if (file.size() > most_bytes || arguments.size() > page_size) return exhausted;
    StartedProgram* const program = make_room(file.size() + arguments.size());
    if (!program) return exhausted;
    auto const room = program->room();
    memcpy(room.data(), file.data(), file.size());
    memcpy(room.data() + file.size(), arguments.data(), arguments.size());
    Span<u8 const> const copy = room;
    auto const made = domains->make(copy.first(file.size()), calls,
                                    copy.part(file.size(), arguments.size()), program->quota());
    if (made.is_error()) {
        forget(*program);
        return made.error();
    }
    program->begin(*made.value());
    return program;
}

/// Memory for so many bytes, a quota, and the record of both; null if there is none.
StartedProgram* ElfPrograms::make_room(u64 bytes) {
    auto const record = objects->allocate(sizeof(StartedProgram));
    if (record.is_error()) return nullptr;
    u32 const order = order_for(bytes);
    auto const quota = quotas->create(*frames, u64{memory_kib} << 10);
    auto const room = frames->allocate(order);
    if (quota.is_ok() && room.is_ok())
        return new (pointer_to<void>(record.value()))
            StartedProgram(*this, *quota.value(), room.value(), order);
    if (quota.is_ok()) quota.value()->release();
    if (room.is_ok()) frames->free(room.value(), order);
    objects->free(record.value(), sizeof(StartedProgram));
    return nullptr;
}

void ElfPrograms::forget(StartedProgram& program) {
    frames->free(machine::virtual_to_physical(program.room().data()), program.order());
    program.quota().release();
    program.StartedProgram::~StartedProgram();
    objects->free(address_of(&program), sizeof(StartedProgram));
}

} // namespace flat::service
