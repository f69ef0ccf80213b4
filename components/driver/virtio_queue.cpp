// SPDX-License-Identifier: BSD-2-Clause
// A split virtqueue: rings that a driver and a device of virtio share.
#include <driver/virtio_queue.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <domain/page.hpp>

namespace flat::driver {

namespace {

constexpr u64 used_alignment = 4;

/// The bytes of both areas with their rings; an event index ends each (section 2.6).
constexpr u64 rings_bytes(u64 size) {
    u64 const driver = size * sizeof(virtq::Descriptor) + sizeof(virtq::Available) + 2 * size + 2;
    return align_up(driver, used_alignment) + sizeof(virtq::Used) +
           size * sizeof(virtq::UsedElement) + 2;
}

static_assert(rings_bytes(VirtioQueue::size_max) <= domain::page_size << VirtioQueue::memory_order);

} // namespace

u64 VirtioQueue::used_offset() const {
    u64 const ring = available_offset() + sizeof(virtq::Available) + 2 * u64(size_) + 2;
    return align_up(ring, used_alignment);
}

void VirtioQueue::start(memory::DmaMemory::Block const& memory, u16 size) {
    assert(is_power_of_two(size) && size <= size_max);
    auto* const begin = pointer_to<u8>(memory.address);
    memset(begin, 0, rings_bytes(size));
    size_ = size;
    base_ = memory.physical;
    descriptors_ = reinterpret_cast<virtq::Descriptor*>(begin);
    available_ = reinterpret_cast<virtq::Available*>(begin + available_offset());
    available_ring_ = reinterpret_cast<u16*>(available_ + 1);
    used_ = reinterpret_cast<virtq::Used*>(begin + used_offset());
    used_ring_ = reinterpret_cast<virtq::UsedElement*>(used_ + 1);
    for (u16 i = 0; i < size; ++i)
        slots_[i] = Slot{nullptr, static_cast<u16>(i + 1)};
    first_free_ = 0;
    free_count_ = size;
    chains_ = chain_size_ = available_index_ = used_index_ = 0;
    is_broken_ = false;
}

void VirtioQueue::commit() {
    assert(chain_size_ > 0);
    descriptors_[chain_last_].flags &= static_cast<u16>(~virtq::DESC_F_NEXT);
    slots_[chain_last_].is_last = true;
    slots_[chain_first_].is_first = true;
    chain_size_ = 0;
    ++chains_;
    available_ring_[available_index_ & (size_ - 1)] = chain_first_;
    ++available_index_;
    __atomic_store_n(&available_->index, available_index_, __ATOMIC_RELEASE);
}

/// The next element of the device's ring, if it names a chain that the device has.
Maybe<virtq::UsedElement> VirtioQueue::next_used() {
    u16 const index = __atomic_load_n(&used_->index, __ATOMIC_ACQUIRE);
    if (index == used_index_ || is_broken_) return nothing;
    auto const* const place =
        const_cast<virtq::UsedElement const volatile*>(&used_ring_[used_index_ & (size_ - 1)]);
    virtq::UsedElement const element{place->id, place->bytes};
    is_broken_ = static_cast<u16>(index - used_index_) > chains_ || element.id >= size_ ||
                 !slots_[element.id].is_first;
    if (is_broken_) return nothing;
    ++used_index_;
    return element;
}

void VirtioQueue::give_back(u16 first) {
    slots_[first].is_first = false;
    u16 index = first;
    for (;;) {
        Slot& slot = slots_[index];
        slot.owner = nullptr;
        ++free_count_;
        if (slot.is_last) break;
        index = slot.next;
    }
    slots_[index].is_last = false;
    slots_[index].next = first_free_;
    first_free_ = first;
    --chains_;
}

bool VirtioQueue::needs_notification() const {
    __atomic_thread_fence(__ATOMIC_SEQ_CST); // the index is written before the flag is read
    u16 const flags = __atomic_load_n(&used_->flags, __ATOMIC_RELAXED);
    return !(flags & virtq::USED_F_NO_NOTIFY);
}

void VirtioQueue::set_interrupts(bool are_wanted) {
    u16 const flags = are_wanted ? 0 : virtq::AVAIL_F_NO_INTERRUPT;
    __atomic_store_n(&available_->flags, flags, __ATOMIC_RELEASE);
}

} // namespace flat::driver
