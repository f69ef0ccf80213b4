// SPDX-License-Identifier: BSD-2-Clause
// Component objects: what settles in memory, and what is refused however it is damaged.
#include <service/object_image.hpp>

#include <domain/object_code.hpp>

#include <cstddef>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace flat::service {
namespace {

constexpr u64 contents = 0x1000; // where the one segment begins in the file
constexpr u64 dynamic = 0x100;   // and in it the tables
constexpr u64 hash = 0x200;
constexpr u64 strings = 0x300;
constexpr u64 symbols = 0x400;
constexpr u64 relocations = 0x500;
constexpr u64 description = 0x600;
constexpr u64 name = 0x700;
constexpr u64 types = 0x800;
constexpr u64 pointer = 0x900; // leads to a function of the kernel's

u64 const given = 0;
Export const exports[] = {{"given", &given}};

/// An object file with a description, whose parts a test may change.
struct File {
    std::vector<u8> bytes = std::vector<u8>(0x2000);
    u64 relocated = relocations;

    File() {
        u8 const identification[] = {0x7f, 'E', 'L', 'F', 2, 1, 1};
        std::memcpy(bytes.data(), identification, sizeof identification);
        put(16, 3, 2);
        put(18, domain::elf_machine, 2);
        put(20, 1, 4);
        put(32, 64, 8);
        put(52, 64, 2);
        put(54, 56, 2);
        put(56, 2, 2);
        header(64, 1, 6, contents, 0, 0x1000);
        header(120, 2, 6, contents + dynamic, dynamic, 0x100);
        u64 const entries[][2] = {{4, hash},  {5, strings},     {6, symbols},
                                  {10, 0x40}, {7, relocations}, {8, 24 * 6}};
        for (usize i = 0; i < 6; ++i) {
            put(contents + dynamic + 16 * i, entries[i][0], 8);
            put(contents + dynamic + 16 * i + 8, entries[i][1], 8);
        }
        put(contents + hash + 4, 3, 4);
        text(strings + 1, "flat_component");
        text(strings + 20, "given");
        symbol(1, 1, 1, description);
        symbol(2, 20, 0, 0);
        text(name, "test.Object");
        text(types, "flat.test.Thing@1");
        put(contents + description, 7, 8);
        put(contents + description + offsetof(Loadable, interface_count), 1, 8);
        relocate(description + offsetof(Loadable, name), name);
        relocate(description + offsetof(Loadable, interfaces), 0xa00);
        relocate(description + offsetof(Loadable, construct), 0);
        relocate(description + offsetof(Loadable, destroy), 0);
        relocate(0xa00, types);
        relocate(pointer, 0, domain::relocate_jump, 2);
    }

    void put(u64 at, u64 value, int size) { std::memcpy(&bytes[at], &value, size); }
    void text(u64 at, std::string const& value) {
        std::memcpy(&bytes[contents + at], value.c_str(), value.size() + 1);
    }
    void header(u64 at, u32 type, u32 rights, u64 offset, u64 address, u64 size) {
        put(at, type, 4);
        put(at + 4, rights, 4);
        put(at + 8, offset, 8);
        put(at + 16, address, 8);
        put(at + 32, size, 8);
        put(at + 40, size, 8);
    }
    void symbol(u64 index, u64 name_at, u64 section, u64 value) {
        put(contents + symbols + 24 * index, name_at, 4);
        put(contents + symbols + 24 * index + 6, section, 2);
        put(contents + symbols + 24 * index + 8, value, 8);
    }
    void relocate(u64 at, u64 addend, u32 type = domain::relocate_relative_base, u64 of = 0) {
        put(contents + relocated, at, 8);
        put(contents + relocated + 8, of << 32 | type, 8);
        put(contents + relocated + 16, addend, 8);
        relocated += 24;
    }

