// SPDX-License-Identifier: BSD-2-Clause
// Words of a memory object, accessed through an address space as a program accesses them.
#include <demo/sharing/shared_words.hpp>

#include <core/panic.hpp>
#include <domain/lock.hpp>
#include <domain/page.hpp>
#include <flat/memory/user_space.hpp>
#include <machine/physical.hpp>

namespace flat::demo::sharing {

using hal::Mmu;

SharedWords::SharedWords(Means const& means, memory::FilledObject& object) : means_(means) {
    auto const made = means.spaces.create();
    if (made.is_error()) panic("there is no memory for an address space");
    space_ = made.value();
    auto const place = space_->map(object, 0, object.pages(), 0, Mmu::read | Mmu::write);
    if (place.is_error()) panic("shared memory cannot be mapped");
    base_ = place.value();
}

template<class Access>
bool SharedWords::access_mapped(vaddr address, u32 rights, Access const& access) {
    domain::Lock lock;
    domain::LockGuard const guard(lock);
    auto const mapping = means_.mmu.get_mapping(space_->root(), address);
    if (mapping.is_error() || rights & ~mapping.value().rights) return false;
    paddr const place = mapping.value().physical + address % domain::page_size;
    access(*static_cast<u64 volatile*>(machine::physical_to_virtual(place)));
    return true;
}

template<class Access>
bool SharedWords::access(u64 page, u32 place, u32 rights, Access const& access) {
    vaddr const address = base_ + page * domain::page_size + place * sizeof(u64);
    while (!access_mapped(address, rights, access)) {
        ++faults_;
        u64 const ticket = means_.threads.ticket();
        auto const condition = space_->resolve(address, rights);
        if (condition.is_error()) return false;
        if (condition.value() != 0) means_.threads.wait(condition.value(), ticket);
    }
    return true;
}

bool SharedWords::load(u64 page, u32 place, u64& word) {
    return access(page, place, Mmu::read, [&](u64 volatile& there) { word = there; });
}

bool SharedWords::store(u64 page, u32 place, u64 word) {
    return access(page, place, Mmu::read | Mmu::write, [&](u64 volatile& there) { there = word; });
}

} // namespace flat::demo::sharing
