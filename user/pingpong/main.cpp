// SPDX-License-Identifier: BSD-2-Clause
// Ping-pong: what an IPC round trip costs, in one address space, across two, and across two with
// SSE.
#include "players.hpp"
#include "referee.hpp"

#include <l4/image.hpp>
#include <l4/print.hpp>
#include <l4/program.hpp>

flat::u64 l4::program() {
    using pingpong::Arrangement, pingpong::referee;
    touch_image();
    if (!referee(Arrangement::one_space) || !referee(Arrangement::two_spaces) ||
        !referee(Arrangement::two_spaces_with_sse))
        return 1;
    if (!pingpong::are_measured(pingpong::board.marks))
        print("pingpong: words are intact; there is no instrument, so nothing was counted\n");
    return 0;
}
