// SPDX-License-Identifier: BSD-2-Clause
// Uses every kind of memory once, on the machine itself, and names and binding as well.
#include <demo/memory_check.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>
#include <flat/core/name.hpp>
#include <flat/hal/mmu.hpp>
#include <flat/memory/quota.hpp>
#include <machine/physical.hpp>

namespace flat::demo {

namespace {

/// What an allocator of objects may keep of the memory that it got for the first of a size.
constexpr u64 slab_bytes = 8 * domain::page_size;

/// Panics unless what must hold does.
void expect(bool holds, Text what) {
    if (!holds) panic("{} does not hold", what);
}

} // namespace

void MemoryCheck::run() {
    check_frames();
    check_quotas();
    check_objects();
    check_allocator();
    check_mapping();
    check_names();
}

void MemoryCheck::check_frames() {
    u64 const before = frames->free_bytes();
    constexpr u32 order_max = 8;
    paddr blocks[order_max];
    for (u32 order = 0; order < order_max; ++order) {
        blocks[order] = frames->allocate(order).value();
        memset(machine::physical_to_virtual(blocks[order]), 0x5a, domain::page_size << order);
    }
    for (u32 order = 0; order < order_max; ++order)
        frames->free(blocks[order], order);
    expect(frames->free_bytes() == before, "that all frames are free again");
    say("frames are taken, written and given back");
}

void MemoryCheck::check_quotas() {
    u64 const before = frames->free_bytes();
    memory::Quota& whole = *quotas->create(*frames, 4 * domain::page_size).value();
    memory::Quota& part = *quotas->create(whole, 3 * domain::page_size).value();
    paddr const block = part.allocate(1).value();
    expect(part.allocate(1).is_error(), "that a quota gives no more than its limit");
    paddr const other = whole.allocate(1).value();
    expect(part.allocate(0).is_error(), "that a part has no more than the whole has left");
    whole.free(other, 1);
    part.free(block, 1);
    part.release();
    whole.release();
    expect(frames->free_bytes() >= before - slab_bytes, "that quotas leave nothing behind");
    say("quotas end where they should");
}

void MemoryCheck::check_objects() {
    vaddr const first = objects->allocate(100).value();
    vaddr const second = objects->allocate(100).value();
    expect(*pointer_to<u64>(second) == 0, "that objects are zeroed");
    expect(first / domain::line_size != second / domain::line_size, "that objects share no line");
    objects->free(first, 100);
    objects->free(second, 100);
    say("objects are zeroed and apart");
}

void MemoryCheck::check_allocator() {
    for (usize bytes = 1; bytes < 1'000'000; bytes *= 3) {
        vaddr const piece = allocator->allocate(bytes, domain::line_size).value();
        expect(piece % domain::line_size == 0, "that pieces are aligned as asked for");
        memset(pointer_to<void>(piece), 0x5a, bytes);
        allocator->free(piece);
    }
    say("pieces of all sizes are taken, written and given back");
}

void MemoryCheck::check_mapping() {
    paddr const frame = frames->allocate(0).value();
    u64 const page = frame / domain::page_size;
    u32 const rights = hal::Mmu::read | hal::Mmu::write;
    vaddr const mapped = space->map(*physical, page, 1, 0, rights).value();
    *pointer_to<u64>(mapped + 8) = 42;
    u64 const seen = static_cast<u64*>(machine::physical_to_virtual(frame))[1];
    expect(seen == 42, "that a mapping shows the frame");
    expect(space->translate(mapped + 8).value() == frame + 8, "that addresses translate back");
    expect(space->unmap(mapped, 1).is_ok(), "that a mapping can be ended");
    bool const is_gone = space->translate(mapped).is_error();
    say(is_gone ? "a mapping shows the frame and ends" : "a mapping shows the frame and stays");
    frames->free(frame, 0);
}

void MemoryCheck::check_names() {
    Text const text = "the log";
    names->export_(*log, text.bytes()).value()->release();
    core::Name& name = *names->byte_to_name(text.bytes()).value();
    auto* const bound = narrow_to<log::Log>(*binding->bind(name, {}).value());
    expect(bound == &*log, "that binding leads to what was named");
    name.release();
    bound->write(log::Log::Level::info, Text("this was bound by name").bytes());
}

void MemoryCheck::say(Text text) {
    log->write(log::Log::Level::info, text.bytes());
}

} // namespace flat::demo
