// SPDX-License-Identifier: BSD-2-Clause
// Exceptions of user mode (L4 X.2, chapter 6).
#pragma once

#include <abi/faults.flat.hpp>
#include <core/span.hpp>
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
    /// Helps a thread that has accessed a port; false: it has not, or it may, and the fault was
    /// something else.
    bool port_fault(Tcb& thread, RegisterFrame const& frame);
    /// The thread's code from an address on, as far as it is there; how many bytes of it.
    usize read_code(Tcb& thread, vaddr address, Span<u8> code);
    void exception(Tcb& thread, u32 vector, RegisterFrame const& frame);

    /// Stops a thread that nobody helps, and says why.
    void halt(Tcb& thread, u32 vector, RegisterFrame const& frame);
};

} // namespace flat::abi
