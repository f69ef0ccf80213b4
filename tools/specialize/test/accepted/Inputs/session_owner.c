// SPDX-License-Identifier: BSD-2-Clause
// Writes the values of sessions that another source opens.
#include "session_owner.h"

struct link *global_link;

void redirect(struct link *l, int port) {
    int moved = (l->port = port) + 1;
    l->moved += moved > 0;
}

void renew(struct link *l) {
    struct link const fresh = {7, 0};
    *l = fresh;
}

void drop(struct link *l) { l->moved = 0; }
