// SPDX-License-Identifier: BSD-2-Clause
// Sums of bytes, of a kind.
#pragma once

enum kind { ADD, MULTIPLY };
struct sum { enum kind kind; };

int checksum(unsigned char const *bytes, int count, struct sum const *sum);
