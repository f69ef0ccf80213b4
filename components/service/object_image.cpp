// SPDX-License-Identifier: BSD-2-Clause
// A component object in memory (System V gABI, chapter 5, dynamic linking).
#include <service/object_image.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <domain/object_code.hpp>
#include <domain/page.hpp>

namespace flat::service {

using Reason = ObjectFault::Reason;

namespace {

enum Tag : u64 {
    tag_end = 0,
    tag_plt_bytes = 2,
    tag_hash = 4,
    tag_strings = 5,
    tag_symbols = 6,
    tag_rela = 7,
    tag_rela_bytes = 8,
    tag_string_bytes = 10,
    tag_plt_rela = 23,
};

struct DynamicEntry {
    u64 tag;
    u64 value;
};

struct Relocation {
    u64 offset;
    u64 info;
    u64 addend;

    u32 type() const { return static_cast<u32>(info); }
    u64 symbol() const { return info >> 32; }
};

constexpr char const* description_symbol = "flat_component";

ObjectFault malformed(char const* what) {
    return {Reason::malformed, what};
}

bool lies_within(u64 offset, u64 bytes, u64 limit) {
    return offset <= limit && bytes <= limit - offset;
}

} // namespace

Result<ObjectImage, ObjectFault> ObjectImage::parse(Span<u8 const> file) {
    auto const elf = ElfImage::parse(file, domain::elf_machine, ElfKind::object);
    if (elf.is_error())
        return elf.error() == ElfError::wrong_machine
                   ? ObjectFault{Reason::foreign, "it is for another kind of machine"}
                   : malformed("it is no component object");
    ObjectImage image(elf.value());
    for (u32 i = 0; i < image.elf_.segment_count(); ++i) {
        ElfImage::Segment const segment = image.elf_.segment(i);
        if (segment.memory_bytes == 0) continue;
        if (segment.is_writable && segment.is_executable)
            return malformed("a segment is both writable and executable");
        if (!is_aligned(segment.address, domain::page_size) || segment.address < image.bytes_)
            return malformed("its segments lie across each other");
        image.bytes_ = align_up(segment.address + segment.memory_bytes, domain::page_size);
        if (image.bytes_ > bytes_max) return malformed("it is too large");
    }
    if (image.bytes_ == 0) return malformed("it is empty");
    return image;
}

ElfImage::Range ObjectImage::settled() const {
    Maybe<ElfImage::Range> const range = elf_.read_only_after_relocation();
    if (!range || !lies_within(range->address, range->bytes, bytes_)) return {0, 0};
    vaddr const base = align_up(range->address, domain::page_size);
    vaddr const end = align_down(range->address + range->bytes, domain::page_size);
    return {base, end > base ? end - base : 0};
}

Result<Loadable const*, ObjectFault> ObjectImage::settle(Span<u8> memory,
                                                         Span<Export const> exports) {
    assert(memory.size() == bytes_);
    memory_ = memory;
    for (u32 i = 0; i < elf_.segment_count(); ++i) {
        ElfImage::Segment const segment = elf_.segment(i);
        if (segment.memory_bytes)
            memcpy(memory.data() + segment.address, segment.file, segment.file_bytes);
    }
    Tables const found = TRY(tables());
    TRY(relocate_all(found, found.relocations, exports));
    TRY(relocate_all(found, found.plt_relocations, exports));
    return description(found);
}

Result<ObjectImage::Tables, ObjectFault> ObjectImage::tables() const {
    Maybe<ElfImage::Range> const dynamic = elf_.dynamic();
    if (!dynamic || !lies_within(dynamic->address, dynamic->bytes, bytes_))
        return malformed("it has no tables of symbols");
    Tables found{};
    u64 hash = 0;
    for (u64 at = 0; at + sizeof(DynamicEntry) <= dynamic->bytes; at += sizeof(DynamicEntry)) {
        auto const entry = read<DynamicEntry>(dynamic->address + at);
        if (entry.tag == tag_end) break;
        switch (entry.tag) {
        case tag_hash:
            hash = entry.value;
            break;
        case tag_strings:
            found.strings.offset = entry.value;
            break;
        case tag_string_bytes:
            found.strings.bytes = entry.value;
            break;
        case tag_symbols:
            found.symbols.offset = entry.value;
            break;
        case tag_rela:
            found.relocations.offset = entry.value;
            break;
        case tag_rela_bytes:
            found.relocations.bytes = entry.value;
            break;
        case tag_plt_rela:
            found.plt_relocations.offset = entry.value;
            break;
        case tag_plt_bytes:
            found.plt_relocations.bytes = entry.value;
            break;
        default:
            break;
        }
    }
    // The hash table begins with the number of its buckets and that of the symbols.
    if (hash == 0 || !lies_within(hash, 8, bytes_))
        return malformed("it does not count its symbols");
    found.symbols.bytes = u64{read<u32>(hash + 4)} * sizeof(Symbol);
    Table const all[] = {found.symbols, found.strings, found.relocations, found.plt_relocations};
    for (Table const& table : all)
        if (!lies_within(table.offset, table.bytes, bytes_))
            return malformed("a table lies outside of it");
    return found;
}

Result<void, ObjectFault> ObjectImage::relocate_all(Tables const& tables, Table table,
                                                    Span<Export const> exports) {
    for (u64 at = 0; at + sizeof(Relocation) <= table.bytes; at += sizeof(Relocation)) {
        auto const relocation = read<Relocation>(table.offset + at);
        if (!lies_within(relocation.offset, sizeof(u64), bytes_))
            return malformed("a relocation lies outside of it");
        u64 value = relocation.addend;
        switch (relocation.type()) {
        case domain::relocate_relative_base:
            value += address_of(memory_.data());
            break;
        case domain::relocate_absolute:
            value += TRY(address_of_symbol(tables, relocation.symbol(), exports));
            break;
        case domain::relocate_global:
        case domain::relocate_jump:
            value = TRY(address_of_symbol(tables, relocation.symbol(), exports));
            break;
        default:
            return malformed("a relocation is of a type that components have not");
        }
        memcpy(memory_.data() + relocation.offset, &value, sizeof value);
    }
    return {};
}

Result<u64, ObjectFault> ObjectImage::address_of_symbol(Tables const& tables, u64 index,
                                                        Span<Export const> exports) const {
    Maybe<Symbol> const symbol = symbol_at(tables, index);
    if (!symbol) return malformed("a relocation names no symbol");
    if (symbol->section != 0) return address_of(memory_.data()) + symbol->value;
    char const* const name = name_of(tables, *symbol);
    for (Export const& each : exports)
        if (Text(each.name) == Text(name)) return address_of(each.address);
    return ObjectFault{Reason::undefined, "the kernel does not give a function that it calls",
                       name};
}

/// The description, with all that it points to in the object's memory.
Result<Loadable const*, ObjectFault> ObjectImage::description(Tables const& tables) const {
    for (u64 i = 0; i < tables.symbols.bytes / sizeof(Symbol); ++i) {
        Symbol const symbol = *symbol_at(tables, i);
        if (symbol.section == 0 || Text(name_of(tables, symbol)) != Text(description_symbol))
            continue;
        if (!lies_within(symbol.value, sizeof(Loadable), bytes_) ||
            !is_aligned(symbol.value, alignof(Loadable)))
            return malformed("its description lies outside of it");
        auto const& found = *reinterpret_cast<Loadable const*>(memory_.data() + symbol.value);
        if (!is_sound(found)) return malformed("its description points to somewhere else");
        return &found;
    }
    return malformed("it has no description");
}

bool ObjectImage::is_sound(Loadable const& description) const {
    if (!has_text(description.name) ||
        !has(description.ports, description.port_count, sizeof(LoadablePort)) ||
        !has(description.interfaces, description.interface_count, sizeof(InterfaceShape)) ||
        !has(reinterpret_cast<void const*>(description.construct), 1, 1) ||
        !has(reinterpret_cast<void const*>(description.destroy), 1, 1))
        return false;
    for (u64 i = 0; i < description.port_count; ++i)
        if (!has_text(description.ports[i].name) || !has_text(description.ports[i].type))
            return false;
    for (u64 i = 0; i < description.interface_count; ++i)
        if (!has_text(description.interfaces[i].type)) return false;
    return true;
}

/// Whether objects of a size lie in the object's memory, on addresses that are a word's.
bool ObjectImage::has(void const* pointer, u64 count, u64 size) const {
    if (count == 0) return true;
    u64 const offset = address_of(pointer) - address_of(memory_.data());
    return (size == 1 || is_aligned(address_of(pointer), sizeof(u64))) && count <= bytes_ / size &&
           lies_within(offset, count * size, bytes_);
}

/// Whether a text ends in the object's memory.
bool ObjectImage::has_text(char const* text) const {
    if (!has(text, 1, 1)) return false;
    for (u64 at = address_of(text) - address_of(memory_.data()); at < bytes_; ++at)
        if (memory_[at] == 0) return true;
    return false;
}

/// The empty name where there is none that ends.
char const* ObjectImage::name_of(Tables const& tables, Symbol const& symbol) const {
    u64 const at = tables.strings.offset + symbol.name;
    auto const* const name = reinterpret_cast<char const*>(memory_.data()) + at;
    return symbol.name < tables.strings.bytes && has_text(name) ? name : "";
}

Maybe<ObjectImage::Symbol> ObjectImage::symbol_at(Tables const& tables, u64 index) const {
    if (index >= tables.symbols.bytes / sizeof(Symbol)) return nothing;
    return read<Symbol>(tables.symbols.offset + index * sizeof(Symbol));
}

/// What lies at any place within the memory, aligned or not.
template<class Record>
Record ObjectImage::read(u64 offset) const {
    Record record;
    memcpy(&record, memory_.data() + offset, sizeof record);
    return record;
}

} // namespace flat::service
