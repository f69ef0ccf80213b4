// SPDX-License-Identifier: BSD-2-Clause
// Tells that a signal is about to end QEMU, of which QEMU 7.2 tells no plugin.
//
// It ends itself by `kill`, when the program has left a deadly signal to the system. If this
// library is preloaded into QEMU, that function is ours.
#pragma once

// `function` is called before the process kills itself.
void fatal_signal_hook_set(void (*function)(void));
