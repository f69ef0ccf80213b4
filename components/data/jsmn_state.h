// SPDX-License-Identifier: BSD-2-Clause
// The tokens of the last text.
#pragma once

#include <jsmn.h>

enum { json_tokens_max = 64 };

struct json_tokens {
    jsmntok_t tokens[json_tokens_max];
    int count;
};
