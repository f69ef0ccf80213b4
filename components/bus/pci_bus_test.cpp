// SPDX-License-Identifier: BSD-2-Clause
// Tests of the functions of PCI buses, over a configuration space that says anything.
#include <bus/pci_bus.hpp>

#include <bus/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::bus {
namespace {

using testing::FakeConfiguration;
using testing::FakeDriver;
using testing::FakeFunction;
using testing::FakeInterrupts;

constexpr u32 multifunction = 0x80;
constexpr u32 bridge = 1;

class BusPciBus : public ::testing::Test {
protected:
    static u32 at(u32 bus, u32 device, u32 function = 0) {
        return bus << 8 | device << 3 | function;
    }
    FakeFunction& add(u32 address, u16 vendor, u16 device, u32 header = 0) {
        return configuration.functions.emplace(address, FakeFunction(vendor, device, header))
            .first->second;
    }

    FakeConfiguration configuration;
    FakeInterrupts interrupts;
    PciBus::Ports ports{.configuration = configuration, .interrupts = interrupts};
};

TEST_F(BusPciBus, finds_functions_of_all_buses_in_order) {
    add(at(0, 0), 0x8086, 0x1237);
    add(at(0, 1), 0x8086, 0x7000, multifunction);
    add(at(0, 1, 3), 0x8086, 0x7113, multifunction);
    add(at(0, 5), 0x1b36, 1, bridge).registers[0x18 / 4] = 0x00'07'07'00;
    add(at(7, 31), 0x8086, 0x100e).registers[2] = 0x0200'0003;
    add(at(9, 0), 0x8086, 0x100e); // no bridge leads there
    PciBus pci{ports, {}};
    ASSERT_EQ(pci.function_count(), 5u);
    EXPECT_EQ(pci.function(2).address, at(0, 1, 3));
    EXPECT_EQ(pci.function(4).address, at(7, 31));
    EXPECT_EQ(pci.function(4).vendor, 0x8086);
    EXPECT_EQ(pci.function(4).device, 0x100e);
    EXPECT_EQ(pci.function(4).class_code, 0x020000u);
}

TEST_F(BusPciBus, bridges_that_lead_back_or_nowhere_end_the_search) {
    add(at(0, 0), 1, 1, bridge).registers[0x18 / 4] = 0;
    add(at(0, 1), 1, 1, bridge).registers[0x18 / 4] = 0xff00;
    add(at(255, 0), 1, 1, bridge).registers[0x18 / 4] = 0xff00;
    PciBus pci{ports, {}};
    EXPECT_EQ(pci.function_count(), 3u);
}

TEST_F(BusPciBus, what_answers_everywhere_is_not_counted_beyond_the_table) {
    for (u32 address = 0; address < 256; ++address)
        add(address, 1, 1, multifunction);
    PciBus pci{ports, {}};
    EXPECT_EQ(pci.function_count(), 64u);
}

TEST_F(BusPciBus, a_function_is_claimed_once) {
    add(at(0, 3), 1, 2);
    add(at(0, 4), 1, 2);
    PciBus pci{ports, {}};
    EXPECT_EQ(pci.claim(1, 2).value(), at(0, 3));
    EXPECT_EQ(pci.claim(1, 2).value(), at(0, 4));
    EXPECT_EQ(pci.claim(1, 2).error().code, DeviceError::no_such_device);
    EXPECT_EQ(pci.claim(1, 3).error().code, DeviceError::no_such_device);
    pci.release(at(0, 3));
    EXPECT_EQ(pci.claim(1, 2).value(), at(0, 3));
}

TEST_F(BusPciBus, base_addresses_are_sized_and_left_as_they_were) {
    FakeFunction& function = add(at(0, 3), 1, 2);
    function.registers[1] = 0x107;
    function.set_bar(0, 0xfebc'0000, 0x2'0000, 0);
    function.set_bar(1, 0xc000, 0x40, 1);
    function.set_bar(2, 0xfe00'0000, 0x4000, 0xc);
    function.set_bar(3, 0x0000'0001, 1, 0);
    FakeFunction const before = function;
    PciBus pci{ports, {}};
    auto const expect = [&](u32 number, paddr base, u64 bytes, bool is_memory) {
        PciBus::Bar const bar = pci.bar(at(0, 3), number);
        EXPECT_EQ(bar.base, base);
        EXPECT_EQ(bar.bytes, bytes);
        if (bytes != 0) EXPECT_EQ(bar.is_memory, is_memory);
    };
    expect(0, 0xfebc'0000, 0x2'0000, true);
    expect(1, 0xc000, 0x40, false);
    expect(2, 0x1'fe00'0000, 0x4000, true);
    expect(4, 0, 0, true);
    expect(6, 0, 0, false);
    EXPECT_EQ(pci.bar(at(0, 9), 0).bytes, 0u);
    EXPECT_EQ(function.registers, before.registers);
}

TEST_F(BusPciBus, capabilities_are_found_one_after_the_other) {
    FakeFunction& function = add(at(0, 3), 1, 2);
    function.add_capability(0x40, 9);
    function.add_capability(0x50, 0x11);
    function.add_capability(0x60, 9);
    PciBus pci{ports, {}};
    EXPECT_EQ(pci.capability(at(0, 3), 0x11, 0), 0x50u);
    EXPECT_EQ(pci.capability(at(0, 3), 9, 0), 0x60u);
    EXPECT_EQ(pci.capability(at(0, 3), 9, 0x60), 0x40u);
    EXPECT_EQ(pci.capability(at(0, 3), 9, 0x40), 0u);
    EXPECT_EQ(pci.capability(at(0, 3), 5, 0), 0u);
    EXPECT_EQ(pci.capability(at(0, 9), 9, 0), 0u);
}

TEST_F(BusPciBus, a_list_of_capabilities_ends_whatever_it_says) {
    std::mt19937 random(20260103);
    for (u32 round = 0; round < 500; ++round) {
        FakeFunction& function = add(at(0, 3), 1, 2);
        for (u32& each : function.registers)
            each = random();
        function.registers[0] = 0x0002'0001;
        PciBus pci{ports, {}};
        u32 offset = 0;
        for (u32 steps = 0; steps < 100; ++steps)
            if (offset = pci.capability(at(0, 3), u8(random() % 4), offset); offset == 0) break;
        configuration.functions.clear();
    }
    EXPECT_LT(configuration.reads, 20'000'000u);
}

TEST_F(BusPciBus, functions_share_a_line) {
    for (u32 device : {3, 4, 5})
        add(at(0, device), 1, 2).registers[0x3c / 4] = 0x010b; // pin A, line 11
    add(at(0, 6), 1, 2).registers[0x3c / 4] = 0x000b;          // no pin
    add(at(0, 7), 1, 2).registers[0x3c / 4] = 0x01ff;          // not connected
    PciBus pci{ports, {}};
    FakeDriver a, b;
    ASSERT_TRUE(pci.connect_line(at(0, 3), a).is_ok());
    ASSERT_TRUE(pci.connect_line(at(0, 4), b).is_ok());
    EXPECT_TRUE(pci.connect_line(at(0, 4), b).is_error());
    EXPECT_TRUE(pci.connect_line(at(0, 6), b).is_error());
    EXPECT_TRUE(pci.connect_line(at(0, 7), b).is_error());
    interrupts.raise(11);
    EXPECT_EQ(a.interrupts, 1u);
    EXPECT_EQ(b.interrupts, 1u);
    EXPECT_EQ(interrupts.acknowledged, 1u);
    pci.disconnect_line(at(0, 3));
    interrupts.raise(11);
    EXPECT_EQ(a.interrupts, 1u);
    EXPECT_EQ(b.interrupts, 2u);
    pci.disconnect_line(at(0, 4));
    EXPECT_EQ(interrupts.handlers[11], nullptr);
}

} // namespace
} // namespace flat::bus
