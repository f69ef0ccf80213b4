// SPDX-License-Identifier: BSD-2-Clause
// Random system calls of ten threads in five address spaces that map pages to each other, below
// interrupts; who does not go on is replaced. The kernel must survive, and lose no memory.
#include "fuzz.hpp"

#include <l4/image.hpp>
#include <l4/interrupts.hpp>
#include <l4/ports.hpp>
#include <l4/print.hpp>
#include <l4/program.hpp>
#include <l4/sigma0.hpp>

namespace l4fuzz {

Shared shared;

namespace {

constexpr Word stack_size = 8192;
constexpr l4::IoFpage ports = l4::IoFpage::around(first_port, port_count_log2);
constexpr l4::Time patience = l4::Time::milliseconds(20);

alignas(16) char stacks[worker_count][stack_size];
alignas(page_bytes) char arena_pages[16 * page_bytes];
Word large_page = 0;
Word versions = 1;
Word replaced = 0;
Word faults = 0;
constinit Random luck{88172645463325252};

template<unsigned index>
void work_as() {
    work(index);
}

constexpr void (*bodies[worker_count])() = {work_as<0>, work_as<1>, work_as<2>, work_as<3>,
                                            work_as<4>, work_as<5>, work_as<6>, work_as<7>,
                                            work_as<8>, work_as<9>};

ThreadId name_of(unsigned index) {
    return ThreadId(shared.names[index]);
}

/// Says what has failed, if it has.
template<class T, class Error>
bool is_fine(l4::Result<T, Error> const& result, char const* what) {
    if (result.is_ok()) return true;
    l4::print("l4fuzz: {} failed\n", what);
    return false;
}

/// The two workers of a space end, and with them the space.
bool end(unsigned space) {
    bool is_ended = true;
    for (unsigned i = 0; i < threads_per_space; ++i)
        is_ended = is_fine(l4::delete_thread(name_of(space * threads_per_space + i)), "deletion") &&
                   is_ended;
    return is_ended;
}

bool start(unsigned space) {
    auto const layout = l4::SpaceLayout::with_utcbs_at(0x8000'0000);
    bool is_started = true;
    ThreadId neighbour;
    for (unsigned i = 0; i < threads_per_space; ++i) {
        unsigned const index = space * threads_per_space + i;
        auto const id = ThreadId::global(l4::my_id().number() + 1 + index, versions += 2);
        shared.names[index] = id.raw();
        auto const made = i == 0 ? l4::create_space(id, layout)
                                 : l4::create_thread(id, neighbour, layout.utcb_location(i));
        if (i == 0) neighbour = id;
        l4::ScheduleParameters const urgency{.priority = 50 + luck.below(8)};
        is_started =
            is_fine(made, "creation") && is_fine(l4::schedule(id, urgency), "Schedule") &&
            is_fine(l4::start_thread(id, bodies[index], stacks[index] + stack_size), "a start") &&
            is_started;
    }
    // Some interrupts are for it; whoever had them before gets none any more.
    return is_fine(l4::handle_interrupts(timer_line, neighbour), "association") && is_started;
}

Word calls_made() {
    Word sum = 0;
    for (Word const calls : shared.calls)
        sum += calls;
    return sum;
}

/// Replaces the spaces in which a worker has done nothing since the last time, and some others.
bool replace_idle(Word (&seen)[worker_count]) {
    bool is_fine = true;
    for (unsigned space = 0; space < space_count; ++space) {
        bool is_idle = luck.below(64) == 0;
        for (unsigned i = 0; i < threads_per_space; ++i) {
            unsigned const index = space * threads_per_space + i;
            is_idle = is_idle || seen[index] == shared.calls[index];
            seen[index] = shared.calls[index];
        }
        if (!is_idle) continue;
        ++replaced;
        is_fine = end(space) && start(space) && is_fine;
    }
    return is_fine;
}

/// Lets all of them work until there were enough calls.
bool run() {
    Word seen[worker_count] = {};
    bool is_fine = true;
    for (unsigned space = 0; space < space_count; ++space)
        is_fine = start(space) && is_fine;
    Word next_look = l4::system_clock() + patience.in_microseconds();
    while (is_fine && calls_made() < call_count) {
        static_cast<void>(serve(l4::Time::milliseconds(5)));
        if (l4::system_clock() < next_look) continue;
        is_fine = replace_idle(seen);
        next_look = l4::system_clock() + patience.in_microseconds();
    }
    is_fine = l4::ignore_interrupts(timer_line).is_ok() && is_fine;
    for (unsigned space = 0; space < space_count; ++space)
        is_fine = end(space) && is_fine;
    return is_fine;
}

/// The page that a fault at this address gets; nil where a worker has no business.
l4::MapItem page_for(Word address) {
    Word const base = address / page_bytes * page_bytes;
    if (l4::image_contains(address)) return {Fpage::around(base, page_log2, l4::Rights::all), base};
    if (address - large_arena < Word{1} << large_log2)
        return {Fpage::around(large_page, large_log2, l4::Rights::all), large_arena};
    if (address - arena >= Word{1} << arena_log2) return l4::MapItem::refusal();
    Word const from = flat::address_of(arena_pages) + (base - arena) % sizeof arena_pages;
    return {Fpage::around(from, page_log2, l4::Rights::all), base};
}

bool prepare() {
    l4::touch_image();
    auto const got = l4::request_memory(Fpage::anywhere(large_log2));
    if (got.is_error() || got.value().is_nil()) return false;
    large_page = got.value().address();
    return l4::request_ports(ports);
}

} // namespace

// A worker whose fault no answer ends faults again at once, and would keep whoever serves it from
// ever waiting in vain: so the clock is asked, too.
bool serve(l4::Time timeout) {
    Word const end = l4::system_clock() + timeout.in_microseconds();
    auto received = l4::wait(timeout);
    while (received.is_ok()) {
        bool const is_port = l4::PortFault::is(received.value().tag);
        if (!is_port && !l4::PageFault::is(received.value().tag)) return true;
        ++faults;
        if (is_port)
            l4::write_ports(ports);
        else
            l4::write_mapping(page_for(l4::message_word(0)));
        if (l4::system_clock() >= end) {
            static_cast<void>(l4::send(received.value().from, l4::Time::zero()).is_ok());
            return false;
        }
        received = l4::reply_and_wait(received.value().from, timeout);
    }
    return false;
}

} // namespace l4fuzz

flat::u64 l4::program() {
    using namespace l4fuzz;
    if (!prepare()) return 1;
    Word const before = free_frames();
    l4::print("l4fuzz: seed {}, the kernel has {} frames\n", seed, before);
    bool const is_fine = run();
    l4::print("l4fuzz: {} calls, {} messages sent, {} received, {} faults, {} spaces replaced\n",
              calls_made(), Word{shared.sent}, Word{shared.received}, faults, replaced);
    Word const after = free_frames();
    if (after != before) l4::print("l4fuzz: of {} frames {} are left\n", before, after);
    l4::print("l4fuzz: {}\n", is_fine && after == before ? "all of it was survived" : "it failed");
    return is_fine && after == before ? 0 : 1;
}
