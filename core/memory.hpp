// SPDX-License-Identifier: BSD-2-Clause
// The memory functions that compilers call by themselves, with C's names and meaning.
#pragma once

#include <core/types.hpp>

extern "C" {
void* memcpy(void* __restrict to, void const* __restrict from, flat::usize bytes) noexcept;
void* memmove(void* to, void const* from, flat::usize bytes) noexcept;
void* memset(void* to, int value, flat::usize bytes) noexcept;
int memcmp(void const* a, void const* b, flat::usize bytes) noexcept;
flat::usize strlen(char const* string) noexcept;
}
