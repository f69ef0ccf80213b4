// SPDX-License-Identifier: BSD-2-Clause
// One address space with a program in it.
#pragma once

#include <abi/program_layout.hpp>
#include <core/machine/code_regions.hpp>
#include <core/machine/program_image.hpp>
#include <core/utility.hpp>
#include <flat/domain/program_space.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/owned_object.hpp>
#include <flat/memory/user_space.hpp>
#include <machine/user_program.hpp>

namespace flat::abi {

class ProgramSpaces;

/// The segments of the program's file, a stack for its first thread, and those for calls.
class ProgramSpace final : public domain::ProgramSpace, NonCopyable {
public:
    ProgramSpace(ProgramSpaces& owner, ProgramImage const& image, memory::Frames& frames,
                 machine::Program& program)
        : owner_(owner), frames_(frames), program_(program), entry_(image.entry()),
          is_of_the_kit_(image.calls_digest().has_value()), code_(program.guest) {}

    /// Makes all that it consists of; after a failure `release` gives back what there is.
    Result<void, ProgramFault> build(Span<u8 const> file, ProgramImage const& image,
                                     Span<u8 const> arguments);

    void release() override;
    vaddr entry() override { return entry_; }
    vaddr stack() override { return stack_; }
    vaddr fault_handler() override { return is_of_the_kit_ ? entry_ + fault_handler_offset : 0; }
    bool can_serve() override { return is_of_the_kit_; }
    vaddr show(paddr base, u64 pages) override;
    void hide(vaddr address, u64 pages) override;
    Result<memory::CodeRegion*, memory::MappingError> take_code(u64 pages, u64 limit) override;
    bool page_fault(vaddr address, u32 access) override;

    void* narrow(InterfaceId id) override;

private:
    /// Those of the program, two for its stack, one for the stacks of calls.
    static constexpr u32 parts_max = ProgramImage::parts_max + 3;

    bool add_part(Span<u8 const> file, ProgramImage::Part const& part);
    bool add_stack();
    bool add_arguments(Span<u8 const> arguments);
    bool add_call_stacks();
    bool keep(memory::OwnedObject& object);
    bool show(memory::OwnedObject& object, vaddr base, u64 pages, u32 rights);

    ProgramSpaces& owner_;
    memory::Frames& frames_;
    machine::Program& program_;
    vaddr const entry_;
    bool const is_of_the_kit_;
    vaddr stack_ = 0;
    u8* arguments_ = nullptr; // a frame
    memory::UserSpace* space_ = nullptr;
    memory::OwnedObject* parts_[parts_max] = {};
    u32 parts_count_ = 0;
    machine::CodeRegions code_;
};

} // namespace flat::abi
