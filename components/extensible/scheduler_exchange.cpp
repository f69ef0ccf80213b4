// SPDX-License-Identifier: BSD-2-Clause
// Takes a scheduler from a boot module into the running kernel, and gives it back.
#include <extensible/scheduler_exchange.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <extensible/object_file.hpp>
#include <flat/binding/control.hpp>
#include <flat/core/name.hpp>
#include <flat/service/offer.hpp>
#include <machine/interrupts.hpp>

namespace flat::extensible {

using service::LoadedComponent;
using thread::Scheduler;

namespace {

Span<u8 const> lottery_file() {
    return module_file("lottery");
}

} // namespace

void SchedulerExchange::run() {
    refuse("whose servers nobody offers", lottery_file(), {});
    offer(*facts, thread::ThreadFacts::interface_id);
    offer(*objects, memory::Objects::interface_id);
    come_and_go();
    bind_by_name();
    refuse_what_does_not_fit();
    for (u32 i = 0; i < counters; ++i) {
        counters_[i].join(*this);
        threads_[i] = &start(counters_[i], priorities[i]);
    }
    exchange_beside_threads(slot());
    if (domains) exchange_beside_domains(slot());
    has_finished_.store(true);
    for (thread::Thread* const each : threads_) {
        each->join();
        each->release();
    }
    say(*log, "all threads have finished");
}

/// Offers what schedulers require to whoever is loaded.
void SchedulerExchange::offer(Top& target, InterfaceId type) {
    if (trader->export_(target, type.value, {}).is_error()) panic("the trader takes no offer");
}

LoadedComponent& SchedulerExchange::load() {
    auto const loaded = loader->load(lottery_file(), {});
    if (loaded.is_error()) panic("the scheduler cannot be loaded");
    return *loaded.value();
}

/// Loads and unloads, as often as it should, and says what that has left behind.
void SchedulerExchange::come_and_go() {
    load().release();
    u64 const before = frames->free_bytes();
    for (u32 i = 0; i < loads; ++i) {
        LoadedComponent& loaded = load();
        u8 name[32];
        u32 const length = loaded.name(name);
        if (i == 0) say(*log, "loaded: {}", Text::from_bytes(Span<u8 const>(name).first(length)));
        loaded.release();
    }
    say(*log, "loaded and unloaded {} times, {} bytes of frames left behind", loads,
        before - frames->free_bytes());
}

/// A port is bound to what a name designates, where the loader gets one.
void SchedulerExchange::bind_by_name() {
    Text const hint("facts:flat.thread.ThreadFacts@1");
    if (names->export_(*facts, hint.bytes()).is_error()) panic("the name is not taken");
    auto const loaded = loader->load(lottery_file(), Text("facts=facts").bytes());
    say(*log, "bound by name: {}", loaded.is_ok() ? "yes" : "no");
    if (loaded.is_ok()) loaded.value()->release();
}

/// What is damaged, or was made for another kernel, is refused before any of its code runs.
void SchedulerExchange::refuse_what_does_not_fit() {
    refuse("of 100 bytes", lottery_file().first(100), {});
    refuse("that names nothing", lottery_file(), "facts=nothing");
    refuse("that names another type", lottery_file(), "objects=facts");
    u8 const elf[] = {0x7f, 'E', 'L', 'F'};
    u8 const none[] = {0, 0, 0, 0};
    refuse_changed("without its mark", elf, none);
    u64 const kit[] = {flat_kit_digest};
    u64 const digest[] = {digest_of("flat.thread.ThreadFacts@1")};
    u64 const other[] = {1};
    refuse_changed("of another kit", bytes_of(Span<u64 const>(kit)), bytes_of(Span(other)));
    u64 const of_the_kernel[] = {flat_kit_digest, 1};
    u64 const of_a_domain[] = {flat_kit_digest, 0};
    refuse_changed("of a domain", bytes_of(Span(of_the_kernel)), bytes_of(Span(of_a_domain)));
    refuse_changed("of other methods", bytes_of(Span<u64 const>(digest)), bytes_of(Span(other)));
    refuse_changed("of another version", Text("ThreadFacts@1").bytes(),
                   Text("ThreadFacts@2").bytes());
    refuse_changed("of an unknown type", Text("ThreadFacts@1").bytes(),
                   Text("ThreadFates@1").bytes());
    refuse_changed("with an unknown call", Text("memcpy").bytes(), Text("mumcpy").bytes());
}

/// Refuses the file with one sequence of bytes replaced by another one as long.
void SchedulerExchange::refuse_changed(Text what, Span<u8 const> from, Span<u8 const> to) {
    ChangedFile const changed(*objects, lottery_file(), from, to);
    refuse(what, changed.bytes(), {});
}

void SchedulerExchange::refuse(Text what, Span<u8 const> file, Text names) {
    bool const is_loaded = loader->load(file, names.bytes()).is_ok();
    say(*log, "a file {}: {}", what, is_loaded ? "loaded" : "refused");
}

binding::Slot& SchedulerExchange::slot() {
    binding::Control* const control =
        controls->find(Text("threads.scheduler").bytes(), Text("dynamic").bytes());
    if (!control) panic("threads.scheduler is no dynamic binding");
    return *narrow_to<binding::Slot>(*control);
}

/// Each scheduler has the processor go to threads as it should.
void SchedulerExchange::exchange_beside_threads(binding::Slot& slot) {
    auto& first = *narrow_to<Scheduler>(slot.server());
    count_shares("the kernel's scheduler");

    LoadedComponent& loaded = load();
    auto& lottery = *narrow_to<Scheduler>(*loaded.bind(Scheduler::interface_id.value).value());
    exchange(slot, lottery);
    count_shares("thread.Lottery");

    exchange(slot, first);
    yield_until([&] { return slot.inside().value() == 0; });
    say(*log, "calls inside thread.Lottery after it was exchanged: 0");
    loaded.release();
    loaded.release();
    count_shares("the kernel's scheduler again");
}

/// Lets another scheduler decide from now on; no thread is lost on the way.
void SchedulerExchange::exchange(binding::Slot& slot, Scheduler& coming) {
    machine::InterruptGuard const guard;
    auto& going = *narrow_to<Scheduler>(slot.server());
    while (Tcb* const thread = going.next()) {
        going.remove(*thread);
        coming.ready(*thread);
    }
    if (slot.exchange(coming).is_error()) panic("the scheduler cannot be exchanged");
}

/// The first exchange leaves behind what allocators keep of a size; all further ones must not.
void SchedulerExchange::exchange_beside_domains(binding::Slot& slot) {
    exchange_often(slot, 1);
    u64 const before = frames->free_bytes();
    exchange_often(slot, exchanges);
    say(*log, "{} schedulers have come and gone while domains ran, {} bytes of frames left behind",
        exchanges, before - frames->free_bytes());
}

void SchedulerExchange::exchange_often(binding::Slot& slot, u32 count) {
    BusyDomains busy(*domains);
    thread::Thread& runner = start(busy, priorities[counters - 1]);
    for (u32 i = 0; i < count; ++i)
        exchange_once(slot, busy, i);
    busy.finish();
    runner.join();
    runner.release();
}

/// Has another scheduler, loaded for it, decide from one round of the domains to a later one: each
/// exchange begins and ends at another place in them.
void SchedulerExchange::exchange_once(binding::Slot& slot, BusyDomains const& busy, u32 place) {
    auto& first = *narrow_to<Scheduler>(slot.server());
    LoadedComponent& loaded = load();
    u64 const rounds_before = busy.rounds();
    for (u32 i = 0; i < place; ++i)
        threads->yield();
    exchange(slot, *narrow_to<Scheduler>(*loaded.bind(Scheduler::interface_id.value).value()));
    yield_until([&] { return busy.rounds() > rounds_before; });
    for (u32 i = 0; i < place; ++i)
        threads->yield();
    exchange(slot, first);
    yield_until([&] { return slot.inside().value() == 0; });
    loaded.release();
    loaded.release();
    yield_until([&] { return busy.rounds() > rounds_before + 1; });
}

thread::Thread& SchedulerExchange::start(thread::Thread::Body& body, u8 priority) {
    auto const made = threads->create(Span<u8 const>(&priority, 1));
    if (made.is_error()) panic("there is no thread");
    auto& thread = *narrow_to<thread::Thread>(*made.value());
    thread.start(body);
    return thread;
}

template<class Condition>
void SchedulerExchange::yield_until(Condition const& holds) {
    while (!holds())
        threads->yield();
}

/// Lets the threads count until all of them together have had as many rounds as they should.
void SchedulerExchange::count_shares(Text scheduler) {
    for (Counter& each : counters_)
        each.reset();
    u64 total = 0;
    while (total < u64{rounds} * counters) {
        threads->yield();
        total = 0;
        for (Counter const& each : counters_)
            total += each.count();
    }
    u64 const rare = counters_[0].count();
    u64 const frequent = counters_[counters - 1].count();
    say(*log, "{}: the most urgent thread runs {}", scheduler,
        frequent > 4 * rare ? "more than four times as often as the least" : "as often as others");
}

void SchedulerExchange::Counter::run() {
    while (!exchange_->has_finished_.load()) {
        count_.fetch_add(1);
        exchange_->threads->yield();
    }
}

} // namespace flat::extensible
