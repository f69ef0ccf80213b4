// SPDX-License-Identifier: BSD-2-Clause
// The pages of distributed memory as this kernel's mapping layer has them.
#include <remote/shared/local_pages.hpp>

#include <core/assert.hpp>
#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

namespace flat::remote::shared {

using hal::Mmu;

void LocalPages::ask(LocalPage& page, Span<u8 const> frame, u32 rights,
                     memory::FilledObject::Transfer& transfer) {
    assert(frame.size() == sizeof page.asked_frame); // several are of replaceable objects only
    {
        auto const asked = asked_.lock();
        memcpy(&page.asked_frame, frame.data(), sizeof page.asked_frame);
        page.transfer = &transfer;
        page.asked = rights & Mmu::write ? writing : reading;
        asked->push_back(page);
    }
    threads_.notify_all(condition());
}

LocalPage* LocalPages::take() {
    return asked_.lock()->pop_front();
}

/// Lets the threads run that have waited, before anybody can take the page away again.
void LocalPages::end(LocalPage& page, Rights rights) {
    u32 const granted = rights == none      ? 0
                        : rights == reading ? Mmu::read | Mmu::execute
                                            : Mmu::read | Mmu::execute | Mmu::write;
    if (rights != none) page.rights = rights;
    exchange(page.transfer, nullptr)->ended(page.number, 1, granted);
    threads_.yield();
}

bool LocalPages::withdraw(LocalPage& page, Rights left) {
    page.rights = static_cast<Rights>(page.rights & left);
    return resident_.withdraw(object_, page.number, 1, left & reading ? Mmu::read : 0) == 0;
}

Span<u8> LocalPages::contents_at(paddr frame) {
    auto* const bytes = static_cast<u8*>(machine::physical_to_virtual(frame));
    return Span<u8>(bytes, domain::page_size);
}

} // namespace flat::remote::shared
