// SPDX-License-Identifier: BSD-2-Clause
// The second half of making a stencil: the parts of an object file side by side.
#pragma once

#include "stencil_code.hpp"

#include <llvm/Object/ELFObjectFile.h>

#include <optional>

namespace specialize {

/// What a relocation refers to: a place in the code, or by its number a hole or a symbol.
struct StencilTarget {
    FlatlandPatchValue kind = flatland_patch_inside;
    unsigned index = 0;
    std::uint64_t offset = 0; ///< in the code
    auto operator<=>(StencilTarget const&) const = default;
};

/// The function's section, the sections that it refers to, and a table of addresses.
class StencilLayout {
public:
    StencilLayout(llvm::object::ELFObjectFileBase const& object, StencilNames const& names,
                  std::vector<std::uint8_t> hole_bits)
        : object_(object), names_(names) {
        stencil_.machine = object.getEMachine();
        stencil_.hole_bits = std::move(hole_bits);
    }

    /// Lays everything out and resolves the relocations, which leave patches.
    std::variant<Stencil, StencilRefusal> resolve();

private:
    using Section = llvm::object::SectionRef;
    using Relocation = llvm::object::ELFRelocationRef;

    bool place(Section const& section);
    bool place_function();
    bool place_all();
    bool list_relocations(Section const& section);
    std::optional<StencilTarget> target_of(Relocation const& relocation);
    bool resolve_one(Relocation const& relocation, std::uint64_t place);
    bool resolve_x86(std::uint64_t type, StencilTarget const& target, std::int64_t addend,
                     std::uint64_t place);
    bool resolve_aarch64(std::uint64_t type, StencilTarget const& target, std::int64_t addend,
                         std::uint64_t place);
    void add_patch(StencilTarget const& target, FlatlandPatchForm form, std::int64_t addend,
                   std::uint64_t place);
    std::uint64_t address_slot(StencilTarget const& target);
    std::uint64_t far_jump(StencilTarget const& target);
    bool write_relative(std::int64_t distance, std::uint64_t place);
    bool write_bits(std::int64_t distance, unsigned bits, unsigned first_bit, std::uint64_t place);
    bool write_adr(std::int64_t distance, std::uint64_t place);
    bool refuse(std::string code, std::string message);

    /// Where a symbol is defined in the file.
    std::optional<Section> section_of(llvm::object::SymbolRef const& symbol) const;

    llvm::object::ELFObjectFileBase const& object_;
    StencilNames const& names_;
    Stencil stencil_;
    std::map<std::uint64_t, std::uint64_t> places_; // of sections, by index
    std::vector<Section> placed_;
    std::vector<std::pair<Relocation, std::uint64_t>> relocations_; // with their places
    std::map<std::string, unsigned> symbols_;
    std::map<StencilTarget, std::uint64_t> slots_;
    std::map<StencilTarget, std::uint64_t> far_jumps_;
    std::optional<StencilRefusal> refusal_;
};

} // namespace specialize
