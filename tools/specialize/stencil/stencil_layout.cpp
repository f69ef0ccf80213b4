// SPDX-License-Identifier: BSD-2-Clause
// Resolves what can be known of an object file without addresses, and keeps the rest as patches.
#include "stencil_layout.hpp"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/MathExtras.h>

#include <limits>

namespace specialize {
namespace {

constexpr std::size_t most_code_bytes = 1U << 22U;

template<typename value>
value taken(llvm::Expected<value> expected, value otherwise) {
    if (expected) return *expected;
    llvm::consumeError(expected.takeError());
    return otherwise;
}

} // namespace

bool StencilLayout::refuse(std::string code, std::string message) {
    if (!refusal_) refusal_ = StencilRefusal{std::move(code), std::move(message)};
    return false;
}

/// Appends a section, once.
bool StencilLayout::place(Section const& section) {
    if (places_.contains(section.getIndex())) return true;
    llvm::object::ELFSectionRef const elf(section);
    std::string const name = taken<llvm::StringRef>(section.getName(), "?").str();
    std::uint64_t const alignment = section.getAlignment().value();
    if (alignment > flatland_stencil_alignment)
        return refuse("S0326", "section " + name + " is aligned to " + std::to_string(alignment));
    bool const is_written =
        (elf.getFlags() & llvm::ELF::SHF_WRITE) != 0 && !name.starts_with(".data.rel.ro");
    if (section.isBSS() || is_written) return refuse("S0325", "section " + name + " has variables");
    std::string& code = stencil_.code;
    code.resize(llvm::alignTo(code.size(), alignment));
    places_[section.getIndex()] = code.size();
    placed_.push_back(section);
    code += taken<llvm::StringRef>(section.getContents(), "");
    return code.size() <= most_code_bytes || refuse("S0326", "the code has more than 4 MiB");
}

std::optional<llvm::object::SectionRef>
StencilLayout::section_of(llvm::object::SymbolRef const& symbol) const {
    auto const section =
        taken<llvm::object::section_iterator>(symbol.getSection(), object_.section_end());
    if (section == object_.section_end()) return std::nullopt;
    return *section;
}

bool StencilLayout::place_function() {
    for (llvm::object::ELFSymbolRef const symbol : object_.symbols()) {
        if (taken<llvm::StringRef>(symbol.getName(), "") != names_.function) continue;
        std::optional<Section> const section = section_of(symbol);
        if (!section) continue;
        if (taken<std::uint64_t>(symbol.getValue(), 1) != 0)
            return refuse("S0324", "the function does not begin with its first instruction");
        return place(*section);
    }
    return refuse("S0327", "the object file lacks the function");
}

/// Notes the relocations of a placed section, and places the sections that they name.
bool StencilLayout::list_relocations(Section const& section) {
    for (Section const& list : object_.sections()) {
        auto const relocated = taken<llvm::object::section_iterator>(list.getRelocatedSection(),
                                                                     object_.section_end());
        if (relocated == object_.section_end() || *relocated != section) continue;
        std::uint64_t const start = places_.at(section.getIndex());
        for (Relocation const relocation : list.relocations()) {
            relocations_.emplace_back(relocation, start + relocation.getOffset());
            std::optional<Section> const target = section_of(*relocation.getSymbol());
            if (target && !place(*target)) return false;
        }
    }
    return true;
}

bool StencilLayout::place_all() {
    bool can = place_function();
    for (std::size_t i = 0; can && i < placed_.size(); i++)
        can = list_relocations(Section(placed_[i]));
    stencil_.code.resize(llvm::alignTo(stencil_.code.size(), sizeof(std::uint64_t)));
    return can;
}

std::optional<StencilTarget> StencilLayout::target_of(Relocation const& relocation) {
    llvm::object::ELFSymbolRef const symbol(*relocation.getSymbol());
    if (std::optional<Section> const section = section_of(symbol))
        return StencilTarget{flatland_patch_inside, 0,
                             places_.at(section->getIndex()) +
                                 taken<std::uint64_t>(symbol.getValue(), 0)};
    std::string const name = taken<llvm::StringRef>(symbol.getName(), "").str();
    if (auto const hole = names_.holes.find(name); hole != names_.holes.end())
        return StencilTarget{flatland_patch_hole, hole->second};
    if (name.empty()) return std::nullopt;
    auto const [known, is_new] = symbols_.emplace(name, stencil_.symbols.size());
    if (is_new) {
        auto const value = names_.values.find(name);
        auto* const original =
            value == names_.values.end() ? nullptr : const_cast<llvm::GlobalValue*>(value->second);
        stencil_.symbols.push_back({original, name});
    }
    return StencilTarget{flatland_patch_symbol, known->second};
}

void StencilLayout::add_patch(StencilTarget const& target, FlatlandPatchForm form,
                              std::int64_t addend, std::uint64_t place) {
    stencil_.patches.push_back(
        {static_cast<std::uint32_t>(place), static_cast<std::uint16_t>(target.index),
         static_cast<std::uint8_t>(target.kind), static_cast<std::uint8_t>(form),
         addend + static_cast<std::int64_t>(target.offset)});
}

/// Where the address of the target is in the table after the code.
std::uint64_t StencilLayout::address_slot(StencilTarget const& target) {
    auto const [slot, is_new] = slots_.emplace(target, stencil_.code.size());
    if (is_new) {
        stencil_.code.resize(stencil_.code.size() + sizeof(std::uint64_t));
        add_patch(target, flatland_patch_whole, 0, slot->second);
    }
    return slot->second;
}

/// A jump to the target wherever it is: for direct calls of functions that may be far away, which
/// the code generator adds, as it does to protect the stack.
std::uint64_t StencilLayout::far_jump(StencilTarget const& target) {
    auto const [jump, is_new] = far_jumps_.emplace(target, stencil_.code.size());
    std::uint64_t const place = jump->second;
    if (!is_new) return place;
    stencil_.code.resize(place + 8);
    auto const distance = static_cast<std::int64_t>(address_slot(target) - place);
    if (stencil_.machine == llvm::ELF::EM_X86_64) {
        llvm::support::endian::write16le(&stencil_.code[place], 0x25ff); // jmp *slot(%rip)
        write_relative(distance - 6, place + 2);
        return place;
    }
    llvm::support::endian::write32le(&stencil_.code[place], 0x58000010); // ldr x16, slot
    write_bits(distance, 19, 5, place);
    llvm::support::endian::write32le(&stencil_.code[place + 4], 0xd61f0200); // br x16
    return place;
}

bool StencilLayout::write_relative(std::int64_t distance, std::uint64_t place) {
    llvm::support::endian::write32le(&stencil_.code[place], static_cast<std::uint32_t>(distance));
    return llvm::isInt<32>(distance);
}

/// A distance in words, as AArch64 has it.
bool StencilLayout::write_bits(std::int64_t distance, unsigned bits, unsigned first_bit,
                               std::uint64_t place) {
    std::uint32_t const mask = ((1U << bits) - 1) << first_bit;
    std::uint32_t const word = llvm::support::endian::read32le(&stencil_.code[place]);
    auto const field = static_cast<std::uint32_t>(distance / 4) << first_bit;
    llvm::support::endian::write32le(&stencil_.code[place], (word & ~mask) | (field & mask));
    return distance % 4 == 0 && llvm::isIntN(bits, distance / 4);
}

bool StencilLayout::write_adr(std::int64_t distance, std::uint64_t place) {
    constexpr std::uint32_t mask = 0x60ffffe0;
    std::uint32_t const word = llvm::support::endian::read32le(&stencil_.code[place]);
    auto const low = (static_cast<std::uint32_t>(distance) & 3U) << 29U;
    auto const high = (static_cast<std::uint32_t>(distance >> 2U) & 0x7ffffU) << 5U;
    llvm::support::endian::write32le(&stencil_.code[place], (word & ~mask) | low | high);
    return llvm::isInt<21>(distance);
}

/// System V ABI, AMD64 supplement, table 4.9.
bool StencilLayout::resolve_x86(std::uint64_t type, StencilTarget const& target,
                                std::int64_t addend, std::uint64_t place) {
    auto const here = static_cast<std::int64_t>(place);
    bool const is_inside = target.kind == flatland_patch_inside;
    bool const is_hole = target.kind == flatland_patch_hole;
    switch (type) {
    case llvm::ELF::R_X86_64_64:
        add_patch(target, flatland_patch_whole, addend, place);
        return true;
    case llvm::ELF::R_X86_64_32:
    case llvm::ELF::R_X86_64_32S:
        if (!is_hole || stencil_.hole_bits[target.index] > 32) return false;
        add_patch(target,
                  type == llvm::ELF::R_X86_64_32 ? flatland_patch_unsigned : flatland_patch_signed,
                  addend, place);
        return true;
    case llvm::ELF::R_X86_64_PC32:
    case llvm::ELF::R_X86_64_PLT32:
        if (is_inside)
            return write_relative(static_cast<std::int64_t>(target.offset) + addend - here, place);
        if (is_hole) return false;
        if (type == llvm::ELF::R_X86_64_PLT32 &&
            !names_.values.contains(stencil_.symbols[target.index].name))
            return write_relative(static_cast<std::int64_t>(far_jump(target)) + addend - here,
                                  place);
        add_patch(target, flatland_patch_relative, addend, place);
        return true;
    case llvm::ELF::R_X86_64_GOTPCREL:
    case llvm::ELF::R_X86_64_GOTPCRELX:
    case llvm::ELF::R_X86_64_REX_GOTPCRELX:
        return write_relative(static_cast<std::int64_t>(address_slot(target)) + addend - here,
                              place);
    default:
        return false;
    }
}

/// ELF for the Arm 64-bit Architecture, 5.7.
bool StencilLayout::resolve_aarch64(std::uint64_t type, StencilTarget const& target,
                                    std::int64_t addend, std::uint64_t place) {
    auto const here = static_cast<std::int64_t>(place);
    auto const distance = static_cast<std::int64_t>(target.offset) + addend - here;
    if (type == llvm::ELF::R_AARCH64_ABS64) {
        add_patch(target, flatland_patch_whole, addend, place);
        return true;
    }
    if (type == llvm::ELF::R_AARCH64_GOT_LD_PREL19) {
        auto const slot = static_cast<std::int64_t>(address_slot(target));
        return addend == 0 && write_bits(slot - here, 19, 5, place);
    }
    bool const is_call = type == llvm::ELF::R_AARCH64_CALL26 || type == llvm::ELF::R_AARCH64_JUMP26;
    if (is_call && target.kind == flatland_patch_symbol)
        return write_bits(static_cast<std::int64_t>(far_jump(target)) + addend - here, 26, 0,
                          place);
    if (target.kind != flatland_patch_inside) return false;
    switch (type) {
    case llvm::ELF::R_AARCH64_LD_PREL_LO19:
    case llvm::ELF::R_AARCH64_CONDBR19:
        return write_bits(distance, 19, 5, place);
    case llvm::ELF::R_AARCH64_CALL26:
    case llvm::ELF::R_AARCH64_JUMP26:
        return write_bits(distance, 26, 0, place);
    case llvm::ELF::R_AARCH64_ADR_PREL_LO21:
        return write_adr(distance, place);
    case llvm::ELF::R_AARCH64_PREL32:
        return write_relative(distance, place);
    default:
        return false;
    }
}

bool StencilLayout::resolve_one(Relocation const& relocation, std::uint64_t place) {
    std::optional<StencilTarget> const target = target_of(relocation);
    std::int64_t const addend = taken<std::int64_t>(relocation.getAddend(), 0);
    bool const is_x86 = stencil_.machine == llvm::ELF::EM_X86_64;
    std::uint64_t const type = relocation.getType();
    if (target && (is_x86 ? resolve_x86(type, *target, addend, place)
                          : resolve_aarch64(type, *target, addend, place)))
        return true;
    llvm::SmallString<32> name;
    relocation.getTypeName(name);
    std::string const symbol = taken<llvm::StringRef>(relocation.getSymbol()->getName(), "?").str();
    return refuse("S0325", "relocation " + name.str().str() + " against `" + symbol +
                               "` cannot be done at run time");
}

std::variant<Stencil, StencilRefusal> StencilLayout::resolve() {
    bool can = place_all();
    for (auto const& [relocation, place] : relocations_)
        can = can && resolve_one(relocation, place);
    if (stencil_.symbols.size() > std::numeric_limits<std::uint16_t>::max())
        refuse("S0326", "the code refers to more than 65535 symbols");
    if (refusal_) return *refusal_;
    return std::move(stencil_);
}

} // namespace specialize
