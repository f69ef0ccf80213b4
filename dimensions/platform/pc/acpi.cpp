// SPDX-License-Identifier: BSD-2-Clause
// The little of ACPI that we need. Offsets are those of ACPI 6.4, section 5.2.
#include "acpi.hpp"

#include <core/text.hpp>

namespace flat::platform {

namespace {

/// No table that leads us anywhere is larger.
constexpr usize table_bytes_max = 0x1'0000;

/// A little-endian number in a table; 0 where the table ends before.
template<class T>
T number_at(Span<u8 const> table, usize offset) {
    T value = 0;
    if (offset > table.size() || table.size() - offset < sizeof(T)) return value;
    for (usize i = sizeof(T); i > 0; --i)
        value = static_cast<T>(static_cast<u64>(value) << 8 | table[offset + i - 1]);
    return value;
}

bool has_checksum(Span<u8 const> bytes) {
    u8 sum = 0;
    for (u8 const byte : bytes)
        sum = static_cast<u8>(sum + byte);
    return sum == 0;
}

bool begins_with(Span<u8 const> bytes, Text signature) {
    return Text::from_bytes(bytes).starts_with(signature);
}

/// 5.2.6: the header that all tables but the root pointer have.
constexpr usize header_bytes = 36;
constexpr usize header_length = 4;

/// A table with this signature; empty if there is another, or a damaged one.
Span<u8 const> table_at(PhysicalReader const& memory, paddr address, Text signature) {
    Span<u8 const> const header = memory.read(address, header_bytes);
    if (!begins_with(header, signature)) return {};
    u32 const size = number_at<u32>(header, header_length);
    if (size < header_bytes || size > table_bytes_max) return {};
    Span<u8 const> const table = memory.read(address, size);
    return has_checksum(table) ? table : Span<u8 const>();
}

/// 5.2.5.3: the root pointer. Its second version names a table of 64-bit addresses.
struct RootTable {
    Span<u8 const> table;
    usize entry_bytes;
};

Maybe<RootTable> root_table(PhysicalReader const& memory, paddr rsdp) {
    constexpr usize first_version_bytes = 20;
    constexpr usize second_version_bytes = 36;
    constexpr usize revision = 15;
    constexpr usize rsdt_address = 16;
    constexpr usize xsdt_address = 24;
    Span<u8 const> const pointer = memory.read(rsdp, first_version_bytes);
    if (!begins_with(pointer, "RSD PTR ") || !has_checksum(pointer)) return nothing;
    if (pointer[revision] >= 2) {
        Span<u8 const> const extended = memory.read(rsdp, second_version_bytes);
        paddr const xsdt = number_at<u64>(extended, xsdt_address);
        Span<u8 const> const table = table_at(memory, xsdt, "XSDT");
        if (has_checksum(extended) && !table.is_empty()) return RootTable{table, sizeof(u64)};
    }
    paddr const rsdt = number_at<u32>(pointer, rsdt_address);
    Span<u8 const> const table = table_at(memory, rsdt, "RSDT");
    if (table.is_empty()) return nothing;
    return RootTable{table, sizeof(u32)};
}

/// The first table with this signature that the root table names.
Span<u8 const> find_table(PhysicalReader const& memory, RootTable const& root, Text signature) {
    for (usize offset = header_bytes; offset + root.entry_bytes <= root.table.size();
         offset += root.entry_bytes) {
        paddr const address = root.entry_bytes == sizeof(u64) ? number_at<u64>(root.table, offset)
                                                              : number_at<u32>(root.table, offset);
        Span<u8 const> const table = table_at(memory, address, signature);
        if (!table.is_empty()) return table;
    }
    return {};
}

/// 5.2.12.3: an I/O APIC. We use the one that has the ISA lines, whose inputs begin with 0.
void read_io_apic(Span<u8 const> entry, InterruptWiring& wiring) {
    constexpr usize address = 4;
    constexpr usize first_input = 8;
    if (number_at<u32>(entry, first_input) != 0 || number_at<u32>(entry, address) == 0) return;
    wiring.io_apic = number_at<u32>(entry, address);
}

/// 5.2.12.5: an ISA line that is not wired as usual.
void read_override(Span<u8 const> entry, InterruptWiring& wiring) {
    constexpr usize source = 3;
    constexpr usize input = 4;
    constexpr usize flags = 8;
    constexpr u32 active_low = 3; // flags 0 and 1: polarity
    constexpr u32 level = 3;      // flags 2 and 3: trigger mode
    u8 const line = number_at<u8>(entry, source);
    if (line >= InterruptWiring::isa_lines) return;
    u32 const bits = number_at<u16>(entry, flags);
    wiring.isa[line] = {number_at<u32>(entry, input), (bits & 3) == active_low,
                        (bits >> 2 & 3) == level};
}

/// 5.2.12: the entries after the header, two addresses and flags, each with type and length.
InterruptWiring read_interrupt_table(Span<u8 const> table) {
    constexpr usize first_entry = 44;
    constexpr u8 io_apic = 1;
    constexpr u8 interrupt_override = 2;
    InterruptWiring wiring;
    for (usize offset = first_entry; offset + 2 <= table.size();) {
        usize const size = table[offset + 1];
        if (size < 2 || size > table.size() - offset) break;
        Span<u8 const> const entry = table.part(offset, size);
        if (entry[0] == io_apic) read_io_apic(entry, wiring);
        if (entry[0] == interrupt_override) read_override(entry, wiring);
        offset += size;
    }
    return wiring;
}

} // namespace

Maybe<InterruptWiring> find_interrupt_wiring(PhysicalReader const& memory, paddr rsdp) {
    Maybe<RootTable> const root = root_table(memory, rsdp);
    if (!root) return nothing;
    Span<u8 const> const table = find_table(memory, *root, "APIC");
    if (table.is_empty()) return nothing;
    return read_interrupt_table(table);
}

} // namespace flat::platform
