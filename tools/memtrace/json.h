// SPDX-License-Identifier: BSD-2-Clause
// What JSON texts need beyond fprintf.
#pragma once

#include <stdio.h>

// Writes a string in quotes; NULL as null.
void json_string(FILE* out, char const* text);
