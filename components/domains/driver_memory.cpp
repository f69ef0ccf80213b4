// SPDX-License-Identifier: BSD-2-Clause
// Memory that a device shares with its driver in another domain.
#include <domains/driver_memory.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

namespace flat::domains {

using Guest = hal::UserMode::Guest;
using memory::MemoryError;

namespace {

constexpr MemoryError out_of_memory{MemoryError::Code::out_of_memory};

/// More than any driver asks for at once.
constexpr u32 order_max = 8;

} // namespace

Result<DriverMemory::Block, MemoryError> DriverMemory::allocate(u32 order) {
    Guest* const domain = user_mode->current();
    if (!domain || order > order_max) return out_of_memory;
    paddr const base = TRY(frames->allocate(order));
    memset(machine::physical_to_virtual(base), 0, domain::page_size << order);
    Block const block{domain->show(base, u64{1} << order), base, order};
    if (block.address != 0 && keep({domain, block})) return block;
    if (block.address != 0) domain->hide(block.address, u64{1} << order);
    frames->free(base, order);
    return out_of_memory;
}

void DriverMemory::free(Block const& block) {
    Guest* const domain = user_mode->current();
    if (!domain || !take(*domain, block).domain) return;
    domain->hide(block.address, u64{1} << block.order);
    frames->free(block.physical, block.order);
}

void DriverMemory::leaving(Guest& domain) {
    Shown left = take_any(domain);
    bool const is_drivers = forget_driver(domain);
    if (!left.domain && !is_drivers) return;
    device->release();
    for (; left.domain; left = take_any(domain)) {
        domain.hide(left.block.address, u64{1} << left.block.order);
        frames->free(left.block.physical, left.block.order);
    }
}

bool DriverMemory::keep(Shown const& shown) {
    auto const places = places_.lock();
    for (Shown& each : places->shown)
        if (!each.domain) {
            each = shown;
            if (!places->driver) places->driver = shown.domain;
            return true;
        }
    return false;
}

/// Whether the domain was the driver's; then there is no such one any more.
bool DriverMemory::forget_driver(Guest& domain) {
    auto const places = places_.lock();
    if (places->driver != &domain) return false;
    places->driver = nullptr;
    return true;
}

/// Takes the domain's block out, if that is one.
DriverMemory::Shown DriverMemory::take(Guest& domain, Block const& block) {
    auto const places = places_.lock();
    for (Shown& each : places->shown)
        if (each.domain == &domain && each.block == block) return flat::exchange(each, Shown());
    return {};
}

/// Takes one of the domain's blocks out, if it has any.
DriverMemory::Shown DriverMemory::take_any(Guest& domain) {
    auto const places = places_.lock();
    for (Shown& each : places->shown)
        if (each.domain == &domain) return flat::exchange(each, Shown());
    return {};
}

} // namespace flat::domains
