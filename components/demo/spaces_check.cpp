// SPDX-License-Identifier: BSD-2-Clause
// Makes a thousand address spaces, shows one frame in thousands of them, and takes it away again.
#include <demo/spaces_check.hpp>

#include <core/measure/probe.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <flat/memory/owned_object.hpp>
#include <flat/memory/user_space.hpp>
#include <machine/physical.hpp>

namespace flat::demo {

namespace {

using domain::page_size;
using hal::Mmu;

constexpr u32 read_write = Mmu::read | Mmu::write;
/// Far from what is mapped low, so with page tables of its own.
constexpr vaddr stack_base = 0x7fff'0000'0000;

/// Panics unless what must hold does.
void expect(bool holds, Text what) {
    if (!holds) panic("{} does not hold", what);
}

u64& word_at(memory::AddressSpace& space, vaddr address) {
    return *static_cast<u64*>(machine::physical_to_virtual(space.translate(address).value()));
}

} // namespace

void SpacesCheck::run() {
    check_spaces();
    check_image();
    for (u32 count = 500; count <= 4000; count *= 2)
        measure(count);
}

/// The first spaces leave behind what allocators keep of a size; all further ones must not.
void SpacesCheck::check_spaces() {
    u64 used = 0;
    u64 before = 0;
    for (u32 round = 0; round < 2; ++round) {
        before = frames->free_bytes();
        Spaces const made = make_spaces(1000);
        used = use_spaces(made);
        release(made);
    }
    expect(frames->free_bytes() == before, "that all frames of all spaces are free again");
    say(*log, "1000 spaces took {} KiB each, and gave all of it back", used / 1000 / 1024);
}

/// Gives each space memory that nobody else has, and writes to it; returns what all took.
u64 SpacesCheck::use_spaces(Spaces made) {
    u64 const before = frames->free_bytes();
    vaddr const row = allocator->allocate(made.size_bytes(), 8).value();
    auto** const stacks = pointer_to<memory::OwnedObject*>(row);
    for (usize i = 0; i < made.size(); ++i) {
        memory::UserSpace& space = *made[i];
        stacks[i] = objects->zeros(*frames, 4).value();
        vaddr const heap = space.map(*stacks[i], 0, 2, 0, read_write).value();
        (void)space.map(*stacks[i], 2, 2, stack_base, read_write).value();
        vaddr const written[] = {heap, stack_base + page_size};
        for (vaddr const address : written) {
            expect(space.resolve(address, Mmu::write).value() == 0, "that zeros are there at once");
            expect(word_at(space, address) == 0, "that they are zeros");
            word_at(space, address) = i;
        }
    }
    for (usize i = 0; i < made.size(); ++i)
        expect(word_at(*made[i], stack_base + page_size) == i, "that nobody else writes to them");
    u64 const used = before - frames->free_bytes();
    for (usize i = 0; i < made.size(); ++i)
        stacks[i]->release();
    allocator->free(row);
    return used;
}

void SpacesCheck::check_image() {
    paddr const source = frames->allocate(0).value();
    memset(machine::physical_to_virtual(source), 0x5a, page_size);
    memory::OwnedObject& image = *objects->image(*frames, 2, source, 8).value();
    memory::UserSpace& space = *spaces->create().value();
    vaddr const place = space.map(image, 0, 2, 0, read_write).value();
    expect(space.resolve(place, Mmu::read).value() == 0, "that an image is there at once");
    expect(word_at(space, place) == 0x5a5a'5a5a'5a5a'5a5a, "that it begins as it was given");
    expect(word_at(space, place + 8) == 0, "that it goes on with zeros");
    image.release();
    expect(space.resolve(place, Mmu::read).is_error(), "that it ends everywhere");
    space.release();
    frames->free(source, 0);
    say(*log, "an image is copied, goes on with zeros, and ends everywhere");
}

/// Says what it costs to show one frame in `count` spaces, and to end that.
void SpacesCheck::measure(u32 count) {
    Spaces const made = make_spaces(count);
    paddr const frame = frames->allocate(0).value();
    u64 const page = frame / page_size;
    for (memory::UserSpace* const each : made) {
        vaddr const place = each->map(*physical, page, 1, stack_base, read_write).value();
        expect(each->resolve(place, Mmu::read).value() == 0, "that memory is there at once");
    } // all page tables are there now, which is not what is measured
    pages->revoke(*physical, page, 1);
    ProbeRecord before, brought_in, revoked;
    probe(before);
    for (memory::UserSpace* const each : made)
        (void)each->resolve(stack_base, Mmu::read).value();
    probe(brought_in);
    pages->revoke(*physical, page, 1);
    probe(revoked);
    for (memory::UserSpace* const each : made)
        expect(each->translate(stack_base).is_error(), "that no mapping is left");
    release(made);
    frames->free(frame, 0);
    say(*log, "one frame was shown in {} spaces, and revoked from all", count);
    ProbeRecord const in = difference(before, brought_in);
    ProbeRecord const out = difference(brought_in, revoked);
    if (!out.valid) return;
    say(*log, "@record {}\"mappings\": {}, \"access\": {}, \"revoke\": {}{}", "{", count,
        in.kernel_instructions / count, out.kernel_instructions / count, "}");
}

SpacesCheck::Spaces SpacesCheck::make_spaces(u32 count) {
    vaddr const row = allocator->allocate(count * sizeof(memory::UserSpace*), 8).value();
    Spaces const made(pointer_to<memory::UserSpace*>(row), count);
    for (memory::UserSpace*& each : made)
        each = spaces->create().value();
    return made;
}

void SpacesCheck::release(Spaces made) {
    for (memory::UserSpace* const each : made)
        each->release();
    allocator->free(address_of(static_cast<void*>(made.data())));
}

} // namespace flat::demo
