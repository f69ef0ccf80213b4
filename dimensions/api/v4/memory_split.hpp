// SPDX-License-Identifier: BSD-2-Clause
// Parts physical memory between the kernel and user programs.
#pragma once

#include <api/memory_split.flat.hpp>

namespace flat::api {

/// Two views of one memory map: each shows every region as far as it lies on its side.
class MemorySplit : public MemorySplitComponent {
public:
    MemorySplit(Ports const& ports, Attributes const& attributes);

    hal::PhysicalMemory& kernel() override { return kernel_; }
    hal::PhysicalMemory& users() override { return users_; }

private:
    /// The part of the whole in [begin, end).
    class Part : public hal::PhysicalMemory {
    public:
        Part(hal::PhysicalMemory& whole, paddr begin, paddr end)
            : whole_(whole), begin_(begin), end_(end) {}

        u32 region_count() override { return whole_.region_count(); }
        Region region(u32 index) override;

    private:
        hal::PhysicalMemory& whole_;
        paddr begin_;
        paddr end_;
    };

    Part kernel_;
    Part users_;
};

} // namespace flat::api
