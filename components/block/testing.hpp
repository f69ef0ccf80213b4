// SPDX-License-Identifier: BSD-2-Clause
// What tests of disks have in common: requests, and disks that do what a test wants.
#pragma once

#include <block/partition_list.hpp>
#include <core/disk/disk_request.hpp>
#include <domain/page.hpp>
#include <flat/memory/dma_memory.hpp>
#include <flat/thread/thread_manager.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace flat::block::testing {

using Bytes = std::vector<u8>;

/// Bytes that tell where they belong.
inline Bytes pattern(usize size, u32 seed = 0) {
    Bytes bytes(size);
    for (usize i = 0; i < size; ++i)
        bytes[i] = u8((i + seed) * 2654435761u >> 13);
    return bytes;
}

/// Writes a number, its least significant byte first.
inline void put(Bytes& bytes, u64 at, u64 value, u32 size) {
    for (u32 i = 0; i < size; ++i)
        bytes[at + i] = u8(value >> 8 * i);
}

/// A request that counts how often it has ended.
class TestRequest final : public DiskRequest {
public:
    std::vector<Segment> segments;
    u32 ends = 0;
    std::function<void()> then;

    DiskError::Code code() const { return outcome().error().code; }

private:
    void ended() override {
        ++ends;
        if (then) then();
    }
};

/// A disk in memory, which may keep what it is asked for until a test says so.
class TestDisk : public Disk {
public:
    Geometry geometry() override {
        return {contents.size() / sector_bytes, sector_bytes, 16, is_read_only, false};
    }

    void submit(DiskRequest& request) override {
        if (keeps)
            kept.push_back(&request);
        else
            carry_out(request);
    }

    /// Does what it has kept.
    void go_on() {
        for (DiskRequest* const each : std::exchange(kept, {}))
            carry_out(*each);
    }

    /// Where the disk has these 512 bytes, if it does.
    std::optional<u64> place_of(Bytes const& bytes, usize from) const {
        auto const begin = bytes.begin() + static_cast<long>(from);
        auto const end = begin + std::min<long>(512, bytes.end() - begin);
        auto const found = std::search(contents.begin(), contents.end(), begin, end);
        if (found == contents.end()) return std::nullopt;
        return static_cast<u64>(found - contents.begin());
    }

    Bytes contents = Bytes(64 * 512);
    u32 sector_bytes = 512;
    bool keeps = false;
    bool is_read_only = false;
    std::optional<u64> bad_sector;
    std::vector<DiskRequest*> kept;
    u32 reads = 0;
    u32 writes = 0;
    u64 written_bytes = 0;
    u32 flushes = 0;

private:
    void carry_out(DiskRequest& request) {
        auto const outcome = request.check(geometry());
        if (outcome.is_error()) return request.end(outcome);
        bool const is_read = request.kind() == DiskRequest::Kind::read;
        if (request.kind() == DiskRequest::Kind::flush)
            ++flushes;
        else
            ++(is_read ? reads : writes);
        u64 const first = request.sector();
        u64 const count = request.bytes() / sector_bytes;
        if (request.kind() == DiskRequest::Kind::write) written_bytes += request.bytes();
        bool const is_bad = bad_sector && *bad_sector >= first && *bad_sector < first + count;
        u64 const done = is_bad ? *bad_sector - first : count;
        transfer(request, is_read, done * sector_bytes);
        if (is_bad) return request.end(DiskError{DiskError::medium}, done);
        request.end({});
    }

    /// The first `bytes` bytes of a request.
    void transfer(DiskRequest const& request, bool is_read, u64 bytes) {
        u8* place = contents.data() + request.sector() * sector_bytes;
        for (auto const& each : request.segments()) {
            u64 const part = std::min<u64>(each.bytes, bytes);
            std::memcpy(is_read ? each.begin : place, is_read ? place : each.begin, part);
            place += part;
            bytes -= part;
        }
    }
};

/// Blocks of memory, of which devices see what we see.
class TestMemory : public memory::DmaMemory {
public:
    ~TestMemory() {
        if (taken != 0) std::abort();
    }
    Result<Block, memory::MemoryError> allocate(u32 order) override {
        if (left == 0) return memory::MemoryError{memory::MemoryError::out_of_memory};
        --left;
        ++taken;
        usize const bytes = domain::page_size << order;
        void* const place = std::aligned_alloc(domain::page_size, bytes);
        std::memset(place, 0, bytes);
        return Block{address_of(place), address_of(place), order};
    }
    void free(Block const& block) override {
        --taken;
        ++left;
        std::free(pointer_to<void>(block.address));
    }

    usize left = 1000;
    usize taken = 0;
};

/// One thread: while it waits, what others would do happens.
class TestThreads : public thread::ThreadManager {
public:
    Result<Top*, core::BindingError> bind(core::Name&, Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::exhausted};
    }
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::exhausted};
    }
    void yield() override {
        if (on_yield) on_yield();
    }
    void exit() override {}
    u64 running() override { return 1; }
    u64 ticket() override { return notifications; }
    bool wait(u64, u64 ticket) override {
        if (gives_up) return false;
        if (ticket != notifications) return true;
        ++waits;
        if (!on_wait) std::abort(); // it would wait for ever
        on_wait();
        return true;
    }
    void notify(u64) override { ++notifications; }
    void notify_all(u64) override { ++notifications; }

    std::function<void()> on_wait;
    std::function<void()> on_yield;
    bool gives_up = false;
    u32 waits = 0;
    u64 notifications = 0;
};

/// An image as the sectors of a disk.
class ImageSource final : public SectorSource {
public:
    explicit ImageSource(Bytes const& image, u32 sector_bytes = 512)
        : image_(image), sector_bytes_(sector_bytes) {}

    Size size() override { return {image_.size() / sector_bytes_, sector_bytes_}; }
    Result<Span<u8 const>, DiskError> read(u64 sector) override {
        if (sector >= size().sectors || ++reads > reads_max) std::abort();
        if (sector == bad_sector) return DiskError{DiskError::medium};
        auto const from = image_.begin() + static_cast<long>(sector * sector_bytes_);
        last_.assign(from, from + sector_bytes_);
        return Span<u8 const>(last_.data(), last_.size());
    }

    std::optional<u64> bad_sector;
    u32 reads = 0;

private:
    static constexpr u32 reads_max = 20'000; // what ends reads less

    Bytes const& image_;
    u32 sector_bytes_;
    Bytes last_;
};

/// Ends the test unless all partitions are on the disk, and apart.
inline void expect_sound(PartitionList const& list, u64 sectors) {
    u64 covered = 0;
    for (u32 i = 0; i < list.size(); ++i) {
        auto const& each = list[i];
        if (each.sectors == 0 || each.first_sector == 0 || each.first_sector >= sectors ||
            each.sectors > sectors - each.first_sector)
            std::abort();
        covered += each.sectors;
        for (u32 j = 0; j < i; ++j)
            if (each.first_sector < list[j].first_sector + list[j].sectors &&
                list[j].first_sector < each.first_sector + each.sectors)
                std::abort();
    }
    if (covered >= sectors && sectors != 0) std::abort();
}

} // namespace flat::block::testing
