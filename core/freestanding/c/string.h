// SPDX-License-Identifier: BSD-2-Clause
// What C finds of <string.h> where there is no C library: the functions of core/memory.hpp.
#pragma once

#include <stddef.h>

void* memcpy(void* restrict to, void const* restrict from, size_t bytes);
void* memmove(void* to, void const* from, size_t bytes);
void* memset(void* to, int value, size_t bytes);
int memcmp(void const* a, void const* b, size_t bytes);
size_t strlen(char const* string);