    Span<u8 const> span() const { return {bytes.data(), bytes.size()}; }
};

class ObjectImageTest : public ::testing::Test {
protected:
    Result<Loadable const*, ObjectFault> settle(File const& file) {
        auto const image = ObjectImage::parse(file.span());
        if (image.is_error()) return image.error();
        ObjectImage object = image.value();
        memory.assign(object.bytes() / sizeof(u64), 0);
        return object.settle({reinterpret_cast<u8*>(memory.data()), object.bytes()}, exports);
    }

    void expect_refused(File const& file, std::string const& what) {
        auto const settled = settle(file);
        ASSERT_TRUE(settled.is_error()) << what;
        EXPECT_EQ(settled.error().what, what);
    }

    std::vector<u64> memory;
};

TEST_F(ObjectImageTest, settles_where_its_memory_is) {
    auto const settled = settle(File());
    ASSERT_TRUE(settled.is_ok()) << settled.error().what;
    Loadable const& found = *settled.value();
    EXPECT_EQ(found.kit, 7u);
    EXPECT_STREQ(found.name, "test.Object");
    ASSERT_EQ(found.interface_count, 1u);
    EXPECT_STREQ(found.interfaces[0].type, "flat.test.Thing@1");
    EXPECT_EQ(address_of(reinterpret_cast<void const*>(found.construct)),
              address_of(memory.data()));
    EXPECT_EQ(memory[pointer / sizeof(u64)], address_of(&given));
}

TEST_F(ObjectImageTest, names_the_function_that_the_kernel_does_not_give) {
    File file;
    file.text(strings + 20, "taken");
    auto const settled = settle(file);
    ASSERT_TRUE(settled.is_error());
    EXPECT_EQ(settled.error().reason, ObjectFault::Reason::undefined);
    EXPECT_STREQ(settled.error().symbol, "taken");
}

TEST_F(ObjectImageTest, refuses_another_machine) {
    File file;
    file.put(18, 40, 2);
    EXPECT_EQ(ObjectImage::parse(file.span()).error().reason, ObjectFault::Reason::foreign);
}

TEST_F(ObjectImageTest, refuses_what_lies_outside) {
    File relocation;
    relocation.relocated = relocations;
    relocation.relocate(0xffc, 0);
    expect_refused(relocation, "a relocation lies outside of it");
    File table;
    table.put(contents + dynamic + 40, ~u64{0} - 8, 8);
    expect_refused(table, "a table lies outside of it");
    File symbol;
    symbol.put(contents + relocations + 24 * 5 + 8, u64{9} << 32 | 7, 8);
    expect_refused(symbol, "a relocation names no symbol");
    File far;
    far.symbol(1, 1, 1, 0x1000);
    expect_refused(far, "its description lies outside of it");
    File count;
    count.put(contents + description + offsetof(Loadable, interface_count), ~u64{0}, 8);
    expect_refused(count, "its description points to somewhere else");
}

TEST_F(ObjectImageTest, refuses_segments_that_no_component_has) {
    File both;
    both.put(68, 7, 4);
    expect_refused(both, "a segment is both writable and executable");
    File large;
    large.put(64 + 40, ObjectImage::bytes_max + 1, 8);
    expect_refused(large, "it is too large");
    File nowhere;
    nowhere.put(64, 9, 4);
    expect_refused(nowhere, "it is empty");
    File across;
    across.put(64 + 16, 0x800, 8);
    expect_refused(across, "its segments lie across each other");
}

TEST_F(ObjectImageTest, stays_in_its_memory_however_it_is_damaged) {
    File const whole;
    std::mt19937_64 random(2026);
    usize settled = 0;
    for (int i = 0; i < 20'000; ++i) {
        File file = whole;
        for (u64 changes = random() % 4 + 1; changes > 0; --changes) {
            u64 const at = random() % 2 ? random() % 176 : contents + dynamic + random() % 0x920;
            file.bytes[at] = random() % 3 ? static_cast<u8>(1 << random() % 8) : 0xff;
        }
        settled += settle(file).is_ok();
    }
    EXPECT_GT(settled, 0u);
    EXPECT_LT(settled, 20'000u);
}

} // namespace
} // namespace flat::service
