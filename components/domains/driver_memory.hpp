// SPDX-License-Identifier: BSD-2-Clause
// Memory that a device shares with its driver in another domain.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <domains/driver_memory.flat.hpp>

namespace flat::domains {

/// Blocks of frames, shown in the domain that asks for them. The first domain that gets one is the
/// driver's, until it goes: then its device is stopped, and what it leaves is given back after
/// that, as the device could write to it otherwise.
///
/// The device reads and writes wherever the driver tells it to, also outside of these blocks: there
/// is no IOMMU in between. The domain keeps the driver's mistakes from the kernel, and its malice
/// only as far as that.
class DriverMemory : public DriverMemoryComponent, NonCopyable {
public:
    using DriverMemoryComponent::DriverMemoryComponent;

    /// How many blocks there can be at a time: buffers of a network card, rings.
    static constexpr u32 blocks_max = 96;

    /// Out of memory also for callers outside of all domains.
    Result<Block, memory::MemoryError> allocate(u32 order) override;
    /// What is no block of the caller's is left alone.
    void free(Block const& block) override;
    void leaving(hal::UserMode::Guest& domain) override;

private:
    struct Shown {
        hal::UserMode::Guest* domain = nullptr; // null: a free place
        Block block{};
    };
    struct Places {
        hal::UserMode::Guest* driver = nullptr; // null: nobody has got a block yet
        Shown shown[blocks_max];
    };

    Shown take(hal::UserMode::Guest& domain, Block const& block);
    Shown take_any(hal::UserMode::Guest& domain);
    bool keep(Shown const& shown);
    bool forget_driver(hal::UserMode::Guest& domain);

    Guarded<Places> places_;
};

} // namespace flat::domains
