// SPDX-License-Identifier: BSD-2-Clause
// What the mix-ins of an L4 thread control block need of each other (Dannowski 2004, section 2).
#pragma once

#include <api/encodings.hpp>
#include <core/types.hpp>

namespace flat {
class RegisterFrame;
class Space;
} // namespace flat

namespace flat::api {

/// Why a control block cannot take the short path; a thread without hazards is as simple as can be.
/// They lie above the 8 bits of a rank, so that one comparison asks for both.
enum Hazard : u32 {
    hazard_fpu = 1 << 8,             ///< has used the FPU; of the processor: the current one has it
    hazard_inactive = 1 << 16,       ///< has no pager yet, or is no thread at all
    hazard_halted = 1 << 17,         ///< kept from user mode, by a call or an unserved fault
    hazard_kernel_message = 1 << 18, ///< the kernel exchanges a message in its name
    hazard_working = 1 << 19,        ///< the kernel works for it when it runs
    hazard_blocked = 1 << 20,        ///< a long message of its goes on without it
    hazard_redirected = 1 << 21,     ///< not all of its messages go where they should
    hazard_mapping = 1 << 22,        ///< what the kernel does for it is to mappings
    hazard_timeout = 1 << 24,        ///< has a time-out; alone, it is no `abi::hazards`
};

/// What the short path clears out of its way.
inline constexpr u32 light_hazards = hazard_fpu | hazard_timeout;

/// Priorities the other way round: 0 is the most urgent rank.
inline constexpr u32 last_rank = 255;

/// What the control block of no thread bears: equal to no identifier that a user can name, since it
/// is neither an address of message registers nor has it a version.
inline constexpr ThreadId free_slot{1u << 6};

} // namespace flat::api

namespace flat::machine {

/// The virtual base. It has no data: data lie with the mix-in that needs them.
class TcbBase {
public:
    /// The thread's global identifier; `free_slot` if there is no thread. (TcbApi)
    virtual api::ThreadId id() const = 0;

    /// Whether the thread would use the processor if it got it. (TcbApi)
    virtual bool is_runnable() const = 0;

    /// 255 is the most urgent. (TcbApi)
    virtual u8 priority() const = 0;

    /// The space of an active thread. (TcbApi)
    virtual Space* space() const = 0;

    /// The kernel's view of the UTCB; active threads have one. (TcbApi)
    virtual api::Utcb* utcb() const = 0;

    /// Which `api::Hazard`s apply, as a sum. (TcbApi)
    virtual u32 hazards() const = 0;

    /// The hazards and, in the lowest 8 bits, the rank. (TcbApi)
    virtual u32 obstacles() const = 0;

    /// Adds and removes hazards. (TcbApi)
    virtual void set_hazards(u32 added) = 0;
    virtual void clear_hazards(u32 removed) = 0;

    /// The thread has used the FPU for the first time. (TcbApi)
    virtual void note_fpu_use() = 0;

    /// The registers that the thread resumes with. (TcbArch)
    virtual RegisterFrame& frame() = 0;

protected:
    ~TcbBase() = default;
};

} // namespace flat::machine
