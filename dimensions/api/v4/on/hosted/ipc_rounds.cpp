// SPDX-License-Identifier: BSD-2-Clause
// Plays ping-pong within the kernel, as its entry code would ask for it, and counts cycles.
#include <abi/ipc_rounds.hpp>

#include <core/format.hpp>
#include <core/panic.hpp>

namespace flat::abi {

namespace {

/// The kernel interface page and the UTCBs of a space, as flexpages.
constexpr u64 page_area = 0x2000'0000 | 12 << 4;
constexpr u64 utcb_area = 0x3000'0000 | 14 << 4;
constexpr vaddr first_utcb = 0x3000'0000;

constexpr u64 never = 0; // both timeouts
constexpr u64 empty_tag = 0;
constexpr u32 warm_up_batches = 3;

/// The time-stamp counter, once everything before it is done.
u64 cycles() {
    u32 low;
    u32 high;
    asm volatile("lfence; rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return u64{high} << 32 | low;
}

constexpr usize line_bytes = 64;

/// Takes all lines of a thread's control block out of the caches.
void flush(Tcb& thread) {
    vaddr const first = address_of(&thread);
    for (usize i = 0; i < sizeof(Tcb); i += line_bytes)
        asm volatile("clflush %0" : : "m"(*pointer_to<u8>(first + i)) : "memory");
    asm volatile("mfence" : : : "memory");
}

/// What it costs to look at the counter twice.
u64 cycles_of_looking() {
    u64 least = ~u64{0};
    for (u32 i = 0; i < 1000; ++i) {
        u64 const begun = cycles();
        u64 const taken = cycles() - begun;
        if (taken < least) least = taken;
    }
    return least;
}

/// A value that comes from a user's register: the compiler knows nothing of it.
template<class T>
T from_user(T value) {
    asm volatile("" : "+r"(value) : : "memory");
    return value;
}

} // namespace

void IpcRounds::run() {
    Space& here = create_space();
    Tcb& ping = create_thread(0, here);
    Tcb& near = create_thread(1, here);
    Tcb& far = create_thread(2, create_space());
    near.wait_for(api::ThreadId::any());
    far.wait_for(api::ThreadId::any());
    dispatcher->switch_to(ping);
    for (u32 batch = 0; batch < warm_up_batches + batches; ++batch) {
        measure("one", ping, near, batch >= warm_up_batches);
        measure("two", ping, far, batch >= warm_up_batches);
    }
}

Space& IpcRounds::create_space() {
    Space* const space = spaces->create();
    if (!space || !spaces->configure(*space, page_area, utcb_area)) panic("no memory for a space");
    return *space;
}

Tcb& IpcRounds::create_thread(u32 number, Space& space) {
    auto const id = api::ThreadId::global(threads->first_user_number() + number, 1);
    Tcb& thread = threads->create(id.raw(), space, id.raw());
    if (!spaces->allocate_utcb(thread, first_utcb + number * sizeof(api::Utcb)))
        panic("no memory for a UTCB");
    thread.clear_hazards(api::hazard_inactive);
    return thread;
}

/// One system call on the short path; the benchmark is void if it is not taken.
void IpcRounds::send(Tcb& from, Tcb& to, api::ThreadId to_id, api::ThreadId then) {
    Tcb& sender = *from_user(&from);
    Tcb* const next = ipc->send_and_wait(sender, from_user(to_id.raw()), from_user(then.raw()),
                                         from_user(never), from_user(empty_tag));
    if (next != &to) panic("the short path is not taken");
}

u64 IpcRounds::cycles_per_round(Tcb& ping, Tcb& pong) {
    api::ThreadId const ping_id = ping.id();
    api::ThreadId const pong_id = pong.id();
    u64 const begun = cycles();
    for (u32 i = 0; i < rounds; ++i) {
        send(ping, pong, pong_id, pong_id);
        send(pong, ping, ping_id, api::ThreadId::any());
    }
    return (cycles() - begun) / rounds;
}

u64 IpcRounds::flushed_cycles_per_round(Tcb& ping, Tcb& pong) {
    api::ThreadId const ping_id = ping.id();
    api::ThreadId const pong_id = pong.id();
    u64 const looking = cycles_of_looking();
    u64 sum = 0;
    for (u32 i = 0; i < 2 * rounds; ++i) {
        flush(ping);
        flush(pong);
        u64 const begun = cycles();
        if (i % 2 == 0)
            send(ping, pong, pong_id, pong_id);
        else
            send(pong, ping, ping_id, api::ThreadId::any());
        sum += cycles() - begun - looking;
    }
    return sum / rounds;
}

void IpcRounds::measure(char const* space, Tcb& ping, Tcb& pong, bool is_recorded) {
    u64 const warm = cycles_per_round(ping, pong);
    u64 const flushed = flushed_cycles_per_round(ping, pong);
    if (!is_recorded) return;
    record(space, "warm", warm);
    record(space, "flushed", flushed);
}

void IpcRounds::record(char const* space, char const* caches, u64 cycles) {
    TextBuffer<120> line;
    format(line, "@record {}\"space\": \"{}\", \"caches\": \"{}\", \"words\": 0, \"cycles\": {}{}",
           "{", space, caches, cycles, "}");
    log->write(log::Log::Level::info, line.text().bytes());
}

} // namespace flat::abi
