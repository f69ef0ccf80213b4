// SPDX-License-Identifier: BSD-2-Clause
// Versions that are made of a stencil for as long as the values of its holes stay.
#include "flatland_stencil.h"

#include <stdlib.h>

// A plugged session, in one piece with what it relies on.
struct Opened {
    struct FlatlandVersion version;
    struct FlatlandSession const* session; // of the call that opens it
    struct FlatlandReliance reliances[];
};

static bool holds(struct FlatlandVersion* version) {
    struct Opened const* const opened = version->context;
    struct FlatlandSession const* const session = opened->session;
    return !session->holds || session->holds(session);
}

static void close_for_good(struct FlatlandVersion* version) {
    flatland_instance_free(version->entry);
    free(version->context);
}

enum FlatlandStatus flatland_session_open(struct FlatlandSlot* slot,
                                          struct FlatlandSession const* session) {
    size_t const count = session->invariant_count;
    struct Opened* const opened = calloc(1, sizeof *opened + count * sizeof *opened->reliances);
    if (!opened) return flatland_no_page;
    opened->session = session;
    for (size_t i = 0; i < count; i++)
        opened->reliances[i].invariant = session->invariants[i];
    opened->version = (struct FlatlandVersion){.lifetime = flatland_freeable,
                                               .reliances = opened->reliances,
                                               .reliance_count = count,
                                               .holds = holds,
                                               .released = close_for_good,
                                               .context = opened};
    enum FlatlandStatus status = flatland_instantiate(
        session->stencil, session->holes, session->hole_count, slot, &opened->version.entry);
    if (status == flatland_done) {
        status = flatland_slot_plug(slot, &opened->version);
        if (status == flatland_done) return status;
        flatland_instance_free(opened->version.entry);
    }
    free(opened);
    return status;
}

enum FlatlandStatus flatland_session_close(struct FlatlandSlot* slot) {
    enum FlatlandStatus const status = flatland_slot_unplug(slot);
    return status == flatland_done ? flatland_slot_quiesce(slot) : status;
}
