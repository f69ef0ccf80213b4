// SPDX-License-Identifier: BSD-2-Clause
// What two sources share.
struct link { int port, moved; };
extern struct link *global_link;
void redirect(struct link *l, int port);
void renew(struct link *l);
void drop(struct link *l);
