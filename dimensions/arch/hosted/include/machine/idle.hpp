// SPDX-License-Identifier: BSD-2-Clause
// What the process does when there is nothing to do.
#pragma once

namespace flat {
class RegisterFrame;
}

namespace flat::machine {

/// Makes `frame` a kernel-mode context that waits for interrupts for ever. It begins anew whenever
/// it is prepared anew, so leaving the idle context needs no saving.
void prepare_idle(RegisterFrame& frame);

} // namespace flat::machine
