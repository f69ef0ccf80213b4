// SPDX-License-Identifier: BSD-2-Clause
// What stands after the writes of a program whose sources were changed by specialize.
#include "flatland_slots.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void flatland_invariant_fell(struct FlatlandInvariant const* invariant) {
    int const error = errno;
    enum FlatlandStatus const status = flatland_invalidate(invariant);
    errno = error;
    if (status == flatland_done) return;
    fprintf(stderr, "specialize: a session's code cannot be given up: %s\n",
            flatland_status_text(status));
    abort();
}
