// SPDX-License-Identifier: BSD-2-Clause
// One address space with a program in it.
#pragma once

#include <core/elf_image.hpp>
#include <core/utility.hpp>
#include <flat/domain/program_space.hpp>
#include <flat/memory/owned_object.hpp>
#include <flat/memory/user_space.hpp>
#include <machine/user_program.hpp>

namespace flat::abi {

class ProgramSpaces;

/// The segments of the program's file, a stack for its first thread, and those for calls.
class ProgramSpace final : public domain::ProgramSpace, NonCopyable {
public:
    ProgramSpace(ProgramSpaces& owner, ElfImage const& image, machine::Program& program)
        : owner_(owner), program_(program), entry_(image.entry()) {}

    /// Makes all that it consists of. False if memory does not suffice; `release` then gives back
    /// what there is.
    bool build(ElfImage const& image);

    void release() override;
    vaddr entry() override { return entry_; }
    vaddr stack() override;
    vaddr fault_handler() override { return entry_ + fault_handler_offset; }
    bool page_fault(vaddr address, u32 access) override;

    void* narrow(InterfaceId id) override;

private:
    /// More than any link script of ours makes.
    static constexpr u32 parts_max = 8;
    /// The handlers lie so far after the entry: domain/start.S of the architecture.
    static constexpr u64 fault_handler_offset = 16;
    static constexpr u64 upcall_handler_offset = 32;
    static constexpr u64 call_stack_pages = 33;

    bool add_segment(ElfImage::Segment const& segment);
    bool add_stack();
    bool add_call_stacks();
    bool keep(memory::OwnedObject& object);
    bool show(memory::OwnedObject& object, vaddr base, u64 pages, u32 rights);

    ProgramSpaces& owner_;
    machine::Program& program_;
    vaddr const entry_;
    memory::UserSpace* space_ = nullptr;
    memory::OwnedObject* parts_[parts_max] = {};
    u32 parts_count_ = 0;
};

} // namespace flat::abi
