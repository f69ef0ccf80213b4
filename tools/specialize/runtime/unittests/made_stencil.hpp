// SPDX-License-Identifier: BSD-2-Clause
// A stencil that is written by hand: `int f(int x) { return x + hole; }` for x86-64.
#pragma once

#include "flatland_stencil.h"

#include <elf.h>
#include <gtest/gtest.h>

/// `movabs rax, hole; lea eax, [rdi + rax]; ret`
inline unsigned char const adding_code[] = {0x48, 0xb8, 0, 0,    0,    0,    0,
                                            0,    0,    0, 0x8d, 0x04, 0x07, 0xc3};
inline FlatlandPatch const adding_patch = {2, 0, flatland_patch_hole, flatland_patch_whole, 0};
inline std::uint8_t const adding_bits[] = {64};
inline FlatlandStencil const adding_stencil = {
    flatland_stencil_format, EM_X86_64, 1,          0, 1, sizeof adding_code, adding_code,
    &adding_patch,           nullptr,   adding_bits};

using Adding = int (*)(int);

/// The function with this value in its hole.
inline Adding make_adding(FlatlandSlot const& slot, std::uint64_t added) {
    void (*entry)() = nullptr;
    EXPECT_EQ(flatland_instantiate(&adding_stencil, &added, 1, &slot, &entry), flatland_done);
    return reinterpret_cast<Adding>(entry);
}

inline void free_adding(Adding function) {
    flatland_instance_free(reinterpret_cast<void (*)()>(function));
}
