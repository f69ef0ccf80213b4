// SPDX-License-Identifier: BSD-2-Clause
// Exceptions of user mode (L4 X.2, chapter 6).
#pragma once

#include <abi/faults.flat.hpp>
#include <machine/register_frame.hpp>
#include <object/tcb.hpp>

namespace flat::abi {

/// Registers itself for every exception that user mode can cause, and turns each into a message.
class Faults : public FaultsComponent {
public:
    Faults(Ports const& ports, Attributes const& attributes);

    void handle(u32 vector, RegisterFrame& frame) override;

private:
    void page_fault(Tcb& thread, RegisterFrame const& frame);
    void exception(Tcb& thread, u32 vector, RegisterFrame const& frame);

    /// Stops a thread that nobody helps, and says why.
    void halt(Tcb& thread, u32 vector, RegisterFrame const& frame);
};

} // namespace flat::abi
