// SPDX-License-Identifier: BSD-2-Clause
// The filters of bpf_filters.h as people write them in C.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/// Whether a frame of so many bytes passes, truncated ones included.
bool web_by_hand(u_char const* frame, u_int length);
bool host_by_hand(u_char const* frame, u_int length);
bool control_by_hand(u_char const* frame, u_int length);
bool opening_by_hand(u_char const* frame, u_int length);
