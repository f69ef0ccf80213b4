// SPDX-License-Identifier: BSD-2-Clause
// The expensive half of asymmetric synchronisation: membarrier(2).
#include "barrier.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

static long membarrier(int command) {
    return syscall(SYS_membarrier, command, 0, 0);
}

bool barrier_register(void) {
    return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE) == 0;
}

void barrier(void) {
    membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE);
}
