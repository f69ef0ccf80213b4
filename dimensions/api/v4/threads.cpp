// SPDX-License-Identifier: BSD-2-Clause
// Look-up, creation and destruction of thread control blocks.
#include <api/threads.hpp>

#include <core/assert.hpp>
#include <core/bits.hpp>
#include <core/image/object_record.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>
#include <new>
#include <object/space.hpp>

namespace flat::api {

namespace {

/// The smallest order whose block holds so many bytes.
u32 order_for(u64 size_bytes) {
    u32 order = 0;
    while ((u64{domain::page_size} << order) < size_bytes)
        order += 1;
    return order;
}

} // namespace

Threads::Threads(Ports const& ports, Attributes const& attributes)
    : ThreadsComponent(ports, attributes) {
    if (!is_power_of_two(slots)) panic("api.Threads: {} slots are no power of two", slots);
    auto const block = frames->allocate(order_for(slots * slot_bytes));
    if (block.is_error()) panic("api.Threads: no memory for {} control blocks", slots);
    vaddr const table = address_of(machine::physical_to_virtual(block.value()));
    abi::set_thread_table(table, (slots - 1) * slot_bytes);
    for (u64 number = 0; number < slots; ++number)
        new (&slot(number << number_shift)) Tcb();
    tell_objects("flat::Tcb", &slot(0), slots, slot_bytes);
}

Tcb* Threads::find(u64 id) {
    if (ThreadId{id}.number() < first_number) return nullptr; // `free_slot` is such a name, too
    Tcb& candidate = slot(id);
    return candidate.id().raw() == id ? &candidate : nullptr;
}

Tcb* Threads::partner(u64 id) {
    Tcb& candidate = slot(id);
    return candidate.exists() && candidate.id().raw() == id ? &candidate : nullptr;
}

bool Threads::is_user_number(u64 id) {
    u32 const number = ThreadId{id}.number();
    return ThreadId{id}.is_global() && number >= first_number && number < slots;
}

Tcb& Threads::create(u64 id, Space& space, u64 scheduler) {
    assert(!slot(id).exists());
    // Made anew, so that no mix-in has to forget what it kept of the thread before: FPU registers!
    Tcb& thread = *new (&slot(id)) Tcb();
    thread.become(ThreadId{id}, space, ThreadId{scheduler});
    thread.set_page_root(thread.space()->page_root());
    if (space.is_redirected()) thread.set_hazards(hazard_redirected);
    return thread;
}

void Threads::destroy(Tcb& thread) {
    assert(!thread.is_sending() && !thread.is_waiting() && !thread.has_senders());
    assert(!thread.timeout_link.is_linked());
    thread.cease();
}

} // namespace flat::api
