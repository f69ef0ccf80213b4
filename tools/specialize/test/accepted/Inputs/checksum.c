// SPDX-License-Identifier: BSD-2-Clause
// The sums of checksum.h.
#include "checksum.h"

int checksum(unsigned char const *bytes, int count, struct sum const *sum) {
    int result = sum->kind == ADD ? 0 : 1;
    for (int i = 0; i < count; ++i)
        result = sum->kind == ADD ? result + bytes[i] : result * bytes[i];
    return result;
}
