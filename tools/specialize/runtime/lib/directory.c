// SPDX-License-Identifier: BSD-2-Clause
// The slots of the program, by name: the linker lays their records side by side.
#include "flatland_slots.h"

#include <string.h>

// Stubs begin a page, so that what is replaced with them is no code that runs all the time.
// QEMU 7.2 needs that, too: with a gate in the page of its stubs, three runs in ten for RISC-V
// jumped to a version that had been given back; on x86-64 itself that never happened, and apart it
// happens in neither.
__asm__(".pushsection .flatland_slots, \"ax\", %progbits\n.balign 4096\n.popsection");

// The linker defines both bounds when the section is there.
extern struct FlatlandSlot first_slot[] __asm__("__start_flatland_slot_records")
    __attribute__((weak, visibility("hidden")));
extern struct FlatlandSlot slots_end[] __asm__("__stop_flatland_slot_records")
    __attribute__((weak, visibility("hidden")));

struct FlatlandSlot* flatland_slots(size_t* count) {
    *count = ((uintptr_t)slots_end - (uintptr_t)first_slot) / sizeof *first_slot;
    return first_slot;
}

struct FlatlandSlot* flatland_slot_find(char const* name) {
    size_t count;
    struct FlatlandSlot* const slots = flatland_slots(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(slots[i].name, name) == 0) return &slots[i];
    return NULL;
}
