// SPDX-License-Identifier: BSD-2-Clause
// Tests of reading ACPI's tables, good and damaged.
#include "acpi.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace flat::platform {
namespace {

/// A piece of memory that begins at `base`; whoever reads beyond it gets nothing, and whoever uses
/// more than it was given is caught by the sanitizer, for every answer is a copy of its own.
class Memory final : public PhysicalReader {
public:
    static constexpr paddr base = 0xe'0000;

    Span<u8 const> read(paddr address, usize bytes) const override {
        if (address < base || address - base > content.size() ||
            bytes > content.size() - (address - base))
            return {};
        auto const begin = content.begin() + static_cast<isize>(address - base);
        copies_.push_back(std::vector<u8>(begin, begin + static_cast<isize>(bytes)));
        return Span<u8 const>(copies_.back().data(), bytes);
    }

    std::vector<u8> content;

private:
    using isize = std::ptrdiff_t;

    mutable std::vector<std::vector<u8>> copies_;
};

template<class T>
void append(std::vector<u8>& bytes, T value) {
    for (usize i = 0; i < sizeof(T); ++i)
        bytes.push_back(static_cast<u8>(static_cast<u64>(value) >> 8 * i));
}

void fix_checksum(std::vector<u8>& bytes, usize place, usize size) {
    bytes[place] = 0;
    u8 sum = 0;
    for (usize i = 0; i < size; ++i)
        sum = static_cast<u8>(sum + bytes[i]);
    bytes[place] = static_cast<u8>(-sum);
}

std::vector<u8> table(std::string const& signature, std::vector<u8> const& body) {
    std::vector<u8> bytes(signature.begin(), signature.end());
    append(bytes, static_cast<u32>(36 + body.size()));
    bytes.resize(36);
    bytes.insert(bytes.end(), body.begin(), body.end());
    fix_checksum(bytes, 9, bytes.size());
    return bytes;
}

/// Entries as QEMU has them: a processor, an I/O APIC, line 0 moved, line 9 level and active low.
std::vector<u8> interrupt_table() {
    std::vector<u8> body;
    append(body, 0xfee0'0000u);
    append(body, 1u);
    std::vector<u8> const entries[] = {
        {0, 8, 0, 0, 1, 0, 0, 0},
        {1, 12, 0, 0, 0x00, 0x10, 0xc0, 0xfe, 0, 0, 0, 0},
        {2, 10, 0, 0, 2, 0, 0, 0, 0, 0},
        {2, 10, 0, 9, 21, 0, 0, 0, 0x0f, 0},
    };
    for (auto const& entry : entries)
        body.insert(body.end(), entry.begin(), entry.end());
    return table("APIC", body);
}

/// Root pointer at the base, root table 0x100 bytes after it, one other table, the interrupt table.
Memory make_memory(bool has_second_version) {
    constexpr usize root_place = 0x100;
    constexpr usize other_place = 0x200;
    constexpr usize interrupt_place = 0x300;
    Memory memory;
    std::vector<u8>& bytes = memory.content;
    std::string const signature = "RSD PTR ";
    bytes.assign(signature.begin(), signature.end());
    bytes.resize(36);
    bytes[15] = has_second_version ? 2 : 0;
    u32 const root = Memory::base + root_place;
    std::memcpy(&bytes[has_second_version ? 24 : 16], &root, sizeof root);
    fix_checksum(bytes, 8, 20);
    if (has_second_version) fix_checksum(bytes, 32, 36);

    std::vector<u8> body;
    for (usize const place : {other_place, interrupt_place})
        if (has_second_version)
            append<u64>(body, Memory::base + place);
        else
            append<u32>(body, static_cast<u32>(Memory::base + place));
    auto const place_table = [&](usize place, std::vector<u8> const& content) {
        bytes.resize(place);
        bytes.insert(bytes.end(), content.begin(), content.end());
    };
    place_table(root_place, table(has_second_version ? "XSDT" : "RSDT", body));
    place_table(other_place, table("FACP", std::vector<u8>(40)));
    place_table(interrupt_place, interrupt_table());
    return memory;
}

void expect_qemus_wiring(Maybe<InterruptWiring> const& wiring) {
    ASSERT_TRUE(wiring);
    EXPECT_EQ(wiring->io_apic, 0xfec0'1000u);
    EXPECT_EQ(wiring->isa[0].input, 2u);
    EXPECT_FALSE(wiring->isa[0].is_level);
    EXPECT_EQ(wiring->isa[4].input, 4u);
    EXPECT_EQ(wiring->isa[9].input, 21u);
    EXPECT_TRUE(wiring->isa[9].is_level);
    EXPECT_TRUE(wiring->isa[9].is_active_low);
}

TEST(Acpi, tells_the_wiring_by_a_root_table_of_32_bit_addresses) {
    expect_qemus_wiring(find_interrupt_wiring(make_memory(false), Memory::base));
}

TEST(Acpi, tells_the_wiring_by_a_root_table_of_64_bit_addresses) {
    expect_qemus_wiring(find_interrupt_wiring(make_memory(true), Memory::base));
}

TEST(Acpi, needs_a_root_pointer_with_the_right_signature_and_checksum) {
    Memory memory = make_memory(false);
    EXPECT_FALSE(find_interrupt_wiring(memory, 0));
    EXPECT_FALSE(find_interrupt_wiring(memory, Memory::base + 16));
    memory.content[16] ^= 1;
    EXPECT_FALSE(find_interrupt_wiring(memory, Memory::base));
}

TEST(Acpi, does_not_believe_damaged_tables) {
    Memory memory = make_memory(false);
    memory.content[0x300 + 50] ^= 1;
    EXPECT_FALSE(find_interrupt_wiring(memory, Memory::base));
    memory = make_memory(false);
    memory.content[0x100 + 20] ^= 1;
    EXPECT_FALSE(find_interrupt_wiring(memory, Memory::base));
}

TEST(Acpi, ignores_an_entry_that_is_longer_than_its_table) {
    Memory memory = make_memory(false);
    memory.content[0x300 + 44 + 8 + 12 + 1] = 200;
    std::vector<u8> moved(memory.content.begin() + 0x300, memory.content.end());
    fix_checksum(moved, 9, moved.size());
    std::copy(moved.begin(), moved.end(), memory.content.begin() + 0x300);
    auto const wiring = find_interrupt_wiring(memory, Memory::base);
    ASSERT_TRUE(wiring);
    EXPECT_EQ(wiring->io_apic, 0xfec0'1000u) << "what came before counts";
    EXPECT_EQ(wiring->isa[9].input, 9u) << "what comes after does not";
}

TEST(Acpi, wires_a_pc_without_tables_as_every_pc_is) {
    InterruptWiring const usual;
    EXPECT_EQ(usual.io_apic, 0xfec0'0000u);
    EXPECT_EQ(usual.isa[0].input, 2u);
    EXPECT_EQ(usual.isa[15].input, 15u);
}

// Damaged tables with checksums that are right: nothing outside is read, and nothing hangs.
TEST(Acpi, survives_whatever_the_tables_claim) {
    std::mt19937 random(3);
    usize found = 0;
    for (int round = 0; round < 5000; ++round) {
        Memory memory = make_memory(round % 2);
        usize const places[] = {0, 0x100, 0x200, 0x300};
        for (u32 i = random() % 8; i > 0; --i) {
            usize const place = places[random() % 4] + random() % 80;
            if (place < memory.content.size()) memory.content[place] = static_cast<u8>(random());
        }
        for (usize const place : {0x100, 0x300}) {
            u32 size;
            std::memcpy(&size, &memory.content[place + 4], sizeof size);
            if (size > memory.content.size() - place || size < 36) continue;
            std::vector<u8> copy(memory.content.begin() + place,
                                 memory.content.begin() + place + size);
            fix_checksum(copy, 9, size);
            std::copy(copy.begin(), copy.end(), memory.content.begin() + place);
        }
        fix_checksum(memory.content, 8, 20);
        fix_checksum(memory.content, 32, 36);
        if (random() % 4 == 0) memory.content.resize(random() % memory.content.size());
        found += find_interrupt_wiring(memory, Memory::base).has_value();
    }
    EXPECT_GT(found, 100u) << "the damage was such that nothing was read at all";
    EXPECT_LT(found, 5000u);
}

} // namespace
} // namespace flat::platform
