// SPDX-License-Identifier: BSD-2-Clause
// The kernel debugger's calls from user mode, and the instruction that finds the interface page.
#pragma once

#include <abi/kdebug.flat.hpp>
#include <object/tcb.hpp>

namespace flat::abi {

/// Recognises calls by the code around the trapping instruction. It reads user memory through the
/// page tables and the direct map, so that no address can make the kernel fault.
class Kdebug : public KdebugComponent {
public:
    using KdebugComponent::KdebugComponent;

    bool handle(Tcb& thread, u32 vector) override;

private:
    bool kernel_interface(Tcb& thread);
    bool call(Tcb& thread);
    void print(Tcb& thread, vaddr text);

    /// One byte of the thread's memory; 0 where nothing is mapped.
    u8 read(Tcb& thread, vaddr address);
};

} // namespace flat::abi
