// SPDX-License-Identifier: BSD-2-Clause
// Tests on the machine itself what the host cannot: interrupt lines, clock, memory map.
#include <platform/self_test.hpp>

#include <machine/interrupts.hpp>
#include <machine/physical.hpp>
#include <x86_64/instructions.hpp>

#include "serial_port.hpp"

namespace flat::platform {

namespace {

using Kind = hal::PhysicalMemory::Kind;

constexpr u32 serial_line = 4;
constexpr u64 long_enough_ns = 100'000;

} // namespace

void SelfTest::run() {
    test_memory();
    test_clock();
    test_lines();
    console->write(Text("self test passed\n").bytes());
    if (ends_with_reset) power->reset();
}

void SelfTest::check(bool holds, Text statement) {
    console->write(Text(holds ? "ok: " : "FAILED: ").bytes());
    console->write(statement.bytes());
    console->write(Text("\n").bytes());
    if (!holds) power->power_off(1);
}

void SelfTest::test_memory() {
    paddr const here = machine::virtual_to_physical(this);
    paddr end = 0;
    u64 free_bytes = 0;
    bool is_sorted = true;
    bool is_kernels = false;
    for (u32 i = 0; i < memory->region_count(); ++i) {
        auto const region = memory->region(i);
        is_sorted = is_sorted && region.base >= end;
        end = region.base + region.size_bytes;
        if (region.kind == Kind::free) free_bytes += region.size_bytes;
        if (region.kind == Kind::kernel && here >= region.base && here < end) is_kernels = true;
    }
    check(is_sorted, "the regions of memory are sorted and do not overlap");
    check(is_kernels, "the kernel's image is the kernel's");
    check(free_bytes > 200ull << 20 && free_bytes < 256ull << 20, "most of 256 MiB are free");
}

void SelfTest::test_clock() {
    u64 const begin = timer->now_ns();
    u64 last = begin;
    bool is_monotonic = true;
    while (last - begin < long_enough_ns) {
        u64 const now = timer->now_ns();
        is_monotonic = is_monotonic && now >= last;
        last = now;
    }
    check(is_monotonic, "the clock runs, and never backwards");
}

void SelfTest::test_lines() {
    check(interrupts->connect(serial_line, *this).is_ok(), "a line takes a handler");
    check(interrupts->connect(serial_line, *this).is_error(), "but not a second one");
    check(interrupts->connect(1000, *this).is_error(), "there is no line 1000");
    check(interrupts_of_one_request() == 0, "a line is masked at first");
    interrupts->unmask(serial_line);
    check(interrupts_of_one_request() == 1, "an unmasked line interrupts once for each request");
    check(interrupts_of_one_request() == 1, "and again after it was acknowledged");
    interrupts->mask(serial_line);
    check(interrupts_of_one_request() == 0, "a masked line does not interrupt");
    interrupts->disconnect(serial_line);
    check(interrupts->connect(serial_line, *this).is_ok(), "a line that was left is free again");
}

void SelfTest::handle(u32) {
    ++interrupts_seen_;
    interrupts->acknowledge(serial_line);
}

u32 SelfTest::interrupts_of_one_request() {
    SerialPort const port(SerialPort::first);
    interrupts_seen_ = 0;
    port.enable_transmitter_interrupt(true);
    machine::enable_interrupts();
    u64 const begin = timer->now_ns();
    while (timer->now_ns() - begin < long_enough_ns)
        arch::relax();
    machine::disable_interrupts();
    port.enable_transmitter_interrupt(false);
    return interrupts_seen_;
}

} // namespace flat::platform
