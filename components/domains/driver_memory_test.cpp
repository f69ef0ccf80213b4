// SPDX-License-Identifier: BSD-2-Clause
// Tests of memory that a device shares with its driver in another domain.
#include <domains/driver_memory.hpp>

#include <core/machine/testing.hpp>
#include <driver/testing.hpp>
#include <memory/testing.hpp>

#include <gtest/gtest.h>
#include <map>

namespace flat::domains {
namespace {

using memory::MemoryError;

/// Registers of nothing; remembers whether frames were still taken when it was stopped.
class StoppedDevice : public driver::testing::TestDevice {
public:
    explicit StoppedDevice(memory::testing::FakeFrames& frames)
        : TestDevice(1, 2), frames_(frames) {}
    void release() override {
        ++releases;
        taken_when_released = frames_.taken_bytes();
    }
    u32 releases = 0;
    u64 taken_when_released = 0;

protected:
    u32 read(u32, u32, u32) override { return 0; }
    void write(u32, u32, u32, u32) override {}

private:
    memory::testing::FakeFrames& frames_;
};

/// A domain that remembers what it is shown.
class Driver : public machine::testing::NoGuest {
public:
    vaddr show(paddr base, u64 pages) override {
        if (!has_room) return 0;
        shown[0x10'0000 + base] = pages;
        return 0x10'0000 + base;
    }
    void hide(vaddr address, u64 pages) override {
        EXPECT_EQ(shown[address], pages);
        shown.erase(address);
    }
    std::map<vaddr, u64> shown;
    bool has_room = true;
};

struct DomainsDriverMemory : ::testing::Test {
    memory::testing::FakeFrames frames;
    StoppedDevice device{frames};
    machine::testing::OneUser user_mode;
    Driver driver;
    Driver stranger;
    DriverMemory memory{{.device = device, .user_mode = user_mode, .frames = frames}, {}};

    DomainsDriverMemory() { user_mode.guest = &driver; }
};

TEST_F(DomainsDriverMemory, blocks_are_zeros_that_the_caller_is_shown) {
    auto const block = memory.allocate(2);
    ASSERT_TRUE(block.is_ok());
    EXPECT_EQ(driver.shown[block.value().address], 4u);
    auto const* const bytes =
        static_cast<u8 const*>(machine::physical_to_virtual(block.value().physical));
    for (usize i = 0; i < 4 * domain::page_size; ++i)
        ASSERT_EQ(bytes[i], 0);
    memory.free(block.value());
    EXPECT_TRUE(driver.shown.empty());
    EXPECT_EQ(frames.taken_bytes(), 0u);
}

TEST_F(DomainsDriverMemory, a_block_that_is_not_the_callers_is_left_alone) {
    auto const block = memory.allocate(0).value();
    auto other = block;
    other.physical += domain::page_size;
    memory.free(other);
    other = block;
    other.order = 3;
    memory.free(other);
    user_mode.guest = &stranger;
    memory.free(block);
    EXPECT_EQ(frames.taken_bytes(), domain::page_size);
    user_mode.guest = &driver;
    memory.free(block);
    memory.free(block);
    EXPECT_EQ(frames.taken_bytes(), 0u);
}

TEST_F(DomainsDriverMemory, without_a_domain_or_room_there_is_none) {
    driver.has_room = false;
    EXPECT_EQ(memory.allocate(0).error().code, MemoryError::Code::out_of_memory);
    EXPECT_EQ(memory.allocate(60).error().code, MemoryError::Code::out_of_memory);
    user_mode.guest = nullptr;
    EXPECT_EQ(memory.allocate(0).error().code, MemoryError::Code::out_of_memory);
    EXPECT_EQ(frames.taken_bytes(), 0u);
}

TEST_F(DomainsDriverMemory, a_driver_takes_no_more_than_its_share) {
    u32 blocks = 0;
    while (memory.allocate(0).is_ok())
        ++blocks;
    EXPECT_EQ(blocks, DriverMemory::blocks_max);
    EXPECT_EQ(frames.taken_bytes(), blocks * domain::page_size);
    memory.leaving(driver);
    EXPECT_EQ(frames.taken_bytes(), 0u);
}

TEST_F(DomainsDriverMemory, the_device_is_stopped_before_a_drivers_memory_is_given_back) {
    ASSERT_TRUE(memory.allocate(1).is_ok());
    ASSERT_TRUE(memory.allocate(0).is_ok());
    memory.leaving(stranger);
    EXPECT_EQ(device.releases, 0u);
    memory.leaving(driver);
    EXPECT_EQ(device.releases, 1u);
    EXPECT_NE(device.taken_when_released, 0u);
    EXPECT_EQ(frames.taken_bytes(), 0u);
    EXPECT_TRUE(driver.shown.empty());
}

TEST_F(DomainsDriverMemory, the_device_is_stopped_if_its_driver_has_given_all_back) {
    memory.free(memory.allocate(0).value());
    memory.leaving(stranger);
    EXPECT_EQ(device.releases, 0u);
    memory.leaving(driver);
    EXPECT_EQ(device.releases, 1u);
    memory.leaving(driver);
    EXPECT_EQ(device.releases, 1u);
}

} // namespace
} // namespace flat::domains
