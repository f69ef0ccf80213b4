// SPDX-License-Identifier: BSD-2-Clause
// Monitors: entered as often as a thread likes, left, waited in (JLS 17, 17.1, 17.2).
#include <java/machine/run.hpp>

namespace flat::java {

namespace {

constexpr u32 is_contended = 0x8000; // others wait to enter
constexpr u32 count_mask = 0x7fff;

u32 owner_of(u32 word) {
    return word >> 16;
}

} // namespace

bool Run::lock(Object* object) {
    u32 const word = object->lock;
    if (word == 0) {
        object->lock = u32{id} << 16 | 1;
        return true;
    }
    if (owner_of(word) != id) return enter_monitor(object, 1);
    if ((word & count_mask) == count_mask)
        return raise("java/lang/InternalError", "a monitor was entered 32767 times");
    ++object->lock;
    return true;
}

bool Run::unlock(Object* object) {
    u32 const word = object->lock;
    if (owner_of(word) != id)
        return raise("java/lang/IllegalMonitorStateException", "current thread is not owner");
    if ((word & count_mask) > 1)
        --object->lock;
    else
        leave_monitor(object);
    return true;
}

/// Enters a monitor that another thread may have, so often at once.
bool Run::enter_monitor(Object* object, u32 count) {
    u32 const place = keep(object);
    bool is_going_on = true;
    while (is_going_on && kept(place)->lock != 0) {
        kept(place)->lock |= is_contended;
        is_going_on = machine.threads.wait(*this, {WaitingFor::monitor, kept(place)});
    }
    Object* const entered = kept(place);
    drop_to(place);
    if (!is_going_on) return false;
    Run* const next = machine.threads.longest(WaitingFor::monitor, entered);
    entered->lock = u32{id} << 16 | (next ? is_contended : 0) | count;
    return true;
}

/// The one that has waited longest tries again; another may come before it.
void Run::leave_monitor(Object* object) {
    bool const is_wanted = (object->lock & is_contended) != 0;
    object->lock = 0;
    Run* const next = is_wanted ? machine.threads.longest(WaitingFor::monitor, object) : nullptr;
    if (next) machine.threads.wake(*next, WokenBy::purpose);
}

bool Run::owns(Object const* object) const {
    return owner_of(object->lock) == id;
}

bool Run::wait_in(Object* object, u64 deadline_ns) {
    if (!owns(object))
        return raise("java/lang/IllegalMonitorStateException", "current thread is not owner");
    if (take_interrupt()) return raise("java/lang/InterruptedException");
    u32 const count = object->lock & count_mask;
    u32 const place = keep(object);
    leave_monitor(object);
    bool is_going_on =
        machine.threads.wait(*this, {WaitingFor::notification, object, nullptr, deadline_ns});
    Object* const same = kept(place);
    drop_to(place);
    WokenBy const woken_by = waiting.woken_by;
    is_going_on = is_going_on && enter_monitor(same, count);
    if (!is_going_on) return false;
    if (woken_by != WokenBy::interrupt) return true;
    take_interrupt();
    return raise("java/lang/InterruptedException");
}

bool Run::notify(Object* object, bool is_for_all) {
    if (!owns(object))
        return raise("java/lang/IllegalMonitorStateException", "current thread is not owner");
    do {
        Run* const next = machine.threads.longest(WaitingFor::notification, object);
        if (!next) break;
        machine.threads.wake(*next, WokenBy::purpose);
    } while (is_for_all);
    return true;
}

} // namespace flat::java
