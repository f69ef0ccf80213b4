// SPDX-License-Identifier: BSD-2-Clause
// Physical memory, frames and objects for tests.
#pragma once

#include <core/assert.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <flat/hal/physical_memory.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/objects.hpp>
#include <machine/physical.hpp>

#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <sys/mman.h>
#include <vector>

namespace flat::memory::testing {

/// Memory in the direct map, as regions that a test chooses; nothing else is accessible.
class FakeMemory : public hal::PhysicalMemory, NonCopyable {
public:
    explicit FakeMemory(std::vector<Region> regions) : regions_(std::move(regions)) {
        for (Region const& each : regions_)
            if (each.kind == Kind::free) map(each);
    }
    ~FakeMemory() {
        for (auto const& [place, bytes] : mapped_)
            munmap(place, bytes);
    }

    u32 region_count() override { return static_cast<u32>(regions_.size()); }
    Region region(u32 index) override { return regions_.at(index); }

private:
    void map(Region const& region) {
        paddr const base = region.base & ~(domain::page_size - 1);
        usize const bytes = region.base + region.size_bytes - base;
        void* const place = machine::physical_to_virtual(base);
        void* const got = mmap(place, bytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        assert(got == place);
        mapped_.emplace_back(got, bytes);
    }

    std::vector<Region> regions_;
    std::vector<std::pair<void*, usize>> mapped_;
};

/// Frames one after the other, which remember what is taken and forbid every misuse. What was freed
/// is given again when there are no others: late, so that a use after free is found.
class FakeFrames : public Frames, NonCopyable {
public:
    explicit FakeFrames(usize bytes_max = 64 << 20, paddr base = 1 << 30)
        : memory_({{base, bytes_max, hal::PhysicalMemory::Kind::free}}), next_(base), base_(base),
          end_(base + bytes_max) {}

    Result<paddr, MemoryError> allocate(u32 order) override {
        if (order > 30) return MemoryError{MemoryError::Code::invalid};
        usize const bytes = domain::page_size << order;
        paddr block = (next_ + bytes - 1) & ~(bytes - 1);
        if (bytes <= end_ - base_ && block + bytes <= end_)
            next_ = block + bytes;
        else if (auto& freed = freed_[order]; !freed.empty()) {
            block = freed.front();
            freed.pop_front();
        } else
            return MemoryError{MemoryError::Code::out_of_memory};
        taken_[block] = order;
        return block;
    }

    void free(paddr block, u32 order) override {
        assert(taken_.contains(block) && taken_[block] == order);
        taken_.erase(block);
        freed_[order].push_back(block);
    }

    Result<void, MemoryError> reserve(paddr, u64) override {
        return MemoryError{MemoryError::Code::invalid};
    }

    u64 free_bytes() override { return end_ - next_; }

    /// How many bytes are taken now.
    u64 taken_bytes() const {
        u64 bytes = 0;
        for (auto const& [block, order] : taken_)
            bytes += domain::page_size << order;
        return bytes;
    }

private:
    FakeMemory memory_;
    paddr next_;
    paddr base_;
    paddr end_;
    std::map<paddr, u32> taken_;
    std::map<u32, std::deque<paddr>> freed_; // by their order, the oldest first
};

/// The host's memory for objects: counts what is taken, and has memory for so many more.
class HostObjects : public Objects, NonCopyable {
public:
    Result<vaddr, MemoryError> allocate(usize bytes) override {
        if (left == 0) return MemoryError{MemoryError::Code::out_of_memory};
        --left;
        ++taken;
        usize const rounded = (bytes + 63) / 64 * 64;
        return address_of(std::memset(std::aligned_alloc(64, rounded), 0, rounded));
    }
    void free(vaddr address, usize) override {
        --taken;
        std::free(pointer_to<void>(address));
    }

    u32 taken = 0;
    u32 left = ~u32{0};
};

} // namespace flat::memory::testing
