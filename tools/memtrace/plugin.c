// SPDX-License-Identifier: BSD-2-Clause
// The way into memtrace, a plugin of QEMU: a machine is instrumented in one way, a program in
// another.
#include "qemu_plugin_api.h"
#include "system_mode.h"
#include "user_mode.h"

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

int qemu_plugin_install(qemu_plugin_id_t id, qemu_info_t const* info, int argc, char** argv) {
    return info->system_emulation ? system_mode_install(id, info, argc, argv)
                                  : user_mode_install(id, info, argc, argv);
}
