// SPDX-License-Identifier: BSD-2-Clause
// What the shares of the control block of a thread of the kernel need of each other.
#pragma once

#include <core/types.hpp>

namespace flat {
class RegisterFrame;
}

namespace flat::machine {

/// The virtual base of all shares of `Tcb`. It has no data: those live beside the code that needs
/// them (Dannowski 2004, Figure 1).
class TcbBase {
public:
    /// Whether the thread could run now: neither waiting nor finished.
    virtual bool is_runnable() const = 0;

    /// How urgent the thread is; 255 is the highest.
    virtual u8 priority() const = 0;

    /// The thread has used the FPU for the first time.
    virtual void note_fpu_use() = 0;

    /// The registers with which the thread resumes.
    virtual RegisterFrame& frame() = 0;

protected:
    TcbBase() = default;
    ~TcbBase() = default;
};

} // namespace flat::machine
