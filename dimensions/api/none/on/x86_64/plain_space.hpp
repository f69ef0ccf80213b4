// SPDX-License-Identifier: BSD-2-Clause
// One address space of page tables and frames, with a program in it.
#pragma once

#include <abi/program_layout.hpp>
#include <core/machine/program_image.hpp>
#include <core/utility.hpp>
#include <flat/domain/program_space.hpp>
#include <flat/memory/frames.hpp>
#include <machine/user_program.hpp>

namespace flat::abi {

class PlainSpaces;

/// The segments of the program's file and its stacks, each page a frame of its own that is filled
/// when it is accessed first.
class PlainSpace final : public domain::ProgramSpace, NonCopyable {
public:
    PlainSpace(PlainSpaces& owner, Span<u8 const> file, ProgramImage const& image,
               memory::Frames& frames, paddr root, machine::Program& program);

    void release() override;
    vaddr entry() override { return entry_; }
    vaddr stack() override { return stack_end; }
    vaddr fault_handler() override { return is_of_the_kit_ ? entry_ + fault_handler_offset : 0; }
    bool can_serve() override { return is_of_the_kit_; }
    vaddr show(paddr, u64) override { return 0; }
    void hide(vaddr, u64) override {}
    Result<memory::CodeRegion*, memory::MappingError> take_code(u64, u64) override {
        return memory::MappingError{memory::MappingError::Code::unavailable};
    }
    bool page_fault(vaddr address, u32 access) override;

    void* narrow(InterfaceId id) override;

private:
    /// Pages that are there: what is in them first, zeros after that.
    struct Area {
        vaddr base;
        u64 pages;
        Span<u8 const> contents;
        u32 rights;
    };

    /// Those of the program, its stack, and the stacks of calls.
    static constexpr u32 areas_max = ProgramImage::parts_max + 1 + machine::call_stacks;

    void add(Area const& area) { areas_[area_count_++] = area; }
    void add_call_stacks(machine::Program& program);
    bool fill(Area const& area, vaddr page);
    Span<Area const> areas() const { return Span<Area const>(areas_).first(area_count_); }

    PlainSpaces& owner_;
    memory::Frames& frames_;
    paddr const root_;
    vaddr const entry_;
    bool const is_of_the_kit_;
    Area areas_[areas_max];
    u32 area_count_ = 0;
};

} // namespace flat::abi
