// SPDX-License-Identifier: BSD-2-Clause
// The architecture's share of the thread control block: the registers.
#pragma once

#include <api/tcb_base.hpp>
#include <arch/register_frame.hpp>

namespace flat::arch {

/// Where the thread resumes.
class TcbArch : public virtual api::TcbBase {
public:
    RegisterFrame& frame() override { return frame_; }

private:
    RegisterFrame frame_;
};

} // namespace flat::arch
