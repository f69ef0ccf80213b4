// SPDX-License-Identifier: BSD-2-Clause
// A split virtqueue: rings that a driver and a device of virtio share.
#pragma once

#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <flat/memory/dma_memory.hpp>

namespace flat::driver {

/// What the device reads and writes (Virtual I/O Device 1.1, section 2.6).
namespace virtq {

struct Descriptor {
    u64 address;
    u32 bytes;
    u16 flags;
    u16 next;
};
static_assert(sizeof(Descriptor) == 16 && __builtin_offsetof(Descriptor, next) == 14);

inline constexpr u16 DESC_F_NEXT = 1;
inline constexpr u16 DESC_F_WRITE = 2;

/// The driver's area: which chains of descriptors are available. Its ring follows it.
struct Available {
    u16 flags;
    u16 index;
};
inline constexpr u16 AVAIL_F_NO_INTERRUPT = 1;

struct UsedElement {
    u32 id;
    u32 bytes;
};

/// The device's area: which chains it has used. Its ring follows it.
struct Used {
    u16 flags;
    u16 index;
};
inline constexpr u16 USED_F_NO_NOTIFY = 1;
static_assert(sizeof(Available) == 4 && sizeof(Used) == 4 && sizeof(UsedElement) == 8);

} // namespace virtq

/// The driver's side. The device's area is input: what is in it is read once and checked, and
/// whatever the driver relies on is kept outside of the shared memory. A device that uses what it
/// was not given makes the queue broken: it takes and gives nothing more until it is started anew.
///
/// Callers see to it that one of them at a time is inside.
class VirtioQueue : NonCopyable {
public:
    static constexpr u16 size_max = 256;

    /// What the rings take: a block of this order.
    static constexpr u32 memory_order = 1;

    /// Makes the rings anew, for `size` descriptors, a power of two up to `size_max`.
    void start(memory::DmaMemory::Block const& memory, u16 size);

    u16 size() const { return size_; }
    paddr descriptor_area() const { return base_; }
    paddr driver_area() const { return base_ + available_offset(); }
    paddr device_area() const { return base_ + used_offset(); }

    /// Adds memory that the device reads, or writes if `is_written`, to the chain that `commit`
    /// gives it; `owner` is whom `take` then names for it, if anybody. There must be a free
    /// descriptor.
    void put(paddr address, u32 bytes, void* owner, bool is_written) {
        assert(free_count_ > 0);
        u16 const index = first_free_;
        if (chain_size_ == 0) chain_first_ = index;
        Slot& slot = slots_[index];
        u16 const direction = is_written ? virtq::DESC_F_WRITE : 0;
        descriptors_[index] = {address, bytes, static_cast<u16>(direction | virtq::DESC_F_NEXT),
                               slot.next};
        slot.owner = owner;
        chain_last_ = index;
        ++chain_size_;
        first_free_ = slot.next;
        --free_count_;
    }

    /// Gives the device the chain that was put together.
    void commit();

    /// Takes back what the device has used next: calls `each` with each segment's owner, and
    /// returns how many bytes the device claims to have written.
    template<class Each>
    Maybe<u32> take(Each const& each) {
        Maybe<virtq::UsedElement> const used = next_used();
        if (!used) return nothing;
        for (u16 index = static_cast<u16>(used->id);; index = slots_[index].next) {
            each(slots_[index].owner);
            if (slots_[index].is_last) break;
        }
        give_back(static_cast<u16>(used->id));
        return used->bytes;
    }

    /// Takes everything back, used or not; the device must have been reset.
    template<class Each>
    void take_all(Each const& each) {
        for (u16 i = 0; i < size_; ++i)
            if (void* const owner = flat::exchange(slots_[i].owner, nullptr)) each(owner);
    }

    /// Whether the device wants to be notified of what has been added since the last notification.
    bool needs_notification() const;

    /// Asks the device to interrupt when it has used something, or not to.
    void set_interrupts(bool are_wanted);

    /// How many descriptors can be put; none while the queue is broken.
    u16 free_count() const { return is_broken_ ? u16{0} : free_count_; }
    bool is_broken() const { return is_broken_; }

private:
    /// What we know of a descriptor, whatever the device makes of it.
    struct Slot {
        void* owner = nullptr;
        u16 next = 0;
        bool is_first = false; // of a chain that the device has
        bool is_last = false;
    };

    u64 available_offset() const { return size_ * sizeof(virtq::Descriptor); }
    u64 used_offset() const;
    Maybe<virtq::UsedElement> next_used();
    void give_back(u16 first);

    Slot slots_[size_max];
    virtq::Descriptor* descriptors_ = nullptr;
    virtq::Available* available_ = nullptr;
    u16* available_ring_ = nullptr;
    virtq::Used* used_ = nullptr;
    virtq::UsedElement* used_ring_ = nullptr;
    paddr base_ = 0;
    u16 size_ = 0;
    u16 first_free_ = 0;
    u16 free_count_ = 0;
    u16 chains_ = 0;      // that the device has
    u16 chain_first_ = 0; // of the one that is put together
    u16 chain_last_ = 0;
    u16 chain_size_ = 0;
    u16 available_index_ = 0;
    u16 used_index_ = 0;
    bool is_broken_ = true;
};

/// A queue whose segments belong to `Owner`s: buffers of a network, requests to a disk.
template<class Owner>
class VirtioQueueOf : public VirtioQueue {
public:
    void put(paddr address, u32 bytes, Owner* owner, bool is_written) {
        VirtioQueue::put(address, bytes, owner, is_written);
    }

    template<class Each>
    Maybe<u32> take(Each const& each) {
        return VirtioQueue::take([&](void* owner) { each(static_cast<Owner*>(owner)); });
    }

    template<class Each>
    void take_all(Each const& each) {
        VirtioQueue::take_all([&](void* owner) { each(static_cast<Owner*>(owner)); });
    }
};

} // namespace flat::driver
