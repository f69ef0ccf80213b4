// SPDX-License-Identifier: BSD-2-Clause
// Uses memory and asks about it, then says what the monitors of its domain have counted.
#include <demo/monitor_check.hpp>

#include <core/say.hpp>
#include <core/utility.hpp>
#include <flat/binding/control.hpp>

namespace flat::demo {

namespace {

/// What an interface writes into a buffer, as far as there is room.
Text read(Span<u8> room, u32 length) {
    return Text::from_bytes(Span<u8 const>(room).first(min<usize>(length, room.size())));
}

} // namespace

void MonitorCheck::run() {
    use_frames();
    ask_about_memory();
    for (binding::Control* each = controls->last(); each; each = each->previous())
        if (auto* const monitor = narrow_to<binding::Monitor>(*each)) show(*monitor);
}

void MonitorCheck::show(binding::Monitor& monitor) {
    for (u32 method = 0; method < monitor.methods(); ++method)
        if (monitor.counts(method).calls != 0) show(monitor, method);
}

void MonitorCheck::use_frames() {
    for (u32 order = 0; order < 4; ++order)
        frames->free(frames->allocate(order).value(), order);
    (void)frames->allocate(100); // more than there can be
}

void MonitorCheck::ask_about_memory() {
    u64 size_bytes = 0;
    for (u32 again = 0; again < 3; ++again)
        for (u32 i = 0; i < memory->region_count(); ++i)
            if (memory->region(i).kind == hal::PhysicalMemory::Kind::free)
                size_bytes += memory->region(i).size_bytes;
    say(*log, "three times the free memory: {} KiB", size_bytes / 1024);
}

void MonitorCheck::show(binding::Monitor& monitor, u32 method) {
    u8 name[40];
    u8 method_name[40];
    Text const end = read(name, monitor.name(name));
    Text const called = read(method_name, monitor.method_name(method, method_name));
    binding::Monitor::Counts const counts = monitor.counts(method);
    say(*log, "{}: {} was called {} times, failed {} times, took {} ticks", end, called,
        counts.calls, counts.failures, counts.ticks);
}

} // namespace flat::demo
