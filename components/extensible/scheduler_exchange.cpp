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
        auto const made = threads->create(Span<u8 const>(&priorities[i], 1));
        if (made.is_error()) panic("there is no thread");
        threads_[i] = narrow_to<thread::Thread>(*made.value());
        threads_[i]->start(counters_[i]);
    }
    binding::Control* const control =
        controls->find(Text("threads.scheduler").bytes(), Text("dynamic").bytes());
    if (!control) panic("threads.scheduler is no dynamic binding");
    auto& slot = *narrow_to<binding::Slot>(*control);
    auto& first = *narrow_to<Scheduler>(slot.server());
    count_shares("the kernel's scheduler");

    LoadedComponent& loaded = load();
    auto& lottery = *narrow_to<Scheduler>(*loaded.bind(Scheduler::interface_id.value).value());
    exchange(slot, lottery);
    count_shares("thread.Lottery");

    exchange(slot, first);
    while (slot.inside().value() > 0)
        threads->yield();
    say(*log, "calls inside thread.Lottery after it was exchanged: 0");
    loaded.release();
    loaded.release();
    count_shares("the kernel's scheduler again");
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
