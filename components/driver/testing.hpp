// SPDX-License-Identifier: BSD-2-Clause
// Memory, logs and a bus for tests of drivers over devices that are not there.
#pragma once

#include <core/text.hpp>
#include <domain/page.hpp>
#include <flat/bus/device.hpp>
#include <flat/bus/interrupt.hpp>
#include <flat/memory/dma_memory.hpp>
#include <log/testing.hpp>
#include <net/buffers/dma_buffers.hpp>
#include <net/testing.hpp>

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace flat::driver::testing {

using net::testing::Bytes;

/// Memory that a driver and a device share. Physical addresses are below 4 GiB and mean nothing
/// else; what a device accesses must lie in a block, or the test ends.
class TestMemory : public memory::DmaMemory, NonCopyable {
public:
    Result<Block, memory::MemoryError> allocate(u32 order) override {
        if (blocks_.size() == limit) return memory::MemoryError{memory::MemoryError::out_of_memory};
        u64 const bytes = domain::page_size << order;
        paddr const physical = (next_ + bytes - 1) & ~(bytes - 1);
        next_ = physical + bytes + domain::page_size; // never right after another
        auto* const place = static_cast<u8*>(std::aligned_alloc(bytes, bytes));
        std::memset(place, 0, bytes);
        blocks_[physical] = {std::unique_ptr<u8, Free>(place), bytes};
        return Block{address_of(place), physical, order};
    }
    void free(Block const& block) override { blocks_.erase(block.physical); }

    /// Where a device finds `bytes` bytes.
    u8* at(paddr physical, u64 bytes) {
        auto block = blocks_.upper_bound(physical);
        if (block == blocks_.begin()) std::abort();
        --block;
        u64 const offset = physical - block->first;
        if (offset > block->second.bytes || bytes > block->second.bytes - offset) std::abort();
        return block->second.place.get() + offset;
    }

    usize count() const { return blocks_.size(); }
    usize limit = 1000; ///< Blocks.

private:
    struct Free {
        void operator()(u8* place) const { std::free(place); }
    };
    struct Host {
        std::unique_ptr<u8, Free> place;
        u64 bytes;
    };
    std::map<paddr, Host> blocks_;
    paddr next_ = 1 << 20;
};

/// A device on a bus: a driver claims it by its identity, connects, and accesses its registers,
/// which a test's device has.
class TestDevice : public bus::Device, NonCopyable {
public:
    TestDevice(u16 vendor, u16 device) : vendor_(vendor), device_(device) {}

    Result<void, bus::DeviceError> claim(u16 vendor, u16 device) override {
        if (vendor != vendor_ || device != device_)
            return bus::DeviceError{bus::DeviceError::no_such_device};
        is_claimed = true;
        return {};
    }
    void release() override {
        is_claimed = false;
        is_master = false;
        handlers_.clear();
    }
    u32 configuration(u32) override { return ~u32(0); }
    void set_configuration(u32, u32) override {}
    u32 capability(u8, u32) override { return 0; }
    Result<u64, bus::DeviceError> open(u32) override { return u64{1} << 20; }
    Result<Memory, bus::DeviceError> show(u32) override {
        return bus::DeviceError{bus::DeviceError::no_such_registers};
    }
    void set_bus_master(bool is_wanted) override { is_master = is_wanted; }

    u8 read8(u32 region, u32 offset) override { return u8(count_read(region, offset, 1)); }
    u16 read16(u32 region, u32 offset) override { return u16(count_read(region, offset, 2)); }
    u32 read32(u32 region, u32 offset) override { return count_read(region, offset, 4); }
    void write8(u32 region, u32 offset, u8 value) override { write(region, offset, value, 1); }
    void write16(u32 region, u32 offset, u16 value) override { write(region, offset, value, 2); }
    void write32(u32 region, u32 offset, u32 value) override { write(region, offset, value, 4); }

    Result<void, bus::DeviceError> connect(u32 vector, bus::Interrupt& interrupt) override {
        if (!has_messages) return bus::DeviceError{bus::DeviceError::no_such_interrupt};
        handlers_[vector] = &interrupt;
        return {};
    }
    Result<void, bus::DeviceError> connect_line(bus::Interrupt& interrupt) override {
        handlers_.clear();
        handlers_[0] = &interrupt;
        return {};
    }

    /// Interrupts, unless the interrupt gets lost.
    void raise(u32 vector) { raise(vector, vector); }

    /// By a line, one of a device that has several, where `number` tells which one.
    void raise(u32 vector, u32 number) {
        if (!loses_interrupts && handlers_.contains(vector)) handlers_[vector]->interrupted(number);
    }

    /// Interrupts that it keeps while its driver is at work.
    virtual void deliver() {}

    virtual bool accesses_memory() { return is_master; }

    bool has_messages = true;
    bool loses_interrupts = false;
    bool is_claimed = false;
    bool is_master = false;
    u64 reads = 0; ///< Of registers.

protected:
    virtual u32 read(u32 region, u32 offset, u32 bytes) = 0;
    virtual void write(u32 region, u32 offset, u32 value, u32 bytes) = 0;

private:
    u32 count_read(u32 region, u32 offset, u32 bytes) {
        ++reads;
        return read(region, offset, bytes);
    }

    u16 vendor_;
    u16 device_;
    std::map<u32, bus::Interrupt*> handlers_;
};

/// What a driver needs beside its device.
struct Surroundings {
    explicit Surroundings(u32 count = 64) : buffers({.memory = memory}, {.count = count}) {}

    u32 used_buffers() { return buffers_count - buffers.pool().free_count(); }

    /// A message of these bytes.
    Message message(Bytes const& bytes) {
        Message message(buffers.pool());
        EXPECT_TRUE(message.append({bytes.data(), bytes.size()}).is_ok());
        return message;
    }

    TestMemory memory;
    net::buffers::DmaBuffers buffers;
    u32 buffers_count = buffers.pool().free_count();
    log::testing::FakeLog log;
    net::testing::TestReceiver receiver;
};

} // namespace flat::driver::testing
