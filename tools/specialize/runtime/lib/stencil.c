// SPDX-License-Identifier: BSD-2-Clause
// Makes functions of stencils.
#include "flatland_stencil.h"

#include "code_blocks.h"
#include "jump.h"

#include <string.h>

enum { most_code_bytes = 1 << 24 };

static bool is_sound(struct FlatlandStencil const* stencil) {
    return stencil->format == flatland_stencil_format && stencil->machine == elf_machine &&
           stencil->code_bytes > 0 && stencil->code_bytes <= most_code_bytes;
}

static bool are_of(struct FlatlandStencil const* stencil, uint64_t const* holes, size_t count) {
    if (count != stencil->hole_count) return false;
    for (size_t i = 0; i < count; i++) {
        unsigned const bits = stencil->hole_bits[i];
        if (bits < 64 && holes[i] >> bits != 0) return false;
    }
    return true;
}

// Finds what the patch writes, before its form is considered. False if the patch is none.
static bool find_value(struct FlatlandStencil const* stencil, struct FlatlandPatch const* patch,
                       uint64_t const* holes, unsigned char const* code, uint64_t* value) {
    size_t const index = patch->index;
    switch (patch->value) {
    case flatland_patch_hole:
        if (index >= stencil->hole_count) return false;
        *value = holes[index];
        break;
    case flatland_patch_symbol:
        if (index >= stencil->symbol_count) return false;
        *value = (uintptr_t)stencil->symbols[index];
        break;
    case flatland_patch_inside:
        if (index != 0) return false;
        *value = (uintptr_t)code;
        break;
    default:
        return false;
    }
    *value += (uint64_t)patch->addend;
    return true;
}

static enum FlatlandStatus write_four(unsigned char* place, uint64_t value, bool fits) {
    uint32_t const low = (uint32_t)value;
    if (!fits) return flatland_out_of_reach;
    memcpy(place, &low, sizeof low);
    return flatland_done;
}

static bool fits_signed(uint64_t value) {
    return value + ((uint64_t)1 << 31) <= UINT32_MAX;
}

static enum FlatlandStatus apply(struct FlatlandStencil const* stencil,
                                 struct FlatlandPatch const* patch, uint64_t const* holes,
                                 struct CodeBlock const* block) {
    uint64_t value;
    size_t const size = patch->form == flatland_patch_whole ? 8 : 4;
    if (stencil->code_bytes < size || patch->offset > stencil->code_bytes - size ||
        !find_value(stencil, patch, holes, block->code, &value))
        return flatland_bad_stencil;
    unsigned char* const place = block->image + patch->offset;
    switch (patch->form) {
    case flatland_patch_whole:
        memcpy(place, &value, sizeof value);
        return flatland_done;
    case flatland_patch_unsigned:
        return write_four(place, value, value <= UINT32_MAX);
    case flatland_patch_signed:
        return write_four(place, value, fits_signed(value));
    case flatland_patch_relative:
        value -= (uintptr_t)block->code + patch->offset;
        return write_four(place, value, fits_signed(value));
    default:
        return flatland_bad_stencil;
    }
}

static enum FlatlandStatus write_code(struct FlatlandStencil const* stencil, uint64_t const* holes,
                                      struct CodeBlock const* block) {
    memcpy(block->image, stencil->code, stencil->code_bytes);
    for (size_t i = 0; i < stencil->patch_count; i++) {
        enum FlatlandStatus const status = apply(stencil, &stencil->patches[i], holes, block);
        if (status != flatland_done) return status;
    }
    refresh_code(block->code, stencil->code_bytes);
    return flatland_done;
}

enum FlatlandStatus flatland_instantiate(struct FlatlandStencil const* stencil,
                                         uint64_t const* holes, size_t hole_count,
                                         struct FlatlandSlot const* slot, void (**entry)(void)) {
    if (!is_sound(stencil)) return flatland_bad_stencil;
    if (!are_of(stencil, holes, hole_count)) return flatland_wrong_holes;
    struct CodeBlock block;
    if (!lock_blocks()) return flatland_no_page;
    enum FlatlandStatus status = flatland_no_page;
    if (block_take(slot, stencil->code_bytes, &block)) {
        status = write_code(stencil, holes, &block);
        if (status != flatland_done) block_give(block.code);
    }
    unlock_blocks();
    if (status == flatland_done) *entry = (void (*)(void))(uintptr_t)block.code;
    return status;
}

void flatland_instance_free(void (*entry)(void)) {
    if (!lock_blocks()) return;
    block_give((void const*)(uintptr_t)entry);
    unlock_blocks();
}
