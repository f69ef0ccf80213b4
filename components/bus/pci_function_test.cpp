// SPDX-License-Identifier: BSD-2-Clause
// Tests of one function of PCI, with memory in place of its registers.
#include <bus/pci_function.hpp>

#include <bus/pci_bus.hpp>
#include <bus/testing.hpp>
#include <flat/hal/message_interrupts.hpp>
#include <mapping/flat.hpp>
#include <mapping/physical.hpp>
#include <memory/testing.hpp>

#include <gtest/gtest.h>
#include <vector>

namespace flat::bus {
namespace {

using testing::FakeConfiguration;
using testing::FakeDriver;
using testing::FakeFunction;
using testing::FakeInterrupts;

/// Messages with numbers from 0x40 on, three of them.
class FakeMessages : public hal::MessageInterrupts {
public:
    Result<Message, hal::TrapError> connect(hal::Trap::BriefHandler& handler) override {
        if (handlers.size() == 3) return hal::TrapError{hal::TrapError::no_such_vector};
        handlers.push_back(&handler);
        return Message{0xfee0'1000, u32(0x3f + handlers.size())};
    }
    void disconnect(Message const&) override { ++disconnected; }
    void acknowledge() override { ++acknowledged; }

    void send(u32 data) { handlers[data - 0x40]->handle(data); }

    std::vector<hal::Trap::BriefHandler*> handlers;
    u32 acknowledged = 0;
    u32 disconnected = 0;
};

class BusPciFunction : public ::testing::Test {
protected:
    /// A function with registers, an I/O region, four messages and a line.
    FakeFunction& describe() {
        FakeFunction& function =
            configuration.functions.emplace(24, FakeFunction(1, 2)).first->second;
        function.set_bar(0, u32(registers), 0x2000, 0);
        function.set_bar(1, 0xc000, 0x40, 1);
        function.add_capability(0x40, pci_capability_msix);
        function.registers[0x40 / 4] |= 3u << msix::TABLE_SIZE_SHIFT; // four vectors
        function.writable[0x40 / 4] = 0xc000'0000;
        function.registers[0x44 / 4] = 0x1000; // in region 0
        function.registers[0x3c / 4] = 0x010b;
        return function;
    }

    u32& word(u32 offset) {
        return *static_cast<u32*>(machine::physical_to_virtual(registers + offset));
    }
    bool command(u32 bits) const { return function.registers[1] & bits; }

