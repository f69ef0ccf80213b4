// SPDX-License-Identifier: BSD-2-Clause
// The running thread's channel to the kernel.
#pragma once

#include <hosted/domain_channel.hpp>

namespace flat::domain {

/// From now on the channel of this place is the running thread's; before that, it is the first.
void use_channel(u32 place);

/// Both end the process when the kernel is gone.
void send(arch::Message const& message);
void receive(arch::Message& message);

/// Gives the running thread a stack for faults, its own one of `arch::channels`.
void use_fault_stack(u32 place);

/// Has faults told as panics.
void catch_faults();

} // namespace flat::domain
