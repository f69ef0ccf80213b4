// SPDX-License-Identifier: BSD-2-Clause
// The architecture's share of the thread control block: the registers.
#pragma once

#include <machine/register_frame.hpp>
#include <machine/tcb_base.hpp>

namespace flat::arch {

/// Where the thread resumes.
class TcbArch : public virtual machine::TcbBase {
public:
    RegisterFrame& frame() override { return frame_; }

private:
    RegisterFrame frame_;
};

} // namespace flat::arch