    memory::testing::FakeFrames frames;
    paddr registers = frames.allocate(1).value();
    FakeConfiguration configuration;
    FakeFunction& function = describe();
    FakeInterrupts interrupts;
    FakeMessages messages;
    PciBus pci{{.configuration = configuration, .interrupts = interrupts}, {}};
    mapping::Flat space{{}, {}};
    mapping::Physical physical{{}, {}};
    testing::FakeIoSpace io;
    PciFunction device{
        {.pci = pci, .space = space, .physical = physical, .messages = messages, .io = io}, {}};
    FakeDriver driver;
};

TEST_F(BusPciFunction, registers_are_reached_once_they_are_open_and_nothing_else_is) {
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    EXPECT_EQ(device.read32(0, 0), ~u32(0));
    EXPECT_EQ(device.open(0).value(), 0x2000u);
    device.write32(0, 0x1ffc, 0x1234'5678);
    EXPECT_EQ(word(0x1ffc), 0x1234'5678u);
    EXPECT_EQ(device.read16(0, 0x1ffe), 0x1234);
    EXPECT_EQ(device.read8(0, 0x1fff), 0x12);
    device.write32(0, 0x2000, 1);
    device.write32(0, 0xffff'fffc, 1);
    device.write32(0, 0x1ffe, 1);
    device.write16(5, 0, 1);
    device.write8(99, 0, 1);
    EXPECT_EQ(device.read32(0, 0x1ffd), ~u32(0));
    EXPECT_EQ(device.read16(0, 0x1fff), 0xffff);
    EXPECT_EQ(device.read8(0, 0x2000), 0xff);
    EXPECT_EQ(word(0x1ffc), 0x1234'5678u);
    device.release();
    EXPECT_EQ(device.read32(0, 0), ~u32(0));
}

TEST_F(BusPciFunction, there_are_no_registers_where_there_is_no_memory) {
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    for (u32 const region : {2u, 5u, 6u, ~0u})
        EXPECT_EQ(device.open(region).error().code, DeviceError::no_such_registers) << region;
}

TEST_F(BusPciFunction, registers_that_are_ports_are_reached_like_others) {
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    EXPECT_FALSE(command(pci_command::IO_SPACE));
    EXPECT_EQ(device.read8(1, 0), 0xff);
    EXPECT_EQ(device.open(1).value(), 0x40u);
    EXPECT_EQ(device.open(1).value(), 0x40u);
    EXPECT_TRUE(command(pci_command::IO_SPACE));
    device.write32(1, 0x3c, 0x1234'5678);
    EXPECT_EQ(io.bytes[0xc03c], 0x78);
    EXPECT_EQ(device.read16(1, 0x3e), 0x1234);
    device.write8(1, 0x3d, 0xab);
    EXPECT_EQ(device.read32(1, 0x3c), 0x1234'ab78u);
    device.write16(1, 0x40, 1);
    device.write16(1, 0x3f, 1);
    EXPECT_EQ(io.bytes.size(), 4u);
    EXPECT_EQ(device.show(1).error().code, DeviceError::no_such_registers);
    device.release();
    EXPECT_EQ(device.read8(1, 0x3c), 0xff);
}

TEST_F(BusPciFunction, ports_that_cannot_be_and_those_of_a_machine_without_are_not_there) {
    PciFunction without{
        {.pci = pci, .space = space, .physical = physical, .messages = messages, .io = {}}, {}};
    ASSERT_TRUE(without.claim(1, 2).is_ok());
    EXPECT_EQ(without.open(1).error().code, DeviceError::no_such_registers);
    without.release();
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    for (u32 const base : {0u, 0x1'0000u, 0xffff'ff00u}) {
        function.set_bar(1, base, 0x40, 1);
        EXPECT_EQ(device.open(1).error().code, DeviceError::no_such_registers) << base;
    }
    device.release();
}

TEST_F(BusPciFunction, a_controller_of_ide_has_the_ports_and_the_lines_of_old) {
    FakeFunction& ide = configuration.functions.emplace(32, FakeFunction(3, 4)).first->second;
    ide.registers[2] = 0x0101'8000;
    PciBus found{{.configuration = configuration, .interrupts = interrupts}, {}};
    PciFunction disks{
        {.pci = found, .space = space, .physical = physical, .messages = messages, .io = io}, {}};
    ASSERT_TRUE(disks.claim(3, 4).is_ok());
    EXPECT_EQ(disks.open(0).value(), 8u);
    EXPECT_EQ(disks.open(1).value(), 4u);
    disks.write8(0, 7, 0xec);
    disks.write8(1, 2, 0x02);
    EXPECT_EQ(io.bytes, (std::map<u16, u8>{{0x1f7, 0xec}, {0x3f6, 0x02}}));
    EXPECT_EQ(disks.open(2).value(), 8u);
    disks.write8(2, 0, 1);
    EXPECT_EQ(io.bytes[0x170], 1);
    ASSERT_TRUE(disks.connect_line(driver).is_ok());
    interrupts.raise(14);
    EXPECT_EQ(driver.interrupts, 1u);
    EXPECT_EQ(driver.last_vector, 0u);
    interrupts.raise(15);
    EXPECT_EQ(driver.interrupts, 2u);
    EXPECT_EQ(driver.last_vector, 1u);
    disks.release();
    EXPECT_FALSE(interrupts.handlers[14]);
    ASSERT_TRUE(disks.claim(3, 4).is_ok());
    class SomebodyElse final : public hal::Trap::BriefHandler {
        void handle(u32) override {}
    } somebody_else;
    ASSERT_TRUE(interrupts.connect(15, somebody_else).is_ok());
    EXPECT_TRUE(disks.connect_line(driver).is_error());
    EXPECT_FALSE(interrupts.handlers[14]);
    disks.release();
    EXPECT_EQ(found.bar(32, 4).bytes, 0u);
    ide.registers[2] = 0x0101'8500; // both channels as PCI has them
    PciBus native{{.configuration = configuration, .interrupts = interrupts}, {}};
    EXPECT_EQ(native.bar(32, 0).bytes, 0u);
}

TEST_F(BusPciFunction, memory_of_a_device_is_shown_until_its_driver_gives_it_back) {
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    auto const memory = device.show(0).value();
    EXPECT_EQ(memory.bytes, 0x2000u);
    *pointer_to<u32>(memory.base + 0x10) = 77;
    EXPECT_EQ(word(0x10), 77u);
    EXPECT_EQ(device.show(1).error().code, DeviceError::no_such_registers);
    device.release();
}

TEST_F(BusPciFunction, memory_is_accessed_only_while_that_is_wanted) {
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    EXPECT_TRUE(command(pci_command::MEMORY_SPACE));
    EXPECT_FALSE(command(pci_command::BUS_MASTER));
    device.set_bus_master(true);
    EXPECT_TRUE(command(pci_command::BUS_MASTER));
    device.release();
    EXPECT_FALSE(command(pci_command::BUS_MASTER));
    EXPECT_TRUE(device.claim(1, 2).is_ok());
}

TEST_F(BusPciFunction, messages_are_written_into_the_devices_table) {
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    word(0x1000 + 16 + 12) = 1; // masked
    ASSERT_TRUE(device.connect(1, driver).is_ok());
    EXPECT_EQ(word(0x1010), 0xfee0'1000u);
    EXPECT_EQ(word(0x1014), 0u);
    EXPECT_EQ(word(0x1018), 0x40u);
    EXPECT_EQ(word(0x101c), 0u);
    EXPECT_EQ(function.registers[0x40 / 4] & 0xc000'0000, msix::ENABLE);
    messages.send(0x40);
    EXPECT_EQ(driver.last_vector, 1u);
    EXPECT_EQ(messages.acknowledged, 1u);
    EXPECT_TRUE(device.connect(1, driver).is_error()); // taken
    EXPECT_TRUE(device.connect(4, driver).is_error()); // the device has four
    device.release();
    EXPECT_EQ(messages.disconnected, 1u);
    EXPECT_EQ(function.registers[0x40 / 4] & msix::ENABLE, 0u);
}

TEST_F(BusPciFunction, a_table_of_messages_that_is_not_there_is_not_written) {
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    function.registers[0x44 / 4] = 0x1ff8;
    EXPECT_EQ(device.connect(0, driver).error().code, DeviceError::misbehaves);
    function.registers[0x44 / 4] = 0xffff'fff8;
    EXPECT_EQ(device.connect(3, driver).error().code, DeviceError::misbehaves);
    function.registers[0x44 / 4] = 0x1007;
    EXPECT_EQ(device.connect(0, driver).error().code, DeviceError::no_such_registers);
    function.registers[1] &= ~pci_status_capabilities_list;
    EXPECT_EQ(device.connect(0, driver).error().code, DeviceError::no_such_interrupt);
}

TEST_F(BusPciFunction, the_line_takes_the_place_of_messages) {
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    ASSERT_TRUE(device.connect(0, driver).is_ok());
    EXPECT_TRUE(command(pci_command::INTERRUPT_DISABLE));
    ASSERT_TRUE(device.connect_line(driver).is_ok());
    EXPECT_FALSE(command(pci_command::INTERRUPT_DISABLE));
    EXPECT_EQ(messages.disconnected, 1u);
    interrupts.raise(11);
    EXPECT_EQ(driver.interrupts, 1u);
    device.release();
    EXPECT_EQ(interrupts.handlers[11], nullptr);
}

TEST_F(BusPciFunction, a_driver_that_may_not_have_the_line_has_messages) {
    PciFunction far{
        {.pci = pci, .space = space, .physical = physical, .messages = messages, .io = {}},
        {.messages_only = true}};
    ASSERT_TRUE(far.claim(1, 2).is_ok());
    EXPECT_EQ(far.connect_line(driver).error().code, DeviceError::no_such_interrupt);
    EXPECT_EQ(driver.releases, 1u);
    EXPECT_TRUE(far.connect(0, driver).is_ok());
    far.release();
}

TEST_F(BusPciFunction, a_driver_that_claims_twice_gets_an_error_and_keeps_what_it_has) {
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    EXPECT_EQ(device.claim(1, 2).error().code, DeviceError::no_such_device);
    EXPECT_EQ(device.open(0).value(), 0x2000u);
    device.release();
    EXPECT_TRUE(device.claim(1, 2).is_ok());
}

TEST_F(BusPciFunction, whoever_handles_interrupts_is_released_once) {
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    ASSERT_TRUE(device.connect(0, driver).is_ok());
    ASSERT_TRUE(device.connect(1, driver).is_ok());
    ASSERT_TRUE(device.connect(0, driver).is_error());
    EXPECT_EQ(driver.releases, 1u);
    device.release();
    EXPECT_EQ(driver.releases, 3u);
    ASSERT_TRUE(device.claim(1, 2).is_ok());
    ASSERT_TRUE(device.connect_line(driver).is_ok());
    device.release();
    EXPECT_EQ(driver.releases, 4u);
}

} // namespace
} // namespace flat::bus
