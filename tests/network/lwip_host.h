// SPDX-License-Identifier: BSD-2-Clause
// A host of lwIP's at a cable: what its programs call.
#pragma once

/// Says what is wrong and ends the program with 1.
void fail(char const* what);

/// Makes the host, at the UNIX socket `own_path`; its cable leads to `other_path`.
void start_host(char const* own_path, char const* other_path, char const* own_address);

/// Receives frames and lets timers run until something is done; 0 when patience has ended first.
int work_until(int (*is_done)(void), int patience_ms);
