// SPDX-License-Identifier: BSD-2-Clause
// A process of the host for each program.
#include <abi/program_spaces.hpp>

#include <core/image/elf_image.hpp>
#include <core/top.hpp>
#include <domain/object_code.hpp>
#include <flat/domain/program_space.hpp>
#include <flat/memory/objects.hpp>
#include <flat/memory/quota.hpp>
#include <hosted/child_process.hpp>
#include <machine/user_program.hpp>

#include <new>

namespace flat::abi {

using domain::ProgramError;

/// One process; the host takes care of its memory and of its faults.
class ProgramSpaces::Space final : public domain::ProgramSpace, NonCopyable {
public:
    explicit Space(memory::Objects& objects) : objects_(objects) {}

    arch::ChildProcess& process() { return process_; }

    void release() override {
        memory::Objects& objects = objects_;
        this->Space::~Space();
        objects.free(address_of(this), sizeof(Space));
    }
    vaddr entry() override { return 0; }
    vaddr stack() override { return 0; }
    vaddr fault_handler() override { return 0; }
    bool can_serve() override { return true; }
    vaddr show(paddr, u64) override { return 0; }
    void hide(vaddr, u64) override {}
    Result<memory::CodeRegion*, memory::MappingError> take_code(u64, u64) override {
        return memory::MappingError{memory::MappingError::Code::unavailable};
    }
    bool page_fault(vaddr, u32) override { return false; }

    void* narrow(InterfaceId id) override {
        if (id == domain::ProgramSpace::interface_id)
            return static_cast<domain::ProgramSpace*>(this);
        if (id == core::AbstractResource::interface_id)
            return static_cast<core::AbstractResource*>(this);
        return id == Top::interface_id ? static_cast<Top*>(this) : nullptr;
    }

private:
    memory::Objects& objects_;
    arch::ChildProcess process_;
};

namespace {

/// What the host may give a process whose pages would come from these frames.
u64 data_bytes_max(memory::Frames& frames) {
    auto* const quota = narrow_to<memory::Quota>(frames);
    return quota ? quota->limit_bytes() : arch::ChildProcess::unlimited;
}

/// What a program has from its beginning on that it may write.
u64 data_bytes(Span<u8 const> file) {
    auto const image = ElfImage::parse(file, domain::elf_machine, ElfKind::object);
    if (image.is_error()) return 0; // the host tells
    u64 bytes = 0;
    for (u32 i = 0; i < image.value().segment_count(); ++i) {
        auto const segment = image.value().segment(i);
        bytes += segment.is_writable ? segment.memory_bytes : 0;
    }
    return bytes;
}

} // namespace

Result<domain::ProgramSpace*, ProgramError> ProgramSpaces::make(Span<u8 const> file,
                                                                Span<u8 const> arguments, u64,
                                                                memory::Frames& frames,
                                                                vaddr program) {
    if (!arguments.is_empty()) return ProgramError{ProgramError::Code::foreign};
    u64 const limit = data_bytes_max(frames);
    if (data_bytes(file) > limit) return ProgramError{ProgramError::Code::exhausted};
    auto const place = objects->allocate(sizeof(Space));
    if (place.is_error()) return ProgramError{ProgramError::Code::exhausted};
    auto* const space = new (pointer_to<void>(place.value())) Space(*objects);
    if (!space->process().start(file, limit)) {
        space->release();
        return ProgramError{ProgramError::Code::exhausted};
    }
    pointer_to<machine::Program>(program)->process = &space->process();
    return space;
}

} // namespace flat::abi
