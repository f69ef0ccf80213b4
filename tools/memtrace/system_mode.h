// SPDX-License-Identifier: BSD-2-Clause
// The plugin in system emulation: a machine runs a kernel, and the kernel its programs.
#pragma once

#include "qemu_plugin_api.h"

// What `qemu_plugin_install` does there: 0, or -1 after a message on stderr.
int system_mode_install(qemu_plugin_id_t id, qemu_info_t const* info, int argc, char** argv);
