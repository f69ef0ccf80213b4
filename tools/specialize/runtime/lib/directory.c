// SPDX-License-Identifier: BSD-2-Clause
// The slots of the program, by name: the linker lays their records side by side.
#include "flatland_slots.h"

#include <string.h>

// The linker makes these two when the section is there.
extern struct FlatlandSlot first_slot[] __asm__("__start_flatland_slot_records")
    __attribute__((weak, visibility("hidden")));
extern struct FlatlandSlot behind_last_slot[] __asm__("__stop_flatland_slot_records")
    __attribute__((weak, visibility("hidden")));

struct FlatlandSlot* flatland_slots(size_t* count) {
    *count = ((uintptr_t)behind_last_slot - (uintptr_t)first_slot) / sizeof *first_slot;
    return first_slot;
}

struct FlatlandSlot* flatland_slot_find(char const* name) {
    size_t count;
    struct FlatlandSlot* const slots = flatland_slots(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(slots[i].name, name) == 0) return &slots[i];
    return NULL;
}
