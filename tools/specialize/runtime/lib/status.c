// SPDX-License-Identifier: BSD-2-Clause
// The errors in words.
#include "flatland_slots.h"

char const* flatland_status_text(enum FlatlandStatus status) {
    switch (status) {
    case flatland_done:
        return "done";
    case flatland_no_page:
        return "S0501: the system gives no page of code, or does not replace one";
    case flatland_no_barrier:
        return "S0502: the system has no membarrier that serialises cores";
    case flatland_in_use:
        return "S0503: the version is in a slot, or calls still run in it";
    case flatland_not_gated:
        return "S0504: a freeable version needs a slot with a gate";
    case flatland_does_not_hold:
        return "S0505: what the version relies on does not hold";
    case flatland_inside:
        return "S0506: the calling thread is in a call that it would wait for";
    case flatland_bad_stencil:
        return "S0507: the stencil is damaged or for another machine";
    case flatland_wrong_holes:
        return "S0508: the stencil has other holes, or narrower ones";
    case flatland_out_of_reach:
        return "S0509: a value or an address does not fit where the code needs it";
    }
    return "not a status of this library";
}
