// SPDX-License-Identifier: BSD-2-Clause
// The pages of distributed memory as this kernel's mapping layer has them.
#pragma once

#include <core/containers/list.hpp>
#include <core/guarded.hpp>
#include <core/panic.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/memory/filled_object.hpp>
#include <flat/memory/resident_pages.hpp>
#include <flat/thread/thread_manager.hpp>
#include <remote/shared/messages.hpp>

#include <new>

namespace flat::remote::shared {

/// A page, and who waits for it here.
struct LocalPage {
    ListLink<LocalPage> in_asked;
    u64 number = 0;
    paddr frame = 0; // of its contents, once there are some
    paddr asked_frame = 0;
    memory::FilledObject::Transfer* transfer = nullptr; // that waits for its end
    Rights asked = none;
    Rights rights = none; // that accesses have here
};

/// Pages with numbers from 0 on; panics without memory.
template<class Page>
Page* make_pages(memory::Allocator& allocator, u32 count) {
    auto const place = allocator.allocate(u64{count} * sizeof(Page), alignof(Page));
    if (place.is_error()) panic("there is no memory for {} pages of distributed memory", count);
    auto* const pages = pointer_to<Page>(place.value());
    for (u32 i = 0; i < count; ++i)
        (new (pages + i) Page)->number = i;
    return pages;
}

/// Between the mapping layer, which asks from wherever somebody accesses a page, and the one who
/// speaks with the partners. All but `ask` belongs to the latter.
class LocalPages : NonCopyable {
public:
    LocalPages(memory::FilledObject& object, memory::ResidentPages& resident,
               thread::ThreadManager& threads)
        : object_(object), resident_(resident), threads_(threads) {}

    /// The mapping layer asks for a page: notifies `condition`. Also in interrupts.
    void ask(LocalPage& page, Span<u8 const> frame, u32 rights,
             memory::FilledObject::Transfer& transfer);

    /// The next page that was asked for; null if there is none.
    LocalPage* take();

    /// Accesses with these rights, or none at all, go on; they have run when this returns.
    void end(LocalPage& page, Rights rights);

    /// Has accesses ask again that need more than `left`; false if some go on until then.
    bool withdraw(LocalPage& page, Rights left);

    /// Where the contents of a page are, of which there must be some.
    static Span<u8> contents(LocalPage const& page) { return contents_at(page.frame); }
    static Span<u8> contents_at(paddr frame);

    u64 condition() const { return address_of(this); }

private:
    using Asked = IntrusiveList<LocalPage, &LocalPage::in_asked>;

    memory::FilledObject& object_;
    memory::ResidentPages& resident_;
    thread::ThreadManager& threads_;
    Guarded<Asked> asked_;
};

} // namespace flat::remote::shared
