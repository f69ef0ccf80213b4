// SPDX-License-Identifier: BSD-2-Clause
// The processors' share of the thread control block: with one processor, nothing.
#pragma once

#include <machine/tcb_base.hpp>

namespace flat::smp {

class TcbSmp : public virtual machine::TcbBase {};

} // namespace flat::smp
